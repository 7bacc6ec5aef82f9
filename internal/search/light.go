package search

// light reports whether a word says little about a topic, so that its absence
// does not make a question unanswerable.
func light(text string) bool { return lightWords[text] || chineseLight[text] }

var lightWords = set(`
work works working use used uses using happen happens happening difference different differ compare compared comparison
way ways reason reasons value values problem problems issue issues main good best better recommend recommended recommendation
typical typically possible able require required requires requirement need needed main kind type types thing things example
please question answer info information detail details about setup set run running runs start handle support supports supported
between company people person say says said tell know think according current currently today now available exist exists
cause causes caused affect affects increase reduce change changes allow allows enable provide provides become include includes
maximum minimum max min number amount total size level limit role purpose benefit benefits advantage advantages
actual really so-called special general specific important large small big high low
`)

var chineseLight = set(Fold(`区别 不同 原因 问题 方法 方式 作用 好处 优点 缺点 优势 特点 支持 工作 实现 情况 要求 影响 导致 提供 推荐 建议 最多 最大 最小 最少 数量 多少 原理 处理 发生 出现 意思 目的 关系 哪些 设置 配置 采用 依赖 运行`))
