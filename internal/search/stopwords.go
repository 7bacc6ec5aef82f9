package search

import "strings"

// englishStops are the words that carry no content of a query: articles,
// pronouns, auxiliaries, prepositions, and what questions are built from.
// They are looked up only where a query has nothing else.
var englishStops = set(`
a an the this that these those such same other another each every either neither both all any some no not nor none
i me my mine we us our ours you your yours he him his she her hers it its they them their theirs who whom whose
one ones oneself myself yourself itself themselves someone something anyone anything everyone everything nothing
am is are was were be been being do does did doing done have has had having will would shall should can could may might must ought
isnt arent wasnt werent dont doesnt didnt havent hasnt hadnt wont wouldnt shouldnt cant cannot couldnt im ive id ill youre youve thats whats hows wheres theres its lets
and or but if then else so because as while than though although whether unless until
of in on at by for with without from to into onto over under about between among across through during before after within upon off out up down per via versus vs
what which when where why how much many often
here there now just only also too very really quite even still yet again already ever never always
go goes going gone went come comes coming came put puts take takes seem seems happen happens happened happening able allowed
please tell show give explain describe find list know want need look help let get gets got getting make makes made
does mean means meaning exactly actually basically generally typically usually
like unlike etc eg ie
`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// chineseStops are the words of a Chinese question or sentence that carry no
// content. They end the run of characters that they stand in. Like the words
// that they are compared with they are folded: 么, which also stands for
// another character, becomes that one.
var chineseStops = set(Fold(`
的 了 是 在 和 与 及 或 而 就 都 也 还 又 很 更 最 吗 呢 吧 啊 么 呀 着 地 得 之 其 所 以 被 把 将 让 使 对 对于 关于 从 到 向 由 于 为 给 比 跟 同
什么 怎么 怎样 怎么样 怎么办 如何 为什么 为何 为啥 什么样 多少 几 几个 多大 多长 多久 多快 多高 哪 哪个 哪些 哪里 哪儿 哪种 谁 是否 能否 可否 是不是 有没有 能不能 会不会 可不可以 要不要 需不需要
是什么 什么是 有什么 有哪些 有多少 有多 是多少 是谁 是啥 啥
这 那 这个 那个 这些 那些 这种 那种 它 它们 他 她 我 我们 你 你们 您 自己 该 此 本 某 各 每
可以 能 能够 会 可能 应该 应当 必须 需要 需 要 想 请 请问 告诉 知道 了解 介绍 说明 解释 一下 一个 一种 一些 一 个 种
有 没有 没 不 不是 不能 无 非 并 并且 而且 但 但是 因为 所以 如果 虽然 然后 那么 还是 或者 以及 以便 由于 通过 根据 按照 为了 之间 之后 之前 时候 时 里 中 上 下 内 外 后 前
进行 做 作为 成为 称为 叫 叫做 指 指的是 属于 包括 包含 具有 拥有 用 使用 几乎 大概 大约 左右 究竟 到底 具体 主要 通常 一般
`))

// isStop reports whether a folded word carries no content.
func isStop(word string) bool { return englishStops[word] }

// measures are the words that ask for an amount after how: how fast, how many.
var measures = set(`many much long fast often big large high low deep far old wide small slow quickly soon well close expensive`)

// isChineseStop reports whether a Chinese word carries no content: it is a
// stop word, or several in a row (几乎不).
func isChineseStop(word string) bool {
	if chineseStops[word] {
		return true
	}
	for i := range word {
		if i > 0 && chineseStops[word[:i]] && isChineseStop(word[i:]) {
			return true
		}
	}
	return false
}
