// Package review turns doubts into decisions.
package review
