//go:build !purego

#include "textflag.h"

// WEIGHTS makes X the four weights (row + α) q from byte at on.
#define WEIGHTS(at, X, Y) \
	MOVUPS at(SI), X \
	MOVUPS at(DX), Y \
	ADDPS  Y, X      \
	MOVUPS at(DI), Y \
	MULPS  Y, X

// func blockSums(row, alpha, q, cum []float32)
//
// The four lanes of X0 are the four accumulators of blockSumsGo, in the same order of additions, so that the bits are the same.
TEXT ·blockSums(SB), NOSPLIT, $0-96
	MOVQ row_base+0(FP), SI
	MOVQ alpha_base+24(FP), DX
	MOVQ q_base+48(FP), DI
	MOVQ cum_base+72(FP), BX
	MOVQ cum_len+80(FP), CX
	XORPS X7, X7
	TESTQ CX, CX
	JLE  done

loop:
	WEIGHTS(0, X0, X1)
	WEIGHTS(16, X2, X3)
	ADDPS X2, X0
	WEIGHTS(32, X4, X5)
	ADDPS X4, X0
	WEIGHTS(48, X2, X3)
	ADDPS X2, X0

	// (lane 0 + lane 1) + (lane 2 + lane 3)
	MOVAPS X0, X1
	SHUFPS $0xB1, X1, X1
	ADDPS  X1, X0
	MOVHLPS X0, X1
	ADDSS  X1, X0

	ADDSS  X0, X7
	MOVSS  X7, (BX)
	ADDQ     $64, SI
	ADDQ     $64, DI
	ADDQ     $64, DX
	ADDQ     $4, BX
	DECQ     CX
	JNZ      loop

done:
	RET
