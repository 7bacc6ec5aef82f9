package slack

import (
	"strconv"
	"strings"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// words are the few sentences of the transport itself: for deliveries that never reach the bot, and for what a surface
// cannot hold.
type words struct {
	nothingToShow, search, closeView, notShown string
	busy, working, outsider, otherTeam         string
	guest, guestUnknown, rate, threadSpent     string
	noForm, broken, notMember, shareInline     string
	inlineNote, shared, continued              string
	notShared, archived, onItsWay, orInline    string
	hookSpent, nothingLeft                     string
	left, repeated, tooLong                    string
}

func (w words) moreLeft(n int) string { return strings.ReplaceAll(w.left, "#", strconv.Itoa(n)) }

var english = words{
	nothingToShow: "There is nothing to show.",
	search:        "Search the facts",
	closeView:     "Close",
	notShown:      "Not shown here for lack of room; ask for them by id: ",
	busy:          "factbot has more to do than it can manage right now. Nothing was done; please try again in a moment.",
	working:       "This takes a little longer; the result follows here.",
	outsider:      "factbot answers members of its own workspace only, so nothing was looked up or recorded.",
	otherTeam:     "This factbot belongs to another workspace, so nothing was looked up or recorded.",
	guest:         "factbot is not open to guests in this workspace; please ask a member.",
	guestUnknown:  "factbot is not open to guests in this workspace and does not know your account yet. Please try again in a moment.",
	rate:          "That was a lot of questions in a short time. Please wait a minute and ask again.",
	threadSpent:   "factbot has answered as often in this thread as it may within an hour. Please start a new thread, or use the slash command.",
	noForm:        "Slack did not open the form in time. Press the button again, or type the command with its arguments.",
	broken:        "Something went wrong on factbot's side and nothing was done. If it happens again, give its operator this number: ",
	notMember:     "Not shared: factbot is not in this channel. Invite it with `/invite @#` and share again.",
	orInline:      " Or share the answer as it is: later corrections cannot reach that message.",
	shareInline:   "Share without corrections",
	notShared:     "Not shared: Slack does not take it here. Its error: ",
	archived:      "Not shared: this channel is archived.",
	nothingLeft:   "Not shared: no fact is left in the answer.",
	hookSpent:     "Not shared: this button no longer works. Ask again and share the new answer.",
	onItsWay:      "Slack has not taken it yet. factbot goes on trying to post it in the channel.",
	inlineNote:    "Shared by someone here; factbot is not in this channel, so a later correction cannot reach this message.",
	shared:        "Shared.",
	continued:     " (continued)",
	left:          "# more parts are not shown here",
	repeated:      "This message may have been posted before.",
	tooLong:       "That is longer than 8,000 characters, so factbot did not read it. Please shorten it.",
}

var chinese = words{
	nothingToShow: "没有可显示的内容。",
	search:        "搜索事实",
	closeView:     "关闭",
	notShown:      "因篇幅所限未在此显示，可按编号查询：",
	busy:          "factbot 目前太忙，什么也没有执行；请稍后再试。",
	working:       "这需要多一点时间，结果随后会显示在这里。",
	outsider:      "factbot 只回答本工作区的成员，因此没有查询也没有记录任何内容。",
	otherTeam:     "这个 factbot 属于另一个工作区，因此没有查询也没有记录任何内容。",
	guest:         "在本工作区，factbot 不对访客开放；请向成员询问。",
	guestUnknown:  "在本工作区，factbot 不对访客开放，而且尚不了解您的账号。请稍后再试。",
	rate:          "短时间内提问太多，请稍等一分钟再问。",
	threadSpent:   "factbot 一小时内在此消息列中的回答次数已用完。请新建消息列，或使用斜杠命令。",
	noForm:        "Slack 未能及时打开表单。请再按一次按钮，或直接输入完整的命令。",
	broken:        "factbot 出了问题，什么也没有执行。如果再次发生，请把这个编号告诉管理员：",
	notMember:     "未分享：factbot 不在此频道中。请用 `/invite @#` 邀请它，然后再分享。",
	orInline:      "也可直接分享：今后的更正无法送达那条消息。",
	shareInline:   "直接分享（无更正）",
	notShared:     "未分享：Slack 不接受在此发布。错误代码：",
	archived:      "未分享：此频道已归档。",
	nothingLeft:   "未分享：答复中已没有事实。",
	hookSpent:     "未分享：此按钮已失效。请重新提问，再分享新的答复。",
	onItsWay:      "Slack 尚未接受，factbot 会继续尝试发布到频道。",
	inlineNote:    "由此处的成员分享；factbot 不在此频道中，今后的更正无法送达这条消息。",
	shared:        "已分享。",
	continued:     "（续）",
	left:          "另有 # 个部分未在此显示",
	repeated:      "此消息可能已经发布过。",
	tooLong:       "内容超过 8,000 个字符，factbot 没有读取。请缩短后再试。",
}

func wordsFor(zh bool) *words {
	if zh {
		return &chinese
	}
	return &english
}

// chineseReader says which of the two languages to use: the person's own where it is known, else that of their words.
func chineseReader(locale, text string) bool {
	if locale != "" {
		return strings.HasPrefix(strings.ToLower(locale), "zh")
	}
	return fact.DetectLang(text) == fact.Chinese
}

// say makes a refusal of the transport's own.
func say(zh bool, kind bot.Kind, code fact.Code, text string) bot.Reply {
	r := bot.Reply{Kind: kind, Code: code, Locale: bot.LocaleEN}
	if zh {
		r.Locale = bot.LocaleZH
	}
	r.Sections = []bot.Section{{Kind: bot.SectionText, Text: text}}
	return r
}
