package search

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// stem gives the term of a folded word: spelling variants of British English
// unified, then Snowball's English stem. Words with digits, and words of other
// scripts, are their own terms.
func stem(word string) string {
	if len(word) < 3 {
		return word
	}
	for i := range len(word) {
		if c := word[i]; c < 'a' || c > 'z' {
			return word
		}
	}
	if s, ok := irregular[word]; ok {
		return s
	}
	return english.Stem(american(word), false)
}

// irregular lists plurals and forms that the stemmer does not bring together
// and that technical prose uses.
var irregular = map[string]string{
	"gpus": "gpu", "cpus": "cpu", "tpus": "tpu", "dpus": "dpu", "npus": "npu", "vcpus": "vcpu", "vcpu": "vcpu",
	"skus": "sku", "isps": "isp", "nics": "nic", "osds": "osd", "sdks": "sdk", "kms": "kms", "dns": "dns", "tls": "tls",
	"ran": "run", "wrote": "write", "written": "write", "writing": "write", "writes": "write", "sent": "send",
	"kept": "keep", "built": "build", "lost": "lose", "losing": "lose", "chose": "choos", "chosen": "choos",
	"held": "hold", "took": "take", "taken": "take", "grew": "grow", "grown": "grow", "froze": "freez", "frozen": "freez",
	"indices": "index", "indexes": "index", "vertices": "vertex", "matrices": "matrix", "queries": "queri",
	"data": "data", "datum": "data", "children": "child", "people": "person", "men": "man", "women": "woman",
	"news": "news", "bus": "bus", "busses": "bus", "buses": "bus", "status": "status", "statuses": "status",
	"modelled": "model", "modelling": "model", "labelled": "label", "labelling": "label", "cancelled": "cancel", "cancelling": "cancel",
	"travelled": "travel", "travelling": "travel", "bypasses": "bypass", "caches": "cach", "caching": "cach", "cached": "cach",
}

// american respells British endings: optimisation, behaviour, centre.
func american(word string) string {
	if len(word) < 6 {
		return word
	}
	for _, p := range britishEndings {
		if !strings.HasSuffix(word, p.from) {
			continue
		}
		root := word[:len(word)-len(p.from)]
		if p.from[0] == 'i' && !verbRoot(root) {
			return word
		}
		return root + p.to
	}
	return word
}

// verbRoot reports whether -ise after a root is the verb ending that American
// English writes -ize: not precise, revise or enterprise.
func verbRoot(root string) bool {
	if !strings.ContainsRune("lntdgsmr", rune(root[len(root)-1])) {
		return false
	}
	for _, end := range [...]string{"pr", "prom", "prem"} {
		if strings.HasSuffix(root, end) {
			return false
		}
	}
	return true
}

var britishEndings = []struct{ from, to string }{
	{"isations", "izations"},
	{"isation", "ization"},
	{"ising", "izing"},
	{"ised", "ized"},
	{"ises", "izes"},
	{"ise", "ize"},
	{"iser", "izer"},
	{"isers", "izers"},
	{"yse", "yze"},
	{"ysed", "yzed"},
	{"ysing", "yzing"},
	{"ours", "ors"},
	{"our", "or"},
	{"oured", "ored"},
	{"ouring", "oring"},
	{"ourite", "orite"},
	{"centre", "center"},
	{"metre", "meter"},
	{"litre", "liter"},
	{"fibre", "fiber"},
	{"logue", "log"},
	{"logues", "logs"},
}
