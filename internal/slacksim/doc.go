// Package slacksim is a pretend Slack: one workspace, one installed app, on the far side of the wire.
//
// An app is pointed at it by changing its API URL and tokens, nothing else. It then calls the Web API, opens a
// Socket Mode connection or receives signed HTTP deliveries, and cannot tell the difference in what it uses.
// People stand on the other side: an [Actor] says, mentions, slashes, clicks, submits and reacts as one user, and
// a [Result] holds what that user's Slack client would show. The same acts are served over HTTP at /ui/act.
//
// # What it owns
//
//   - The world: users, channels, groups, memberships. [DefaultWorld] is the playground's; a test may bring its own.
//   - The log: messages (ephemeral ones too), reactions, modals and homes. Nothing is written to disk; a restart forgets all.
//   - The wire: tokens, tickets, trigger ids, response URLs, signatures, rate limits, and a [Traffic] record of every
//     call, envelope, delivery and acknowledgement, with tokens masked.
//
// # Driven by the manifest
//
// The app's own manifest decides what works. A slash command, event, shortcut or scope that it does not declare
// fails here as it fails on Slack: the command is "not a valid command", the event is never sent, the method answers
// missing_scope. Blocks, modals and homes are held to the rules of package blockkit before they are accepted.
//
// # Waiting, and breaking things
//
// Every change wakes every waiter, so tests wait for a state ([Server.Wait], [Server.WaitMessage], …) and never
// for a time. Faults are part of the API: [Server.Fail] makes calls fail before or after they took effect,
// [Server.Down] takes the API away, [Server.Hold] keeps calls or deliveries hanging, [Server.Disconnect] ends sockets in each of the
// ways Slack does, [Server.Redeliver] and [Server.Replay] repeat what was sent, [Server.Deliver] makes events up, [Server.Forge] sends requests
// that Slack did not sign.
//
// # Different from Slack, on purpose
//
// A person from another workspace may type the app's slash command in a shared channel: the payload carries their team, so that an
// app's refusal can be seen. Where Slack's bounds are not published (the total text of a message's blocks, see package blockkit), the
// bound here lies on the safe side.
//
// The server listens on loopback addresses only. Ages (trigger ids, response URLs, rate limits, timestamps) follow
// [Options].Clock; waits for an acknowledgement follow the machine's timers. Everything exported is safe for concurrent
// use, and whatever is handed out is a copy.
package slacksim
