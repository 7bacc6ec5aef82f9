package store

import (
	"encoding/json"
	"fmt"

	"factbot/internal/fact"
)

// ownRelation is a relation recorded on a fact, by key of the other.
type ownRelation struct {
	kind  fact.RelationKind
	other int64
}

func decodeRelations(text string) ([]ownRelation, error) {
	if text == "" {
		return nil, nil
	}
	var pairs [][2]any
	if err := json.Unmarshal([]byte(text), &pairs); err != nil {
		return nil, fmt.Errorf("relations: %w", err)
	}
	out := make([]ownRelation, 0, len(pairs))
	for _, p := range pairs {
		kind, ok := p[0].(string)
		key, ok2 := p[1].(float64) // keys stay far below 2^53
		if !ok || !ok2 {
			return nil, fmt.Errorf("relations: %q", text)
		}
		out = append(out, ownRelation{kind: fact.RelationKind(kind), other: int64(key)})
	}
	return out, nil
}

func encodeRelations(own []ownRelation) (any, error) {
	if len(own) == 0 {
		return nil, nil
	}
	pairs := make([][2]any, len(own))
	for i, r := range own {
		pairs[i] = [2]any{string(r.kind), r.other}
	}
	return encode(pairs)
}
