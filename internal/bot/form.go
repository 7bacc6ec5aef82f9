package bot

// Form asks for values. Its submission is a Request with Via ViaForm, Text
// Command and Fields filled in. The command holds verb, ids and versions only.
type Form struct {
	Command string
	Topic   string
	Title   string // at most 24 characters
	Submit  string // at most 24 characters
	Intro   []Section
	Fields  []Field
}

// FieldKind is how a field is filled in.
type FieldKind uint8

// The kinds of field.
const (
	FieldLine    FieldKind = iota // one line of text
	FieldText                     // several lines
	FieldChoice                   // one of Choices, all visible where few
	FieldNumber                   // a whole number
	FieldURL                      // an http(s) address
	FieldUser                     // a person
	FieldChannel                  // a channel
)

// Field is one value a form asks for.
type Field struct {
	Name     string
	Kind     FieldKind
	Label    string
	Hint     string
	Value    string // initial
	Choices  []Choice
	Required bool
	Max      int // code points; 0: the transport's own maximum
}

// Choice is one option of a field.
type Choice struct {
	Value string
	Label string
}
