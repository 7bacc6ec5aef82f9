// Package outbox delivers committed notices, and runs the schedules that make
// some of them.
//
// A notice is a row that was committed with the act that caused it. Run claims
// the head of each line (a channel, or a person's direct messages), hands it to
// the Sender and marks what became of it. It owns order, pace and patience; what
// a notice says and how it reaches Slack are the Sender's.
//
// # Guarantees
//
//   - Order: a line has one notice in flight. One that has to wait (a fault, a
//     rate limit) holds its line back, so nothing overtakes it while the program
//     runs; after a restart a line goes on with whatever is due first.
//   - Pace: about one message a second in each line after a small burst, a cap on
//     all lines together, and a slower one on edits. A rate limit is obeyed for as
//     long as Slack says and never counts against the notice.
//   - Patience: a fault is tried again with growing pauses; what can never succeed,
//     or has failed too often while others got through, is given up and stays
//     visible as dead. While Slack is away nothing is given up for a day's span
//     (GiveUpAfter): one notice at a time probes, and all follow once it is back.
//   - At least once, told apart: a notice is claimed before it is sent and marked
//     after. If the program dies between, or an answer is lost, the outcome is
//     unknown: the notice comes again with Unknown set, and the Sender looks for
//     its key in the conversation before it posts again.
//   - One message, kept up to date: a key "stem#rest" belongs to the message of its
//     stem. Whatever of a stem was sent before is edited, not posted again.
//
// Five minutes without Slack become one line, handed to Outages once Slack is
// back: from when, to when, how many notices came late.
//
// A crash loses nothing: rows are the only state that matters. Pace and pauses
// are in memory and start afresh.
package outbox
