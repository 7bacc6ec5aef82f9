package search

import "time"

// priors tabulates priorOf by verified or not and confidence.
func (x *scratch) priors(o *Options) *[2][256]float64 {
	if x.prior[0][50] == 0 {
		for rate := range x.prior[0] {
			x.prior[0][rate] = priorOf(0, uint8(rate), o)
			x.prior[1][rate] = priorOf(docVerified, uint8(rate), o)
		}
	}
	return &x.prior
}

// priorOf is the factor by which a status and a confidence lift or lower a fact
// that has neither doubts nor a date that has passed.
func priorOf(flags docFlags, rate uint8, o *Options) float64 {
	f := 1 + o.Confidence*(float64(rate)-50)/50
	if flags&docVerified != 0 {
		f += o.Verified
	}
	return f
}

// prior is the factor by which what is known of a fact lifts or lowers it.
func (s *shelf) prior(m docMeta, doc uint32, now time.Time) float64 {
	o := s.opts
	expired := m.flags&docExpires != 0 && s.facts[doc].Expired(now)
	if expired {
		m.flags &^= docVerified
	}
	f := priorOf(m.flags, m.rate, o)
	if expired {
		f *= o.Expired
	}
	if m.flags&docDoubted != 0 {
		f *= o.Doubted
	}
	return f
}
