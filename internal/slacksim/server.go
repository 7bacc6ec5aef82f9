package slacksim

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Server is the pretend Slack. Make one with New, open it with Start.
type Server struct {
	manifest                          manifest
	botToken, appToken, signingSecret string
	now                               func() time.Time
	log                               *slog.Logger
	limits                            Limits
	mux                               *http.ServeMux
	deliverClient                     *http.Client
	life                              context.Context // ends with Close
	end                               context.CancelFunc
	background                        sync.WaitGroup // deliveries and connections
	httpServer                        *http.Server

	mu           sync.Mutex
	closed       bool
	base         string // scheme and host, without a final slash
	deliverTo    string
	world        World
	lastTS       int64 // microseconds; timestamps never repeat
	seq          int64
	changed      chan struct{} // closed and replaced at every change
	subscribers  []*subscriber
	messages     []*Message
	stacks       map[string][]*View // open modals by user, bottom first
	homes        map[string]*View
	traffic      []Traffic
	triggers     map[string]*trigger
	responses    map[string]*responseTarget
	tickets      map[string]time.Time
	conns        []*conn
	connCount    int // connections ever
	nextConn     int // round robin
	linkDisabled bool
	lastEvent    chan struct{} // closed once the newest event is on its way
	events       []sentEvent
	faults       map[string][]*faultRule
	holds        map[string]chan struct{}
	held         map[string]int
	down         bool
	buckets      map[string]*bucket
}

// New checks the manifest and the world and returns a server that is not listening yet.
func New(o Options) (*Server, error) {
	m, err := parseManifest(o.Manifest)
	if err != nil {
		return nil, err
	}
	if o.World.empty() {
		o.World = DefaultWorld()
	}
	life, end := context.WithCancel(context.Background())
	s := &Server{
		manifest: m, botToken: o.BotToken, appToken: o.AppToken, signingSecret: o.SigningSecret,
		now: o.Clock, log: o.Logger, limits: o.Limits.withDefaults(), deliverTo: o.DeliverTo,
		mux: http.NewServeMux(), deliverClient: newDeliverClient(), life: life, end: end,
		world: o.World.clone(), changed: make(chan struct{}),
		stacks: map[string][]*View{}, homes: map[string]*View{},
		triggers: map[string]*trigger{}, responses: map[string]*responseTarget{}, tickets: map[string]time.Time{},
		faults: map[string][]*faultRule{}, holds: map[string]chan struct{}{}, held: map[string]int{}, buckets: map[string]*bucket{},
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.completeLocked()
	s.routes()
	return s, nil
}

// completeLocked fills in what the options left out. New calls it before anyone else has the server.
func (s *Server) completeLocked() {
	if s.botToken == "" {
		s.botToken = "xoxb-" + randomHex(16)
	}
	if s.appToken == "" {
		s.appToken = "xapp-1-" + randomHex(16)
	}
	if s.signingSecret == "" {
		s.signingSecret = randomHex(16)
	}
	if s.world.Bot.Name == "" {
		s.world.Bot.Name = s.manifest.botName()
	}
	for i := range s.world.Users {
		if s.world.Users[i].TeamID == "" {
			s.world.Users[i].TeamID = s.world.Team.ID
		}
	}
}

// Start listens on a loopback address ("127.0.0.1:0" picks a free port) and serves until ctx ends or Close is called.
func (s *Server) Start(ctx context.Context, addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("listen address %q: %w", addr, err)
	}
	if !loopbackHost(host) {
		return fmt.Errorf("listen address %q: only a loopback address is allowed", addr)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listen on %q: %w", addr, err)
	}
	s.mu.Lock()
	s.base = "http://" + l.Addr().String()
	s.mu.Unlock()
	s.httpServer = &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second}
	s.background.Go(func() {
		if err := s.httpServer.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("slacksim: serve", "err", err)
		}
	})
	context.AfterFunc(ctx, func() { _ = s.Close() })
	return nil
}

// Close ends every connection and delivery and wakes every waiter. It is safe to call it more than once.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.end()
	s.changedLocked(Change{Kind: "connection"})
	conns := append([]*conn(nil), s.conns...)
	for _, sub := range s.subscribers {
		close(sub.c)
	}
	s.subscribers = nil
	s.mu.Unlock()
	for _, c := range conns {
		c.drop()
	}
	var err error
	if s.httpServer != nil {
		err = s.httpServer.Close()
	}
	s.deliverClient.CloseIdleConnections()
	s.background.Wait()
	return err
}

// Handle mounts another handler, such as a web page, beside the server's own routes. Call it before Start.
// What it serves should go through Guard.
func (s *Server) Handle(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// Handler serves the Web API, Socket Mode, response URLs, /ui/act and what Handle mounted.
func (s *Server) Handler() http.Handler { return s.mux }

// URL is the server's address without a final slash; empty before Start.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base
}

// APIURL is what an app takes as Slack's API base; it ends in "/api/".
func (s *Server) APIURL() string { return s.URL() + "/api/" }

// BotToken is the token with which the app calls the Web API.
func (s *Server) BotToken() string { return s.botToken }

// AppToken is the app-level token that opens Socket Mode.
func (s *Server) AppToken() string { return s.appToken }

// SigningSecret signs HTTP deliveries.
func (s *Server) SigningSecret() string { return s.signingSecret }

// SocketMode reports whether the manifest uses Socket Mode rather than HTTP deliveries.
func (s *Server) SocketMode() bool { return s.manifest.Settings.SocketMode }

// SetDeliverTo changes the URL of HTTP deliveries, for an app whose address is known only once it runs.
func (s *Server) SetDeliverTo(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deliverTo = url
}

func (s *Server) clock() time.Time { return s.now().UTC() }
