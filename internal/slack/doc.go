// Package slack is Slack's side of the door: it turns what Slack delivers into requests, and replies into what Slack shows.
//
// # What it owns
//
//   - Deliveries: slash commands, events, interactions and forms, over signed HTTP ([App.ServeHTTP]) or Socket Mode
//     ([App.Run]). Both end in the same handlers, so both behave the same.
//   - The gate: which workspace, app and people are answered at all, and how often.
//   - Rendering: one [bot.Reply] becomes one set of Block Kit bytes, the same in an acknowledgement, a response_url post,
//     a posted message, a modal and the home tab. limits.go holds every bound of Slack's that matters here.
//   - Sending: [App.Send] posts and edits what the outbox hands it, and says which failures may be tried again.
//   - The directory: names, guests, locales and user groups, kept while Slack is away. And the app's manifest.
//
// # Vocabulary
//
// A delivery is one thing that Slack sends: an HTTP request or an envelope of a socket. Its acknowledgement is the answer
// that Slack waits three seconds for. A surface is where blocks are shown: message, modal or home. A late answer is one
// that did not fit into the acknowledgement, by time or by size: it goes to the delivery's response_url.
//
// # Guarantees
//
// Nothing is read from a request before its signature has been checked over the raw bytes. Every delivery that was let in
// is acknowledged, whatever it holds. An event is acknowledged after [Door].Receive has committed it, and worked on after
// that. Text from people and files is literal wherever it is shown; the only live mention is one that a reply asks for.
// No message text, token or response_url is logged.
//
// # What a crash does
//
// Nothing here is on disk. Unacknowledged events are sent again by Slack and known by their key; questions that were
// acknowledged are in the inbox; notices are in the outbox, whose unknown outcomes Send looks up before it posts again.
// A click or a form that was being worked on is lost unless its act was committed, in which case its key makes the
// repeat harmless.
package slack
