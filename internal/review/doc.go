// Package review turns doubts into decisions.
//
// A doubt is raised (Flag), finds an owner by a weekly rota, waits in a queue,
// is decided (Decide) and perhaps undone (Undo); those who raised it, and those
// who were shown the fact, learn the outcome. Proposals, knowledge gaps and
// imports go the same way: somebody hands something in, a reviewer decides,
// and whoever is concerned is told.
//
// # Guarantees
//
//   - Each act is one transaction: the fact's new state, the event with the
//     person's name and reason, the flags it answers and the notices that tell
//     of it are committed together or not at all. A crash leaves either all of
//     it or nothing; nothing here is held in memory between two acts.
//   - Authority is asked of the Roster at every act, never remembered. What is
//     refused changes nothing and goes to a bounded log, in a transaction of its
//     own, since the refused act's was rolled back.
//   - A decision names the version it was made on. The second of two reviewers
//     gets a conflict whose cause is a *Stale: who was first, with what, when.
//   - A delivery that comes twice acts once: the second gets the conflict
//     act.repeated. One delivery carries at most one act.
//   - People win over files: an import proposes where people have decided.
//
// # Notices
//
// A notice holds ids and is worded when it is sent, so it tells the state of
// that moment. Every key is unique for ever:
//
//	queue/RDMA-7/OPENING#SEQ   a flagged fact's message in the review channel
//	proposal/ID#SEQ            a proposal's message there
//	outcome/FLAG/SEQ           to whoever raised a flag
//	banner/SEQ/CHANNEL/TS      an edit of an old message of ours
//	correction/SEQ/CHANNEL/TS  a reply after it
//	confirm/RDMA-7/SEQ         asks for a second person
//	daily/USER/DATE  digest/TOPIC/WEEK  changed/USER/WEEK  gap/ID/USER
//	import/TOPIC/ID  import/TOPIC/HASH/waits  import/failed/DATE/DIGEST  outage/FROM
//	proposed/ID/SEQ            to whoever proposed a fact
//
// SEQ is the event that caused it. What precedes a "#" names one message: the
// first notice with that stem posts it, the later ones edit it. OPENING is the
// event that brought the fact into the queue, so a fact that is flagged again
// next month gets a new message. A change that finds an unsent notice of its
// stem already waiting adds none, for that one will tell the new state.
//
// Notices that tell others of a decision wait until it can no longer be undone.
// Those of the review channel go at once: that is where it is undone.
package review
