package slacksim

import (
	"slices"
	"strings"
)

// World is who and what exists in the workspace when a Server starts.
type World struct {
	Team     Team
	Bot      Bot
	Users    []User
	Channels []Channel
	Groups   []UserGroup
}

// Team is a workspace.
type Team struct{ ID, Domain, Name string }

// Bot is the installed app's identity. Name is taken from the manifest when empty.
type Bot struct{ UserID, BotID, AppID, Name string }

// User is a person. Acts may name a user by ID or by Name.
type User struct {
	ID, Name, RealName string
	// TeamID is the user's home workspace; empty means the workspace itself.
	TeamID string
	// Locale is an IETF tag such as "en-US"; TZ a zone name such as "Europe/Berlin".
	Locale, TZ string
	// Restricted marks a guest, Admin an administrator, Deleted a deactivated account.
	Restricted, Admin, Deleted bool
}

// Channel is a conversation. Acts may name one by ID, by name or by "#name".
type Channel struct {
	ID, Name, Topic string
	Private         bool
	// Shared marks a channel shared with another workspace.
	Shared   bool
	Archived bool
	// DirectWith is the user on the other side of the app's direct message; empty for other conversations.
	DirectWith string
	// Members are user ids, the bot's among them where it was invited.
	Members []string
}

// UserGroup is a set of users with a handle, such as @reviewers.
type UserGroup struct {
	ID, Handle, Name string
	Users            []string
	Disabled         bool
}

// Ids of DefaultWorld, for tests and demonstrations.
const (
	TeamID      = "T0FACTBOT"
	OtherTeamID = "T0ELSEWHERE"
	BotUserID   = "U0FACTBOT"

	Reader    = "U0READER"
	Reader2   = "U0READER2"
	Reviewer  = "U0REVIEWER"
	Reviewer2 = "U0REVIEWER2"
	Guest     = "U0GUEST"
	Outsider  = "U0OUTSIDER"

	ChannelRDMA       = "C0RDMA"
	ChannelGeneral    = "C0GENERAL"
	ChannelFactReview = "C0FACTREVIEW"
	ChannelPrivate    = "C0BACKROOM"
	ChannelShared     = "C0SHARED"

	GroupReviewers = "S0REVIEWERS"
)

// DefaultWorld is the playground's workspace: two readers, two reviewers, a guest and an outsider from another
// workspace; #rdma and #shared-rdma with the bot, #general and the private #backroom without it, and the reviewers'
// private #fact-review. reader2 uses Slack in Chinese.
func DefaultWorld() World {
	insiders := []string{Reader, Reader2, Reviewer, Reviewer2}
	with := func(ids ...string) []string { return slices.Concat(insiders, ids) }
	return World{
		Team: Team{ID: TeamID, Domain: "factbot-playground", Name: "factbot playground"},
		Bot:  Bot{UserID: BotUserID, BotID: "B0FACTBOT", AppID: "A0FACTBOT"},
		Users: []User{
			{ID: Reader, Name: "reader", RealName: "reader", Locale: "en-US", TZ: "Europe/London"},
			{ID: Reader2, Name: "reader2", RealName: "reader2", Locale: "zh-CN", TZ: "Asia/Shanghai"},
			{ID: Reviewer, Name: "reviewer", RealName: "reviewer", Locale: "en-US", TZ: "America/New_York"},
			{ID: Reviewer2, Name: "reviewer2", RealName: "reviewer2", Locale: "en-GB", TZ: "Europe/Berlin", Admin: true},
			{ID: Guest, Name: "guest", RealName: "guest", Locale: "en-US", TZ: "Europe/Paris", Restricted: true},
			{ID: Outsider, Name: "outsider", RealName: "outsider", TeamID: OtherTeamID, Locale: "en-US", TZ: "Europe/Rome"},
		},
		Channels: []Channel{
			{ID: ChannelRDMA, Name: "rdma", Topic: "Remote direct memory access", Members: with(Guest, BotUserID)},
			{ID: ChannelGeneral, Name: "general", Topic: "Company-wide", Members: with()},
			{ID: ChannelFactReview, Name: "fact-review", Private: true, Members: []string{Reviewer, Reviewer2, BotUserID}},
			{ID: ChannelPrivate, Name: "backroom", Private: true, Members: []string{Reader, Reviewer}},
			{ID: ChannelShared, Name: "shared-rdma", Shared: true, Members: with(Outsider, BotUserID)},
		},
		Groups: []UserGroup{
			{ID: GroupReviewers, Handle: "reviewers", Name: "Fact reviewers", Users: []string{Reviewer, Reviewer2}},
		},
	}
}

// IsMember reports whether the user (by ID) is in the channel.
func (c Channel) IsMember(userID string) bool { return slices.Contains(c.Members, userID) }

// Direct reports whether the channel is the app's direct message with one person.
func (c Channel) Direct() bool { return c.DirectWith != "" }

func (c Channel) clone() Channel {
	c.Members = slices.Clone(c.Members)
	return c
}

func (w World) clone() World {
	w.Users = slices.Clone(w.Users)
	w.Channels = slices.Clone(w.Channels)
	for i := range w.Channels {
		w.Channels[i] = w.Channels[i].clone()
	}
	w.Groups = slices.Clone(w.Groups)
	for i := range w.Groups {
		w.Groups[i].Users = slices.Clone(w.Groups[i].Users)
	}
	return w
}

func (w World) empty() bool { return w.Team.ID == "" && len(w.Users) == 0 }

// directID is the id of the app's direct message with a user.
func directID(userID string) string { return "D" + strings.TrimPrefix(userID, "U") }
