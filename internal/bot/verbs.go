package bot

import (
	"strings"
	"unicode/utf8"
)

// alias is another word for a verb.
type alias struct {
	word string
	verb Verb
}

// chineseAliases are the verbs in Chinese: the words that the buttons bear and
// the help shows. A longer one comes before one that it starts with.
var chineseAliases = [...]alias{
	{"帮助", VerbHelp},
	{"用法", VerbHelp},
	{"如何提问", VerbHelp},
	{"全部事实", VerbFacts},
	{"查找事实", VerbFacts},
	{"事实", VerbFacts},
	{"查找", VerbFacts},
	{"查询", VerbFacts},
	{"搜索", VerbFacts},
	{"详情", VerbFact},
	{"打开", VerbFact},
	{"查看", VerbFact},
	{"时间线", VerbTimeline},
	{"核对", VerbCheck},
	{"历史", VerbHistory},
	{"全部主题", VerbTopics},
	{"主题", VerbTopics},
	{"为什么", VerbWhy},
	{"为何", VerbWhy},
	{"分享", VerbShare},
	{"我也质疑", VerbMeToo},
	{"质疑", VerbFlag},
	{"收回", VerbWithdraw},
	{"添加依据", VerbEvidence},
	{"依据", VerbEvidence},
	{"提议列表", VerbProposals},
	{"提议", VerbAdd},
	{"订阅", VerbSubscribe},
	{"退订", VerbUnsubscribe},
	{"取消订阅", VerbUnsubscribe},
	{"队列", VerbQueue},
	{"审核", VerbReview},
	{"核实", VerbVerify},
	{"查证", VerbVerify},
	{"改写", VerbCorrect},
	{"更正", VerbCorrect},
	{"设置信度", VerbConfidence},
	{"置信度", VerbConfidence},
	{"撤回", VerbRetract},
	{"恢复更正", VerbOptIn},
	{"恢复", VerbRestore},
	{"停止更正", VerbOptOut},
	{"驳回质疑", VerbDismiss},
	{"驳回", VerbDismiss},
	{"建立关系", VerbRelate},
	{"关系", VerbRelate},
	{"撤销", VerbUndo},
	{"转交", VerbHandOn},
	{"问题列表", VerbGaps},
	{"问题", VerbGaps},
	{"关闭", VerbCloseGap},
	{"采纳", VerbAccept},
	{"拒绝", VerbReject},
}

// aliasOf is the verb that a folded word stands for without being its name.
func aliasOf(word string) (Verb, bool) {
	switch word {
	case "me-too":
		return VerbMeToo, true
	case "hand-on":
		return VerbHandOn, true
	case "explain":
		return VerbWhy, true
	case "details":
		return VerbFact, true
	case "propose":
		return VerbAdd, true
	}
	if word == "" || word[0] < utf8.RuneSelf {
		return "", false
	}
	for _, a := range chineseAliases {
		if word == a.word {
			return a.verb, true
		}
	}
	return "", false
}

// glued reads a text that starts with a Chinese verb and, without a space, what
// it is about: 历史15, 质疑15过时, 时间线30天.
func (p *parser) glued(first token) bool {
	if first.raw == "" || first.raw[0] < utf8.RuneSelf {
		return false
	}
	text, start := p.text, first.start
	for _, a := range chineseAliases {
		rest, ok := strings.CutPrefix(first.raw, a.word)
		if !ok {
			continue
		}
		if rest != "" && !startsReference(rest) {
			continue
		}
		p.at = start + len(a.word)
		if rest != "" {
			p.part(p.at)
			p.at++
		}
		if namesOne(a.verb) {
			p.partID()
		}
		if p.text != text && p.fits(form{verb: a.verb, read: readers(a.verb)}) {
			return true
		}
		p.reset()
		p.text, p.at = text, first.end
	}
	return false
}

// part puts a space into the text where two of its parts meet.
func (p *parser) part(at int) { p.text = p.text[:at] + " " + p.text[at:] }

// partID parts an id, or a number, from what follows it without a space.
func (p *parser) partID() {
	p.skip()
	end := p.at
	for end < len(p.text) && idByte(p.text[end]) {
		end++
	}
	if end == p.at || end == len(p.text) || p.text[end] < utf8.RuneSelf {
		return
	}
	if r, _ := utf8.DecodeRuneInString(p.text[end:]); !separates(r) {
		p.part(end)
	}
}

func idByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '#'
}

// startsReference reports whether a text starts as an id, a number or a word in
// Latin letters does.
func startsReference(text string) bool {
	return idByte(text[0]) && text[0] != '-'
}

// namesOne reports whether a verb's first argument is an id or a number.
func namesOne(v Verb) bool {
	switch v {
	case VerbFacts, VerbCheck, VerbAdd, VerbHelp, VerbShare, VerbSend:
		return false
	}
	return true
}
