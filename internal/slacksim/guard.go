package slacksim

import (
	"net"
	"net/http"
)

// loopbackHost reports whether a host (without port) is this machine.
func loopbackHost(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Guard lets a request through only when a person's own browser or script on this machine sent it: the Host must name this
// machine (a name that was rebound to it does not), and an Origin must be this very server.
func (s *Server) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
		foreign := (origin != "" && origin != "http://"+r.Host) || (site != "" && site != "same-origin" && site != "none")
		if !loopbackHost(host) || foreign {
			http.Error(w, "this address answers only its own page and scripts on this machine", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
