// Package bot turns a request into a reply.
//
// It owns the grammar (one parser for slash commands, mentions, direct
// messages, buttons, forms and the terminal), the commands, the words of every
// message in English and Simplified Chinese, and the plain-text rendering of a
// reply. It knows neither Slack nor SQL: a transport hands it a Request and
// lays out the Reply.
//
// Vocabulary:
//
//   - A Request is one thing asked; Parse makes a Command of it. Every input,
//     whatever its bytes, is exactly one Command.
//   - A Reply is the answer: a lead, sections, notes, buttons, perhaps a Form. A
//     FactView is one fact in it, with its line of id, confidence, status,
//     overlays and citation.
//   - Content is what people wrote (statements, reasons, claims). It is cut out
//     of the typed text byte for byte, and no content is ever a format string.
//     Words are the bot's own, from the catalogues.
//
// Guarantees:
//
//   - Handle never fails and never panics: a fault becomes a reply that names
//     the request's correlation id. A fault is never shown as "nothing found".
//   - The same facts, request and clock give the same reply, byte for byte.
//   - What only reads writes nothing. An act is one call of the review service,
//     which commits it with the delivery's key.
//   - A public answer is an outbox row first. It is worded again when it is
//     sent, and wording never repeats the act that the question asked for.
//
// A Bot holds no state of a conversation, so a crash costs nothing: a question
// that was received and not answered lies in the inbox, and Resume answers it.
package bot
