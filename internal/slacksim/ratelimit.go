package slacksim

import "time"

// Calls a minute of Slack's rate limit tiers; the documented floors.
const (
	tier1 = 1
	tier2 = 20
	tier3 = 50
	tier4 = 100
	// specialTier bounds chat.postMessage across the workspace ("several hundred a minute").
	specialTier = 300
)

// A channel takes one message a second, and a short burst of up to this many.
const (
	channelBurst     = 4
	channelPerMinute = 60
)

// bucket is a token bucket: it holds up to its burst and refills evenly.
type bucket struct {
	tokens float64
	at     time.Time
}

// take removes a token, or says how long it takes until there is one.
func (b *bucket) take(now time.Time, burst, perMinute float64) time.Duration {
	b.tokens = min(burst, b.tokens+now.Sub(b.at).Minutes()*perMinute)
	b.at = now
	if b.tokens >= 1-1e-9 {
		b.tokens--
		return 0
	}
	wait := time.Duration((1 - b.tokens) / perMinute * float64(time.Minute))
	return max(wait, time.Second)
}

// takeRate refuses a call that comes too soon after others.
func (s *Server) takeRate(c call, perMinute int) *apiError {
	if perMinute == 0 {
		return nil
	}
	if wait := s.takeToken("method/"+c.method, perMinute, perMinute); wait > 0 {
		return &apiError{name: "ratelimited", retry: wait}
	}
	return nil
}

// takeChannelRate refuses a message that comes too soon after others in the channel.
func (s *Server) takeChannelRate(channelID string) *apiError {
	if wait := s.takeToken("channel/"+channelID, channelBurst, channelPerMinute); wait > 0 {
		return &apiError{name: "ratelimited", retry: wait}
	}
	return nil
}

func (s *Server) takeToken(name string, burst, perMinute int) time.Duration {
	if !s.limits.RateLimits {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock()
	b, ok := s.buckets[name]
	if !ok {
		b = &bucket{tokens: float64(burst), at: now}
		s.buckets[name] = b
	}
	return b.take(now, float64(burst), float64(perMinute))
}
