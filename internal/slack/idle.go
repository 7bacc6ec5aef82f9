package slack

// Idle reports whether nothing is in hand: no delivery is being answered or waits for what its answer speaks of, nobody is
// being looked up, and every user group of the settings was read.
func (a *App) Idle() bool {
	return !a.shares.waits() && !a.pool.working() && !a.sockets.work.working() && a.inHand.Load() == 0 && a.directory.settled()
}

// settled reports whether nothing is waiting to be looked up.
func (d *Directory) settled() bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if len(d.asked) > 0 {
		return false
	}
	for _, g := range d.app.Groups {
		if _, ok := d.groups[g]; !ok {
			return false
		}
	}
	return true
}
