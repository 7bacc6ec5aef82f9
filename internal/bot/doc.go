// Package bot turns a request into a reply.
package bot
