//go:build !purego

#include "textflag.h"

// func blockSums(row, q []float32, sums []float64, cum []float32)
//
// The four lanes of X0 are the four accumulators of dot, in the same order of additions, so that the bits are the same.
TEXT ·blockSums(SB), NOSPLIT, $0-96
	MOVQ row_base+0(FP), SI
	MOVQ q_base+24(FP), DI
	MOVQ sums_base+48(FP), DX
	MOVQ cum_base+72(FP), BX
	MOVQ cum_len+80(FP), CX
	XORPS X7, X7
	TESTQ CX, CX
	JLE  done

loop:
	MOVUPS (SI), X0
	MOVUPS (DI), X1
	MULPS  X1, X0
	MOVUPS 16(SI), X2
	MOVUPS 16(DI), X3
	MULPS  X3, X2
	ADDPS  X2, X0
	MOVUPS 32(SI), X4
	MOVUPS 32(DI), X5
	MULPS  X5, X4
	ADDPS  X4, X0
	MOVUPS 48(SI), X2
	MOVUPS 48(DI), X3
	MULPS  X3, X2
	ADDPS  X2, X0

	// (lane 0 + lane 1) + (lane 2 + lane 3)
	MOVAPS X0, X1
	SHUFPS $0xB1, X1, X1
	ADDPS  X1, X0
	MOVHLPS X0, X1
	ADDSS  X1, X0

	XORPS    X6, X6
	CVTSD2SS (DX), X6
	ADDSS    X6, X0
	ADDSS    X0, X7
	MOVSS    X7, (BX)
	ADDQ     $64, SI
	ADDQ     $64, DI
	ADDQ     $8, DX
	ADDQ     $4, BX
	DECQ     CX
	JNZ      loop

done:
	RET
