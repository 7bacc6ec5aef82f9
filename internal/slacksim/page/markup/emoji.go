package markup

import "strings"

// emoji are the short codes that the pretend Slack knows: the ones that bots
// and people use most. Others stay as they were written.
var emoji = map[string]string{
	"+1": "👍", "thumbsup": "👍", "-1": "👎", "thumbsdown": "👎", "ok_hand": "👌", "clap": "👏", "pray": "🙏",
	"wave": "👋", "raised_hands": "🙌", "muscle": "💪", "point_right": "👉", "point_up": "☝️", "handshake": "🤝",
	"smile": "😄", "grinning": "😀", "slightly_smiling_face": "🙂", "joy": "😂", "wink": "😉", "thinking_face": "🤔",
	"neutral_face": "😐", "confused": "😕", "cry": "😢", "sob": "😭", "sunglasses": "😎", "eyes": "👀", "robot_face": "🤖",
	"heart": "❤️", "tada": "🎉", "sparkles": "✨", "star": "⭐", "fire": "🔥", "rocket": "🚀", "zap": "⚡", "boom": "💥",
	"white_check_mark": "✅", "heavy_check_mark": "✔️", "ballot_box_with_check": "☑️", "x": "❌",
	"heavy_multiplication_x": "✖️", "warning": "⚠️", "no_entry": "⛔", "no_entry_sign": "🚫", "octagonal_sign": "🛑",
	"question": "❓", "grey_question": "❔", "exclamation": "❗", "information_source": "ℹ️", "bangbang": "‼️",
	"large_green_circle": "🟢", "large_yellow_circle": "🟡", "large_orange_circle": "🟠", "red_circle": "🔴",
	"large_blue_circle": "🔵", "white_circle": "⚪", "black_circle": "⚫",
	"bulb": "💡", "mag": "🔍", "book": "📖", "books": "📚", "bookmark": "🔖", "memo": "📝", "pencil": "📝", "pencil2": "✏️",
	"page_facing_up": "📄", "clipboard": "📋", "bar_chart": "📊", "chart_with_upwards_trend": "📈", "calendar": "📆",
	"date": "📅", "hourglass": "⌛", "hourglass_flowing_sand": "⏳", "clock1": "🕐", "stopwatch": "⏱️", "bell": "🔔",
	"link": "🔗", "lock": "🔒", "unlock": "🔓", "key": "🔑", "gear": "⚙️", "wrench": "🔧", "hammer": "🔨", "bug": "🐛",
	"package": "📦", "wastebasket": "🗑️", "inbox_tray": "📥", "outbox_tray": "📤", "envelope": "✉️", "speech_balloon": "💬",
	"triangular_flag_on_post": "🚩", "waving_white_flag": "🏳️", "checkered_flag": "🏁", "pushpin": "📌", "scales": "⚖️",
	"arrow_right": "➡️", "arrow_left": "⬅️", "arrow_up": "⬆️", "arrow_down": "⬇️", "arrows_counterclockwise": "🔄",
	"leftwards_arrow_with_hook": "↩️", "heavy_plus_sign": "➕", "heavy_minus_sign": "➖", "recycle": "♻️", "shield": "🛡️",
}

// Emoji returns the character for a short code without colons, else the code
// in its colons.
func Emoji(name string) string {
	base, _, _ := strings.Cut(name, "::skin-tone-")
	if e, ok := emoji[base]; ok {
		return e
	}
	return ":" + name + ":"
}

// ReplaceEmoji replaces the :short_codes: in a text that are known.
func ReplaceEmoji(s string) string {
	if strings.Count(s, ":") < 2 {
		return s
	}
	var b strings.Builder
	for {
		start := strings.IndexByte(s, ':')
		if start < 0 {
			b.WriteString(s)
			return b.String()
		}
		end := strings.IndexByte(s[start+1:], ':')
		if end < 0 {
			b.WriteString(s)
			return b.String()
		}
		name := s[start+1 : start+1+end]
		if e, ok := emoji[name]; ok {
			b.WriteString(s[:start] + e)
			s = s[start+end+2:]
			continue
		}
		b.WriteString(s[:start+1+end]) // the closing colon may open the next
		s = s[start+1+end:]
	}
}
