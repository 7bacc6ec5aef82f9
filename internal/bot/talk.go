package bot

import (
	"strings"
	"unicode/utf8"
)

// Limits of what is looked at for small talk and polite requests: a whole text
// of a few words.
const (
	talkBytes = 80
	talkWords = 8
)

// talkOf is what a text is that asks for no fact: hello, thanks, ok, or ask for
// somebody who wants to know what to ask; "" for any other.
func talkOf(folded string) string {
	switch folded {
	case "hello", "hi", "hey", "hi there", "hello there", "hey there", "hi all", "hello everyone", "good morning", "good afternoon",
		"good evening", "greetings", "howdy", "how are you", "你好", "您好", "嗨", "哈喽", "大家好", "早", "早上好", "下午好", "晚上好",
		"在吗", "在么", "你好吗":
		return "hello"
	case "thanks", "thank you", "thx", "ty", "many thanks", "thanks a lot", "thank you very much", "thank you so much", "thanks so much",
		"ok thanks", "ok thank you", "great thanks", "thanks all", "cheers", "谢谢", "谢谢你", "谢谢您", "多谢", "感谢", "谢了", "非常感谢":
		return "thanks"
	case "ok", "okay", "k", "yes", "no", "sure", "got it", "i see", "right", "good", "great", "nice", "cool", "perfect", "fine", "awesome",
		"well done", "bye", "goodbye", "see you", "lol", "好", "好的", "嗯", "行", "可以", "知道了", "明白", "明白了", "收到", "对", "是", "是的", "不是",
		"不错", "很好", "再见", "拜拜":
		return "ok"
	case "what can you do", "what can you do for me", "what do you do", "what do you know", "who are you", "what are you", "what is this",
		"help me", "help me please", "please help", "please help me", "can you help", "can you help me", "i need help", "how do i use this",
		"how do i use you", "how to use", "how to use this", "how to use it", "how does this work", "how do you work", "how do i ask",
		"what can i ask", "what can i ask you", "what should i ask", "how can i use this", "commands", "usage",
		"你能做什么", "你会做什么", "你会什么", "你能干什么", "能做什么", "你是谁", "你是什么", "怎么用", "如何使用", "怎么使用", "如何用", "帮帮我", "帮我", "帮忙",
		"请帮我", "请帮帮我", "我能问什么", "可以问什么", "使用说明":
		return "ask"
	}
	return ""
}

// startsTalk reports whether small talk in English starts with a word, so that
// hardly any query is looked at whole.
func startsTalk(word string) bool {
	switch word {
	case "hello", "hi", "hey", "good", "greetings", "howdy", "how", "thanks", "thank", "thx", "ty", "many", "ok", "okay", "great", "cheers",
		"k", "yes", "no", "sure", "got", "i", "right", "nice", "cool", "perfect", "fine", "awesome", "well", "bye", "goodbye", "see", "lol",
		"what", "who", "help", "please", "can", "commands", "usage":
		return true
	}
	return false
}

// talk reads a text that is small talk and nothing else.
func (p *parser) talk(start int) bool {
	if len(p.text)-start > talkBytes {
		return false
	}
	words := make([]string, 0, talkWords)
	for at := start; ; {
		t, ok := p.peekFrom(at)
		if !ok {
			break
		}
		at = t.end
		if t.word == "" || p.scope.Name != "" && strings.TrimPrefix(t.word, "@") == p.scope.Name {
			continue
		}
		if len(words) == talkWords || len(words) == 0 && isASCII(t.word) && !startsTalk(t.word) {
			return false
		}
		words = append(words, strings.ReplaceAll(t.word, "，", " "))
	}
	folded := strings.Join(words, " ")
	kind := talkOf(folded)
	if kind == "" || p.scope.byName(folded) != nil {
		return false
	}
	p.cmd.Verb, p.cmd.Talk = VerbHelp, kind
	return true
}

// politeWords stand around an id without saying anything more about it. Those
// that also start a question do so only with an id that bears its prefix.
var politeWords = map[string]bool{ // true: a bare number may stand beside it
	"show": true, "me": true, "us": true, "please": true, "pls": true, "give": true, "see": true, "open": true, "get": true, "display": true,
	"the": true, "fact": true, "number": true, "thanks": true, "can": true, "could": true, "would": true, "you": true, "i": true, "want": true,
	"to": true, "look": true, "read": true, "up": true, "at": false, "what": false, "what's": false, "is": false, "does": false, "say": false,
	"says": false, "tell": false, "about": false, "details": false, "of": false, "on": false, "find": true, "hi": true, "hello": true,
	"请": true, "看": true, "看看": true, "看一下": true, "显示": true, "查看": true, "打开": true, "事实": true, "第": true, "条": true, "谢谢": true,
	"给我看": true, "一下": true, "的内容": true, "是什么": false, "吧": true,
}

// Chinese words that stand before and after an id without a space.
var (
	politeBefore = []string{"请", "给我看", "看一下", "看看", "看", "显示", "查看", "打开", "事实", "第"}
	politeAfter  = []string{"谢谢", "吧", "是什么", "的内容", "的详情", "条事实", "条", "号"}
)

// politeID reads a text that names one fact and is courteous about it: show me
// fact 7; RDMA-7, please; 请看第7条.
func (p *parser) politeID(start int) bool {
	if len(p.text)-start > talkBytes || !strings.ContainsAny(p.text[start:], "0123456789０１２３４５６７８９") {
		return false
	}
	found, bare, courteous := token{}, true, false
	for at, n := start, 0; ; n++ {
		t, ok := p.peekFrom(at)
		if !ok {
			break
		}
		at = t.end
		may, polite := politeWords[t.word]
		switch {
		case n == talkWords:
			return false
		case t.word == "":
		case polite:
			bare, courteous = bare && may, true
		case found.word != "":
			return false
		default:
			found = t
			found.word = barePart(t.word)
		}
	}
	if found.word == "" || !bare && strings.IndexByte(found.word, '-') < 0 {
		return false
	}
	id, ok := p.id(found.word, true)
	if !ok && courteous {
		p.cmd.Bare = p.bareNumber(found.word)
	}
	p.cmd.Verb, p.cmd.ID = VerbFact, id
	return ok || p.cmd.Bare > 0
}

// barePart is a word without the Chinese ones around it.
func barePart(word string) string {
	if isASCII(word) {
		return word
	}
	for changed := true; changed; {
		changed = false
		for _, before := range politeBefore {
			if rest, ok := strings.CutPrefix(word, before); ok && rest != "" {
				word, changed = rest, true
			}
		}
		for _, after := range politeAfter {
			if rest, ok := strings.CutSuffix(word, after); ok && rest != "" {
				word, changed = rest, true
			}
		}
	}
	return word
}

// askedTopic is the name that a query asks the meaning of: what is RDMA, 什么是RDMA,
// RDMA是什么, or the name alone; "" where it asks for something else.
func askedTopic(query string) string {
	if len(query) > talkBytes || !utf8.ValidString(query) {
		return ""
	}
	q := foldWord(query)
	if q == "" {
		return ""
	}
	if strings.IndexByte(askBefore, q[0]) >= 0 || q[0] >= utf8.RuneSelf {
		for _, before := range askedBefore {
			if rest, ok := strings.CutPrefix(q, before); ok {
				q = strings.TrimSpace(rest)
			}
		}
	}
	for _, article := range [...]string{"the ", "an ", "a "} {
		q = strings.TrimPrefix(q, article)
	}
	q = withoutAsking(q)
	return foldWord(q)
}

// What stands before and behind a name whose meaning is asked, and the bytes
// that the English ones of it start and end with.
var (
	askedBefore = [...]string{
		"what is ", "what's ", "whats ", "what are ", "what does ", "define ", "definition of ", "what is meant by ",
		"tell me about ", "explain ", "请问", "什么是", "什么叫", "何为", "何谓", "解释一下", "介绍一下", "请介绍", "定义",
	}
	askedBehind = [...]string{" mean", " stand for", " means", "是什么意思", "是什么东西", "是什么", "是啥", "指什么", "的定义", "的意思"}
)

const (
	askBefore = "wdte"
	askBehind = "nrs"
)

// withoutAsking is a question without what may stand behind the name in it.
func withoutAsking(q string) string {
	bare := strings.TrimSpace(q)
	if bare == "" {
		return ""
	}
	if last := bare[len(bare)-1]; strings.IndexByte(askBehind, last) < 0 && last < utf8.RuneSelf {
		return bare
	}
	for _, after := range askedBehind {
		q = strings.TrimSpace(strings.TrimSuffix(q, after))
	}
	return q
}
