package snapshot

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// region is memory that a slice, a pointer or a map of a value leads to.
type region struct {
	start, end uintptr
	limit      uintptr // the end of a slice's capacity
	size       uintptr // of an element
}

// surveyor walks through a value and lists the memory it leads to.
type surveyor struct {
	regions []region
	seen    map[uintptr]bool      // the places that were visited
	refs    map[reflect.Type]bool // whether values of a type lead to other memory
	path    []step

	wanted []region // regions whose names are wanted
	names  []string
	met    func(r region, v reflect.Value) // called for each slice, pointer and map; may be nil
}

// step is a field, or an index where the field is empty.
type step struct {
	field string
	index int
}

// survey refuses a value if two of its parts share memory: they would come back as two copies. It
// returns, by address, the capacity of each slice beyond its length.
func survey(root reflect.Value) (spare map[uintptr]int, err error) {
	s := walk(root, nil)
	list := s.regions
	slices.SortFunc(list, func(a, b region) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	spare = map[uintptr]int{}
	widest := 0
	for i, r := range list {
		if i > 0 && r.start < r.end && r.start < list[widest].end {
			names := append(walk(root, []region{list[widest], r}).names, "another part")
			return nil, fmt.Errorf("%s shares memory with %s, and a checkpoint would make two "+
				"copies of it: keep one of them in the state, and make the other where it is used",
				names[0], names[1])
		}
		if r.end > list[widest].end {
			widest = i
		}
		if r.limit > r.end && (i+1 == len(list) || list[i+1].start >= r.limit) {
			spare[r.start] = int((r.limit - r.end) / r.size)
		}
	}
	return spare, nil
}

func walk(root reflect.Value, wanted []region) *surveyor {
	s := &surveyor{seen: map[uintptr]bool{}, refs: map[reflect.Type]bool{}, wanted: wanted}
	s.path = []step{{field: root.Type().String()}}
	start := root.Addr().Pointer()
	s.add(region{start: start, end: start + root.Type().Size()})
	s.visit(root, 0)
	return s
}

// lead records the memory that v leads to.
func (s *surveyor) lead(r region, v reflect.Value) {
	if s.met != nil {
		s.met(r, v)
		return
	}
	s.add(r)
}

func (s *surveyor) add(r region) {
	s.regions = append(s.regions, r)
	for i, w := range s.wanted {
		if w.start == r.start && w.end == r.end {
			s.names = append(s.names, s.name())
			s.wanted[i] = region{}
			return
		}
	}
}

func (s *surveyor) name() string {
	var b strings.Builder
	for i, p := range s.path {
		switch {
		case p.field == "":
			b.WriteString("[" + strconv.Itoa(p.index) + "]")
		case i == 0:
			b.WriteString(p.field)
		default:
			b.WriteString("." + p.field)
		}
	}
	return b.String()
}

// visit adds what v leads to.
func (s *surveyor) visit(v reflect.Value, depth int) {
	if !s.leads(v.Type()) {
		return
	}
	v = open(v)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			s.step(step{field: v.Type().Field(i).Name}, v.Field(i), depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			s.step(step{index: i}, v.Index(i), depth)
		}
	case reflect.Slice:
		start, size := v.Pointer(), v.Type().Elem().Size()
		if v.Cap() == 0 || size == 0 {
			return
		}
		s.lead(region{start, start + uintptr(v.Len())*size, start + uintptr(v.Cap())*size, size}, v)
		if s.leads(v.Type().Elem()) && s.first(start) {
			for i := range v.Len() {
				s.step(step{index: i}, v.Index(i), deeper(depth))
			}
		}
	case reflect.Pointer:
		start, size := v.Pointer(), v.Type().Elem().Size()
		if v.IsNil() || size == 0 {
			return
		}
		s.lead(region{start: start, end: start + size}, v)
		if s.first(start) {
			s.visit(v.Elem(), deeper(depth))
		}
	case reflect.Map:
		start := v.Pointer()
		if v.IsNil() {
			return
		}
		s.lead(region{start: start, end: start + 1}, v)
		if t := v.Type(); (s.leads(t.Key()) || s.leads(t.Elem())) && s.first(start) {
			i := 0
			for it := v.MapRange(); it.Next(); i++ {
				s.step(step{index: i}, addressable(it.Key()), deeper(depth))
				s.step(step{index: i}, addressable(it.Value()), deeper(depth))
			}
		}
	}
}

func (s *surveyor) step(p step, v reflect.Value, depth int) {
	s.path = append(s.path, p)
	s.visit(v, depth)
	s.path = s.path[:len(s.path)-1]
}

// first tells whether an address is met for the first time.
func (s *surveyor) first(address uintptr) bool {
	been := s.seen[address]
	s.seen[address] = true
	return !been
}

// leads tells whether values of a type may lead to memory outside themselves.
func (s *surveyor) leads(t reflect.Type) bool {
	yes, known := s.refs[t]
	if known {
		return yes
	}
	s.refs[t] = true // if a type contains itself, it does so through a pointer
	switch {
	case opaque(t):
		yes = false
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Pointer, t.Kind() == reflect.Map:
		yes = true
	case t.Kind() == reflect.Array:
		yes = s.leads(t.Elem())
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			yes = yes || s.leads(t.Field(i).Type)
		}
	}
	s.refs[t] = yes
	return yes
}
