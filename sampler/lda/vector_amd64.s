//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// only+36j is 1 bits in lane j of the vector at 32j.
DATA only<>+0(SB)/4, $0xffffffff
DATA only<>+36(SB)/4, $0xffffffff
DATA only<>+72(SB)/4, $0xffffffff
DATA only<>+108(SB)/4, $0xffffffff
DATA only<>+144(SB)/4, $0xffffffff
DATA only<>+180(SB)/4, $0xffffffff
DATA only<>+216(SB)/4, $0xffffffff
DATA only<>+252(SB)/4, $0xffffffff
GLOBL only<>(SB), RODATA|NOPTR, $256
DATA one<>+0(SB)/4, $1.0
GLOBL one<>(SB), RODATA|NOPTR, $4
DATA unit<>+4(SB)/4, $1
GLOBL unit<>(SB), RODATA|NOPTR, $8

// drawTokens goes round a loop. For each token, it
//
//	removes the next one, which it can do without the draws of this one and of the one before;
//	adds the one before to its topic;
//	draws the topic of this one from sums that were made without the one before;
//	sums the weights of the next one.
//
// So no division, and no sum, waits for the last draw.
//
// Its registers:
//
//	DI  the vectorRun       R13 row of the token before   AX  slot of the topic of the token before
//	R11 minus tokens left   R12 row of the token          R10 that topic
//	SI  end of docs         R15 row of the next token     R9  stride
//	DX  end of z            X9, X14 two documents         Y6  below
//	R8  α of the token      X8  the sum of all weights    Y10 0, Y11 1, Y15 −1, in all lanes
//	R14 only

// TERMS makes of the counts in X0 the 1 / (n_k + Vβ) and the q of slot s in X1, and that q in X0.
#define TERMS(s) \
	VCVTDQ2PS X0, X0                              \
	VADDPS    vectorRun_prior(DI)(s*8), X0, X0    \
	VDIVSS    X0, X11, X1                         \
	VMOVSHDUP X0, X0                              \
	VMULSS    X1, X0, X0                          \
	VUNPCKLPS X0, X1, X1

// SETQ makes the lanes of Y1 the q of slot s. It leaves the first slot of its vector in CX, and 1 in its
// lane of Y2.
#define SETQ(s) \
	MOVL      s, CX                         \
	MOVL      s, BX                         \
	ANDL      $-8, CX                       \
	ANDL      $7, BX                        \
	SHLL      $5, BX                        \
	VMOVUPS   (R14)(BX*1), Y2               \
	VMOVUPS   vectorRun_q(DI)(CX*4), Y0     \
	VBLENDVPS Y2, Y1, Y0, Y0                \
	VMOVUPS   Y0, vectorRun_q(DI)(CX*4)     \
	VANDPS    Y11, Y2, Y2

// PAIRS makes of four counts in Y0 the inv and q from those at to.
#define PAIRS(to) \
	VCVTDQ2PS Y0, Y0              \
	VADDPS    Y2, Y0, Y0          \
	VMOVUPS   to, Y3              \
	VMOVSLDUP Y3, Y5              \
	VMULPS    Y5, Y0, Y0          \
	VBLENDPS  $0xAA, Y0, Y3, Y0   \
	VMOVUPS   Y0, to

// FOUR fills in now and next of four topics, with Y the former.
#define FOUR(at, Y) \
	VMOVUPS  (vectorRun_prior+at)(DI)(CX*8), Y2    \
	VPADDD   (vectorRun_counts+at)(DI)(CX*8), Y4, Y0 \
	PAIRS((vectorRun_next+at)(DI)(CX*8))           \
	VMOVDQU  (vectorRun_counts+at)(DI)(CX*8), Y0   \
	PAIRS((vectorRun_now+at)(DI)(CX*8))            \
	VMOVAPS  Y0, Y

// func drawTokens(a *vectorRun)
TEXT ·drawTokens(SB), NOSPLIT, $0-8
	MOVQ         a+0(FP), DI
	MOVQ         vectorRun_docs(DI), SI
	MOVQ         vectorRun_z(DI), DX
	MOVQ         vectorRun_stride(DI), R9
	MOVQ         vectorRun_n(DI), R11
	LEAQ         (SI)(R11*4), SI
	LEAQ         (DX)(R11*2), DX
	NOTQ         R11
	LEAQ         only<>(SB), R14
	XORL         R12, R12
	XORL         R13, R13
	VPXOR        Y10, Y10, Y10
	VPCMPEQD     Y15, Y15, Y15
	VBROADCASTSS one<>(SB), Y11

	VPBROADCASTQ unit<>(SB), Y4
	XORL         CX, CX

next:
	FOUR(0, Y7)
	FOUR(32, Y6)
	VSHUFPS $0xDD, Y6, Y7, Y0
	VPERMPD $0xD8, Y0, Y0
	VMOVUPS Y0, vectorRun_q(DI)(CX*4)
	ADDQ    $8, CX
	LEAQ    (CX*4), BX
	CMPQ    BX, R9
	JLT     next

begin:
	VXORPS  X3, X3, X3
	VSUBSS  X11, X10, X4
	VMOVAPS X4, X5
	TESTQ   R13, R13
	JEQ     take

	// In X3, by how much the token before increases the weight of its topic; in X4 and X5 the sums
	// before and after that.
	VPCMPEQD    X14, X9, X9
	VMOVSS      (R12)(AX*4), X0
	VADDSS      (R8)(AX*4), X0, X0
	VMOVSS      vectorRun_next+4(DI)(AX*8), X1
	VANDPS      X9, X1, X3
	VSUBSS      vectorRun_now+4(DI)(AX*8), X1, X1
	VFMADD231SS X1, X0, X3
	MOVL        AX, BX
	ANDL        $7, BX
	VMOVSS      vectorRun_below(DI)(BX*4), X2
	VADDSS      vectorRun_cum-32(DI)(AX*4), X2, X4
	VADDSS      vectorRun_cum(DI)(AX*4), X2, X5

take:
	// Remove the next token.
	CMPQ    R11, $-1
	JEQ     add
	VMOVDQA X14, X9
	VMOVD   4(SI)(R11*4), X14
	MOVL    4(SI)(R11*4), R15
	XORL    R8, R8
	MOVQ    vectorRun_of(DI), BX
	TESTQ   BX, BX
	JEQ     common
	MOVLQSX (BX)(R15*4), R8
	IMULQ   R9, R8

common:
	ADDQ     vectorRun_alphas(DI), R8
	IMULQ    R9, R15
	ADDQ     vectorRun_ndk(DI), R15
	MOVWLZX  2(DX)(R11*2), BX
	CMPL     BX, $0xffff
	JEQ      add
	MOVL     vectorRun_slot(DI)(BX*4), BX
	VMOVQ    vectorRun_counts(DI)(BX*8), X0
	VPADDD   X15, X0, X0
	VMOVQ    X0, vectorRun_counts(DI)(BX*8)
	TERMS(BX)
	VMOVQ    vectorRun_now(DI)(BX*8), X2
	VMOVQ    X2, vectorRun_next(DI)(BX*8)
	VMOVQ    X1, vectorRun_now(DI)(BX*8)
	VBROADCASTSS X0, Y1
	SETQ(BX)
	VMOVUPS  (R15)(CX*4), Y0
	VSUBPS   Y2, Y0, Y0
	VMOVUPS  Y0, (R15)(CX*4)

add:
	// Add the token before.
	TESTQ        R13, R13
	JEQ          added
	VBROADCASTSS vectorRun_next+4(DI)(AX*8), Y1
	SETQ(AX)
	VADDPS  (R13)(CX*4), Y2, Y2
	VMOVUPS Y2, (R13)(CX*4)
	VMOVQ   vectorRun_counts(DI)(AX*8), X0
	VPSUBD  X15, X0, X0
	VMOVQ   X0, vectorRun_counts(DI)(AX*8)
	VPSUBD  X15, X0, X0
	TERMS(AX)
	VMOVQ   vectorRun_next(DI)(AX*8), X2
	VMOVQ   X2, vectorRun_now(DI)(AX*8)
	VMOVQ   X1, vectorRun_next(DI)(AX*8)
	TESTQ   R11, R11
	JEQ     done

added:
	TESTQ R12, R12
	JEQ   weigh

	// In X1, u times the sum of the weights, for the topics before that one; in X12 for the others, less
	// X3. In X0 the one of them that counts: if none does, X4, and the topic is that one.
	VMOVSS      vectorRun_uniforms+1024(DI)(R11*4), X0
	VMULSS      X8, X0, X12
	VSUBSS      X11, X0, X2
	VMOVAPS     X12, X1
	VFMADD231SS X0, X3, X1
	VFMADD231SS X2, X3, X12
	VMINSS      X4, X1, X0
	VMAXSS      X12, X0, X0
	VSUBSS      X4, X1, X4
	VSUBSS      X12, X5, X5
	VMINSS      X4, X5, X5
	VMULSS      vectorRun_close(DI), X8, X13

	// The topic: as many have sums up to X0.
	VBROADCASTSS X0, Y1
	VSUBPS       Y6, Y1, Y1
	VPXOR        Y2, Y2, Y2
	XORL         BX, BX
	TESTL        $32, R9
	JEQ          count
	VCMPPS       $29, vectorRun_cum(DI), Y1, Y2
	MOVL         $32, BX
	CMPQ         BX, R9
	JEQ          counted

count:
	VCMPPS $29, vectorRun_cum(DI)(BX*1), Y1, Y3
	VCMPPS $29, vectorRun_cum+32(DI)(BX*1), Y1, Y7
	VPADDD Y3, Y2, Y2
	VPADDD Y7, Y2, Y2
	ADDQ   $64, BX
	CMPQ   BX, R9
	JLT    count

counted:
	VEXTRACTI128 $1, Y2, X3
	VPADDD       X3, X2, X2
	VPSHUFD      $0x4E, X2, X3
	VPADDD       X3, X2, X2
	VPSHUFD      $0xB1, X2, X3
	VPADDD       X3, X2, X2
	VMOVD        X2, CX
	NEGL         CX
	VUCOMISS     X13, X5
	CMOVLHI      R10, CX
	MOVL         CX, R10
	MOVL         vectorRun_slot(DI)(CX*4), AX

	// Are both sums far from u?
	MOVL     AX, BX
	ANDL     $7, BX
	VSUBSS   vectorRun_below(DI)(BX*4), X0, X0
	VMOVSS   vectorRun_cum(DI)(AX*4), X1
	VSUBSS   X0, X1, X1
	VSUBSS   vectorRun_cum-32(DI)(AX*4), X0, X0
	VMINSS   X0, X1, X0
	VMAXSS   X0, X5, X0
	VUCOMISS X13, X0
	JLS      done
	MOVW     CX, (DX)(R11*2)

weigh:
	MOVQ R12, R13
	MOVQ R15, R12
	INCQ R11
	JEQ  add

	// The sums of the weights, as if the token before had no topic: two vectors at a time, after the
	// first of an odd number.
	VXORPS  Y7, Y7, Y7
	XORL    BX, BX
	TESTL   $32, R9
	JEQ     sum
	VMOVUPS (R12), Y7
	VADDPS  (R8), Y7, Y7
	VMULPS  vectorRun_q(DI), Y7, Y7
	VMOVUPS Y7, vectorRun_cum(DI)
	MOVL    $32, BX
	CMPQ    BX, R9
	JEQ     summed

sum:
	VMOVUPS (R12)(BX*1), Y0
	VMOVUPS 32(R12)(BX*1), Y1
	VADDPS  (R8)(BX*1), Y0, Y0
	VADDPS  32(R8)(BX*1), Y1, Y1
	VMULPS  vectorRun_q(DI)(BX*1), Y0, Y0
	VMULPS  vectorRun_q+32(DI)(BX*1), Y1, Y1
	VADDPS  Y0, Y1, Y1
	VADDPS  Y0, Y7, Y0
	VADDPS  Y1, Y7, Y7
	VMOVUPS Y0, vectorRun_cum(DI)(BX*1)
	VMOVUPS Y7, vectorRun_cum+32(DI)(BX*1)
	ADDQ    $64, BX
	CMPQ    BX, R9
	JLT     sum

summed:
	VPSLLDQ      $4, Y7, Y0
	VADDPS       Y0, Y7, Y7
	VPSLLDQ      $8, Y7, Y0
	VADDPS       Y0, Y7, Y7
	VPERM2F128   $0x08, Y7, Y7, Y0
	VPERMILPS    $0xFF, Y0, Y0
	VADDPS       Y0, Y7, Y7
	VPERM2F128   $0x08, Y7, Y7, Y1
	VPALIGNR     $12, Y1, Y7, Y6
	VMOVUPS      Y6, vectorRun_below(DI)
	VEXTRACTF128 $1, Y7, X8
	VPERMILPS    $0xFF, X8, X8

	CMPQ  R11, vectorRun_last(DI)
	JGE   begin
	MOVL  const_farAhead*4(SI)(R11*4), BX
	IMULQ R9, BX
	ADDQ  vectorRun_ndk(DI), BX
	MOVQ  R9, CX

line:
	PREFETCHT0 (BX)
	ADDQ       $64, BX
	SUBQ       $64, CX
	JG         line
	JMP        begin

done:
	NEGQ R11
	MOVQ R11, vectorRun_n(DI)
	VZEROUPPER
	RET

// func hasVectors() bool
TEXT ·hasVectors(SB), NOSPLIT, $0-1
	MOVB  $0, ret+0(FP)
	XORL  AX, AX
	CPUID
	CMPL  AX, $7
	JLT   no
	MOVL  $1, AX
	XORL  CX, CX
	CPUID
	ANDL  $0x18001000, CX // FMA, OSXSAVE, AVX
	CMPL  CX, $0x18001000
	JNE   no
	XORL  CX, CX
	XGETBV
	ANDL  $6, AX          // the system saves the registers X and Y
	CMPL  AX, $6
	JNE   no
	MOVL  $7, AX
	XORL  CX, CX
	CPUID
	BTL   $5, BX
	SETCS ret+0(FP)

no:
	RET
