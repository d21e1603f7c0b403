// Package variate draws the random variates that full conditionals need.
//
// Each function takes the generator first and the parameters as its documentation states them.
// A draw is finite where textbook versions overflow, underflow or give NaN.
//
// A parameter outside its range is a programmer's error. The functions then panic with a sentence,
// which the engine turns into an error that names the block.
package variate
