package snapshot

import "reflect"

// Part is memory that two values share.
type Part struct {
	Name   string
	value  reflect.Value
	before [32]byte
}

// Common lists the parts that the values behind the pointers a and b share. Parts whose content
// cannot be read are left out.
func Common(a, b any) (parts []Part) {
	var err error
	defer recovered(&err)
	theirs := map[uintptr]bool{}
	for _, r := range walk(reflect.ValueOf(b).Elem(), nil).regions {
		if r.start < r.end {
			theirs[r.start] = true
		}
	}
	s := &surveyor{seen: map[uintptr]bool{}, refs: map[reflect.Type]bool{}}
	s.met = func(r region, v reflect.Value) {
		if r.start < r.end && theirs[r.start] {
			p := Part{Name: s.name(), value: v}
			if p.before, err = Digest(v.Interface()); err == nil {
				parts = append(parts, p)
			}
		}
	}
	root := reflect.ValueOf(a).Elem()
	s.path = []step{{field: root.Type().String()}}
	s.visit(root, 0)
	return parts
}

// Changed tells whether the content of the part has changed since Common found it.
func (p Part) Changed() bool {
	now, err := Digest(p.value.Interface())
	return err == nil && now != p.before
}
