package main

import (
	"fmt"
	"math"
)

// array turns what JSON gives into a number or slices of up to three dimensions; null is missing.
func array(value any) (any, error) {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return number(value)
	}
	row, ok := list[0].([]any)
	switch {
	case !ok:
		return slice(list, number)
	case len(row) > 0 && depth(row[0]):
		return slice(list, func(v any) ([][]float64, error) {
			return slice(v, func(v any) ([]float64, error) { return slice(v, number) })
		})
	}
	return slice(list, func(v any) ([]float64, error) { return slice(v, number) })
}

func depth(v any) bool {
	_, ok := v.([]any)
	return ok
}

// slice turns each element.
func slice[T any](value any, turn func(any) (T, error)) ([]T, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("%v where a list was expected", value)
	}
	out := make([]T, len(list))
	for i, v := range list {
		var err error
		if out[i], err = turn(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func number(value any) (float64, error) {
	switch v := value.(type) {
	case nil:
		return math.NaN(), nil
	case float64:
		return v, nil
	}
	return 0, fmt.Errorf("%v where a number was expected", value)
}
