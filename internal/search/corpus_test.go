package search

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"factbot/internal/fact"
)

// synthetic makes facts of the kind a team records, in two languages: made-up
// products and sites, measured figures, causes and limits. The facts of a
// smaller number are the first of a larger one.
func synthetic(n int) []*fact.Fact {
	r := rand.New(rand.NewPCG(5, 11))
	facts := make([]*fact.Fact, n)
	for k := range facts {
		text := sentence(r)
		f := &fact.Fact{
			ID: fact.ID{Prefix: "SYN", N: k + 1}, Topic: "syn", Statement: text, Lang: fact.DetectLang(text),
			Confidence: fact.Confidence(50 + 5*r.IntN(10)), Version: 1,
		}
		if r.IntN(5) == 0 {
			f.Status = fact.Verified
		}
		facts[k] = f
	}
	return facts
}

var (
	synHeads = strings.Fields("Amber Basin Cinder Dune Elm Fathom Gale Harbor Iris Juniper Kelp Lantern Mesa Nimbus Opal Prairie Quill Ridge Sable Thicket Umber Vale Willow Yarrow Zenith")
	synTails = strings.Fields("Cache Fabric Gate Index Journal Link Mesh Pool Proxy Queue Route Store Stream Table Vault")
	synTech  = strings.Fields("TCP RDMA QUIC gRPC NVMe RoCE eBPF DPDK PCIe CXL Raft Paxos MVCC WAL TLS io_uring HTTP/3 B-tree LSM-tree KV-cache")
	synWhat  = strings.Fields("latency throughput bandwidth jitter memory recovery checkpointing compaction replication failover admission scheduling batching prefetching eviction")
	synDoes  = strings.Fields("reduces raises halves limits bounds stabilises improves dominates hides doubles")
	synUnits = strings.Fields("microseconds milliseconds percent Gbps requests/s watts nodes shards")
	synWhen  = []string{
		"during bursty traffic", "when the working set no longer fits in memory", "across two regions", "with encryption enabled",
		"while a replica is rebuilt", "at small batch sizes", "on commodity hardware", "under a mixed read and write load",
		"once the log is older than a day", "for tenants on the free plan", "after the controller restarts",
	}
	synZhWhat = []string{"延迟", "吞吐量", "带宽", "内存占用", "恢复时间", "丢包率", "缓存命中率", "写入放大", "复制延迟", "尾延迟"}
	synZhDoes = []string{"降低", "提升", "限制", "稳定", "翻倍", "缩短"}
	synZhPart = []string{"调度器", "网关", "内核", "驱动程序", "控制器", "负载均衡器", "分配器", "交换机", "编译器", "代理"}
	synZhWhen = []string{"在突发负载下", "跨可用区部署时", "当工作集超出内存时", "启用加密之后", "在小批量情况下", "副本重建期间", "在多租户集群中"}
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// often picks the first ones more often, as words are used.
func often(r *rand.Rand, from []string) string {
	x := r.Float64()
	return from[int(x*x*float64(len(from)))]
}

func product(r *rand.Rand) string { return often(r, synHeads) + pick(r, synTails) }

func sentence(r *rand.Rand) string {
	name, site := product(r), fmt.Sprintf("site%d", r.IntN(5000))
	version, figure := fmt.Sprintf("v%d.%d", 1+r.IntN(9), r.IntN(10)), 1+r.IntN(999)
	if r.IntN(10) < 3 {
		switch r.IntN(3) {
		case 0:
			return fmt.Sprintf("%s %s 的%s依赖 %s，%s可将%s%s约 %d%%。", name, version, pick(r, synZhPart), often(r, synTech), pick(r, synZhWhen), often(r, synZhWhat), pick(r, synZhDoes), figure%90)
		case 1:
			return fmt.Sprintf("%s，%s 通过 %s 与%s的配合%s%s，在 %s 上测得 %d 微秒。", pick(r, synZhWhen), name, often(r, synTech), pick(r, synZhPart), pick(r, synZhDoes), often(r, synZhWhat), site, figure)
		default:
			return fmt.Sprintf("与 %s 相比，%s 的%s绕过操作系统内核，%s%s，最多支持 %d 个节点。", often(r, synTech), name, pick(r, synZhPart), pick(r, synZhDoes), often(r, synZhWhat), figure)
		}
	}
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("%s %s %s %s to about %d %s %s.", name, version, pick(r, synDoes), often(r, synWhat), figure, pick(r, synUnits), pick(r, synWhen))
	case 1:
		return fmt.Sprintf("The %s of %s relies on %s rather than %s, which %s its %s %s.", often(r, synWhat), name, often(r, synTech), often(r, synTech), pick(r, synDoes), often(r, synWhat), pick(r, synWhen))
	case 2:
		return fmt.Sprintf("At %s, moving from %s to %s %s %s by %d %s; %s becomes the bottleneck %s.", site, often(r, synTech), often(r, synTech), pick(r, synDoes), often(r, synWhat), figure, pick(r, synUnits), often(r, synWhat), pick(r, synWhen))
	default:
		return fmt.Sprintf("Operators at %s report that %s %s needs %s and careful tuning to keep %s stable %s.", site, name, version, often(r, synTech), often(r, synWhat), pick(r, synWhen))
	}
}

// questions makes whole questions about synthetic facts: a quarter name a
// product and its release, others ask about a technique or a site, some in
// Chinese, some misspelt, some that nothing answers.
func questions(n int) []string {
	r := rand.New(rand.NewPCG(3, 9))
	out := make([]string, n)
	for k := range out {
		switch k % 10 {
		case 0, 1:
			out[k] = fmt.Sprintf("how does %s v%d.%d affect %s %s?", product(r), 1+r.IntN(9), r.IntN(10), often(r, synWhat), pick(r, synWhen))
		case 2, 3:
			out[k] = fmt.Sprintf("what is the %s of %s %s?", often(r, synWhat), product(r), pick(r, synWhen))
		case 4:
			out[k] = fmt.Sprintf("which sites moved from %s to %s and what did it do to %s?", often(r, synTech), often(r, synTech), often(r, synWhat))
		case 5:
			out[k] = fmt.Sprintf("what do operators at site%d say about %s?", r.IntN(5000), often(r, synWhat))
		case 6:
			out[k] = fmt.Sprintf("%s的%s如何影响%s？", product(r), pick(r, synZhPart), often(r, synZhWhat))
		case 7:
			out[k] = fmt.Sprintf("为什么%s%s会%s？", pick(r, synZhWhen), often(r, synZhWhat), pick(r, synZhDoes))
		case 8:
			w := product(r)
			out[k] = fmt.Sprintf("does %s need careful tunning to keep %s stable?", w[:2]+w[3:], often(r, synWhat))
		default:
			out[k] = fmt.Sprintf("why is %s harder to operate than %s %s?", often(r, synTech), often(r, synTech), pick(r, synWhen))
		}
	}
	return out
}
