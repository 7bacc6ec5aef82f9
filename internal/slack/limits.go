package slack

import "time"

// Slack's bounds on what is shown, in code points unless they say otherwise. Source: Slack's Block Kit reference; where it
// gives no number, the comment says what ours rests on.
const (
	maxMessageBlocks = 50
	maxViewBlocks    = 100

	maxText        = 3000 // a text object in a section or context
	maxHeader      = 150
	maxContext     = 10 // elements of a context block
	maxActions     = 25 // elements of an actions block
	maxButtonText  = 75
	maxButtonValue = 2000
	maxURL         = 3000
	maxA11yLabel   = 75
	maxOptionText  = 75
	maxOptionValue = 150
	maxOverflow    = 5
	maxOptions     = 100 // of a static select
	maxRadio       = 10  // radio buttons
	maxInputText   = 3000
	maxLabel       = 2000
	maxHint        = 2000
	maxID          = 255 // block_id, action_id, callback_id

	maxConfirmTitle  = 100
	maxConfirmText   = 300
	maxConfirmButton = 30

	maxViewTitle       = 24 // title, submit and close
	maxPrivateMetadata = 3000

	// maxTopText is the top-level text of a message: Slack cuts at 40,000.
	maxTopText = 39_000
	// messageChars is how much text the blocks of one message may hold in all. Slack refuses more with
	// msg_blocks_too_long and documents no number: 9,600 was taken and 11,300 refused in reports.
	messageChars = 9000
	// viewChars is the same for a modal or a home tab, whose payload Slack bounds at 250 kB.
	viewChars = 50_000
	// errorText bounds the sentence under a form's field; Slack gives no number.
	errorText = 500
	// maxAck is what an acknowledgement must stay under, in bytes: Socket Mode drops larger ones without a word. HTTP
	// is held to the same, so that both transports answer alike.
	maxAck = 20_000
)

// Bounds on what is taken in.
const (
	maxBody      = 1 << 20         // bytes of one delivery
	window       = 5 * time.Minute // how far a signature's time may be from ours, both ways
	maxTyped     = 8000            // code points of a typed text, as it was typed: a longer one is refused; the bot has its own, smaller bounds
	maxChallenge = 1024
	replayKept   = 3 << 13 // signatures remembered in each half of the window
)

// Limits are the bounds that an operator or a test may change. A zero value means the default.
type Limits struct {
	AckWithin  time.Duration // an answer later than this goes to response_url; 700 ms
	FormWithin time.Duration // the same for a submitted form; 2 s
	Commit     time.Duration // how long an event may take to be committed before Slack is left to send it again; 2.5 s
	Call       time.Duration // a Web API call; 10 s
	Arrival    time.Duration // how long an answer waits for the message that it speaks of; 3 s
	Drain      time.Duration // how long Run waits for work in hand after its context ends; 8 s
	Silence    time.Duration // a socket that brought neither frame nor ping for this long is closed; 25 s
	Workers    int           // envelopes and late answers worked on at once; 16
	Queue      int           // those that may wait; more are turned away as busy; 256
	Requests   int           // HTTP deliveries answered at once; more are turned away as busy; 512
	Sockets    int           // Socket Mode connections; 2
	PerMinute  int           // questions a person may ask a minute, in bursts of as many; 0: no limit
	PerThread  int           // public answers in one thread an hour; 0: no limit
}

func (l Limits) withDefaults() Limits {
	set := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	count := func(n *int, v int) {
		if *n <= 0 {
			*n = v
		}
	}
	set(&l.AckWithin, 700*time.Millisecond)
	set(&l.FormWithin, 2*time.Second)
	set(&l.Commit, 2500*time.Millisecond)
	set(&l.Call, 10*time.Second)
	set(&l.Arrival, 3*time.Second)
	set(&l.Drain, 8*time.Second)
	set(&l.Silence, 25*time.Second)
	count(&l.Workers, 16)
	count(&l.Queue, 256)
	count(&l.Requests, 512)
	count(&l.Sockets, 2)
	return l
}
