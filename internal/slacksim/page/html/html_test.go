package html_test

import (
	"strings"
	"testing"

	"factbot/internal/slacksim/page/html"
)

func render(n html.Node) string { return html.Group{n}.String() }

func TestRender(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		node html.Node
		want string
	}{
		{html.Text(`a <b> & "c" 'd'` + "\x00"), "a &lt;b&gt; &amp; &#34;c&#34; &#39;d&#39;\uFFFD"},
		{html.P(), "<p></p>"},
		{html.P(nil, html.Text("x"), nil), "<p>x</p>"},
		{html.Br(html.Text("lost")), "<br>"},
		{html.Input(html.Type("hidden"), html.Value(`"><b`)), `<input type="hidden" value="&#34;&gt;&lt;b">`},
		{html.Div(html.Text("before"), html.Class("late")), `<div class="late">before</div>`},
		{html.Div(html.Group{html.ID("i"), html.Group{html.Class("c"), html.Text("x")}}), `<div id="i" class="c">x</div>`},
		{html.Option(html.Selected, html.Value("")), `<option selected value=""></option>`},
		{html.Div(html.Data("where", "x y"), html.Aria("label", "n")), `<div data-where="x y" aria-label="n"></div>`},
		{html.If(true, html.B(html.Text("x"))), "<b>x</b>"},
		{html.If(false, html.B()), ""},
		{html.Ul(html.Map([]string{"a", "b"}, func(s string) html.Node { return html.Li(html.Text(s)) })), "<ul><li>a</li><li>b</li></ul>"},
		{html.ID("nowhere"), ""},
		{
			html.Document("en", html.Head(html.Script("/x.js"), html.Stylesheet("/x.css")), html.Body()),
			"<!DOCTYPE html>\n" + `<html lang="en"><head><script src="/x.js" defer></script><link rel="stylesheet" href="/x.css"></head><body></body></html>`,
		},
		{html.Form(html.Post("/do")), `<form method="post" action="/do"></form>`},
	} {
		if got := render(c.node); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestHref(t *testing.T) {
	t.Parallel()
	for address, leads := range map[string]bool{
		"/?as=U0READER&c=C0RDMA": true, "/": true, "#text": true, "https://example.com/?a=1&b=2": true, "HTTP://EXAMPLE.COM": true,
		"mailto:a@example.com": true, "": false, "javascript:alert(1)": false, " javascript:x": false, "java\nscript:x": false,
		"//example.com": false, `/\example.com`: false, "/\t/example.com": false, "data:text/html,x": false, "https://": false, "relative": false,
	} {
		got := render(html.A(html.Href(address)))
		want := "<a></a>"
		if leads {
			want = `<a href="` + strings.ReplaceAll(address, "&", "&amp;") + `"></a>`
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", address, got, want)
		}
	}
}

// FuzzText wants any text to stay within its element and its attribute.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "x", `"><script>`, "' onclick='x", "</p>", "<!--", "&lt;", "\x00<\xff\"", "javascript:x", "//x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := render(html.P(html.Href(s), html.ID(s), html.Data("x", s), html.Text(s)))
		got = strings.TrimPrefix(got, "<p")
		got = strings.TrimSuffix(got, "</p>")
		if strings.ContainsAny(got, "<'") || strings.Count(got, ">") != 1 || strings.Count(got, `"`)%2 != 0 || strings.Count(got, `"`) > 6 {
			t.Errorf("%q gives %q", s, got)
		}
		address, _, _ := strings.Cut(strings.TrimPrefix(got, ` href="`), `"`)
		if strings.HasPrefix(got, ` href="`) && (strings.HasPrefix(address, "//") || strings.HasPrefix(strings.ToLower(address), "javascript")) {
			t.Errorf("%q leads to %q", s, address)
		}
	})
}
