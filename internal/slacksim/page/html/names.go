package html

// The elements, as functions of their attributes and content. None of them
// holds a language of its own, in which escaping would be another.
var (
	A          = tag("a")
	Article    = tag("article")
	Aside      = tag("aside")
	B          = tag("b")
	Body       = tag("body")
	Br         = tag("br")
	Button     = tag("button")
	Caption    = tag("caption")
	Code       = tag("code")
	Details    = tag("details")
	Dialog     = tag("dialog")
	Div        = tag("div")
	FieldSet   = tag("fieldset")
	FigCaption = tag("figcaption")
	Figure     = tag("figure")
	Form       = tag("form")
	H1         = tag("h1")
	H2         = tag("h2")
	Head       = tag("head")
	Header     = tag("header")
	Hr         = tag("hr")
	I          = tag("i")
	Input      = tag("input")
	Label      = tag("label")
	Legend     = tag("legend")
	Li         = tag("li")
	Main       = tag("main")
	Meta       = tag("meta")
	Nav        = tag("nav")
	NoScript   = tag("noscript")
	OptGroup   = tag("optgroup")
	Option     = tag("option")
	P          = tag("p")
	Pre        = tag("pre")
	Section    = tag("section")
	Select     = tag("select")
	Small      = tag("small")
	Span       = tag("span")
	Strong     = tag("strong")
	Summary    = tag("summary")
	Table      = tag("table")
	Td         = tag("td")
	Textarea   = tag("textarea")
	Th         = tag("th")
	Time       = tag("time")
	Title      = tag("title")
	Tr         = tag("tr")
	Ul         = tag("ul")
)

// The attributes, as functions of their values. Those that hold an address are
// not among them: see [Href].
var (
	AutoComplete = attr("autocomplete")
	Charset      = attr("charset")
	Class        = attr("class")
	Content      = attr("content")
	DateTime     = attr("datetime")
	For          = attr("for")
	ID           = attr("id")
	InputMode    = attr("inputmode")
	LabelAttr    = attr("label")
	Name         = attr("name")
	Placeholder  = attr("placeholder")
	Rel          = attr("rel")
	Role         = attr("role")
	Rows         = attr("rows")
	Scope        = attr("scope")
	Size         = attr("size")
	SpellCheck   = attr("spellcheck")
	TabIndex     = attr("tabindex")
	Target       = attr("target")
	TitleAttr    = attr("title")
	Type         = attr("type")
	Value        = attr("value")
)

// The attributes without a value.
var (
	AutoFocus  = flag("autofocus")
	Checked    = flag("checked")
	Hidden     = flag("hidden")
	Multiple   = flag("multiple")
	NoValidate = flag("novalidate")
	Open       = flag("open")
	Selected   = flag("selected")
)

func tag(name string) func(nodes ...Node) Node {
	return func(nodes ...Node) Node { return element{name, nodes} }
}

func attr(name string) func(value string) Node {
	return func(value string) Node { return attribute{name: name, value: value} }
}

func flag(name string) Node { return attribute{name: name, bare: true} }

// Post makes a form send itself to an address of this site.
func Post(address string) Node { return sending("post", address) }

// Get makes a form ask for an address of this site with its fields.
func Get(address string) Node { return sending("get", address) }

func sending(method, address string) Node {
	return Group{attribute{name: "method", value: method}, attribute{name: "action", value: address}}
}
