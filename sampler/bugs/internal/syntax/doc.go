// Package syntax reads models in the BUGS language, in the dialect of JAGS, into trees.
//
// It knows the grammar only. Which distributions and functions exist, what a name means and what
// shape it has is left to other packages; they report their mistakes with [At], in the same form.
//
// The operators, from those that bind least:
//
//	||                        or
//	&&                        and
//	!                         not (JAGS lacks it)
//	<  <=  >  >=  ==  !=      comparisons, which do not chain
//	+  -
//	*  /
//	%*%                       product of matrices
//	:                         range, so 1:n-1 is (1:n)-1, as in JAGS and R
//	-                         before a value
//	^  **                     power, from the right
//
// A text with mistakes gives all of them at once: after each the parser goes on with the next
// statement.
package syntax
