// Package outbox delivers committed notices.
package outbox
