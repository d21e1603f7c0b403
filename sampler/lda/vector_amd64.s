//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// drawTokens draws with the operations of blockSumsGo and choose, one after another as they have to
// be for the same bits. With AVX-512 it does not have to, but for a few draws: it adds up the weights
// of 16 topics side by side, in another order. The sums then differ by rounding only, so the topic is
// the same unless u lies very close to a sum, which it checks.

// only+4(7−j) is a mask of lane j.
DATA only<>+0(SB)/8, $0
DATA only<>+8(SB)/8, $0
DATA only<>+16(SB)/8, $0
DATA only<>+24(SB)/8, $0xffffffff00000000
DATA only<>+32(SB)/8, $0
DATA only<>+40(SB)/8, $0
DATA only<>+48(SB)/8, $0
DATA only<>+56(SB)/8, $0
GLOBL only<>(SB), RODATA|NOPTR, $64
DATA one<>+0(SB)/4, $1.0
GLOBL one<>(SB), RODATA|NOPTR, $4
DATA unit<>+0(SB)/4, $1
GLOBL unit<>(SB), RODATA|NOPTR, $4
DATA abs<>+0(SB)/4, $0x7fffffff
GLOBL abs<>(SB), RODATA|NOPTR, $4
DATA fifteen<>+0(SB)/4, $15
GLOBL fifteen<>(SB), RODATA|NOPTR, $4

// The registers of drawTokens:
//
//	DI the vectorRun      R8  ndk     R12 row of the token         Y11 1, in all lanes
//	SI docs, at the token R9  nk      R15 row of the next token    X10 0
//	DX z, at the token    R10 nwk     R13 tokens left              Z16 0, Z17 15, in all lanes
//	AX its new topic      R11 q

// PLACE makes at the bytes before the eight topics of topic k, and M the mask of k among them.
#define PLACE(k, at, t, M) \
	MOVL    k, at           \
	MOVL    k, t            \
	ANDL    $-8, at         \
	ANDL    $7, t           \
	SHLL    $2, at          \
	XORL    $7, t           \
	LEAQ    only<>(SB), R14 \
	VMOVUPS (R14)(t*4), M

// WIDE is PLACE for 16 topics.
#define WIDE(k, at, t, M) \
	MOVL  k, t    \
	MOVL  k, at   \
	ANDL  $15, t  \
	XORL  R14, R14 \
	BTSL  t, R14  \
	ANDL  $-16, at \
	KMOVW R14, M  \
	SHLL  $2, at

// SCAN makes P the sums of the weights up to each topic of a block, of which Z7 has those before.
#define SCAN(at, P) \
	VMOVUPS at(R12), P                   \
	VADDPS  at(CX), P, P                 \
	VMULPS  at(R11), P, P                \
	VALIGND $15, Z16, P, Z1              \
	VADDPS  Z1, P, P                     \
	VALIGND $14, Z16, P, Z1              \
	VADDPS  Z1, P, P                     \
	VALIGND $12, Z16, P, Z1              \
	VADDPS  Z1, P, P                     \
	VALIGND $8, Z16, P, Z1               \
	VADDPS  Z1, P, P                     \
	VPERMPS P, Z17, Z1                   \
	VADDPS  Z7, P, P                     \
	VADDPS  Z1, Z7, Z7                   \
	VMOVUPS P, (vectorRun_sums+at)(DI)   \
	CMPL    BX, $(at+64)                 \
	JEQ     scanned

// COUNT adds to AX how many sums are at most u, of which Z2 is full.
#define COUNT(at, P) \
	VCMPPS  $2, Z2, P, K1  \
	KMOVW   K1, R14        \
	POPCNTL R14, R14       \
	ADDL    R14, AX        \
	CMPL    BX, $(at+64)   \
	JEQ     counted

// STEP subtracts weight j of the block from what is left of u in X9, and counts in X8 if it is
// not below 0.
#define STEP(j) \
	VSUBSS 4*j(BX), X9, X9 \
	VCMPSS $5, X10, X9, X2 \
	VPADDD X2, X8, X8

// func drawTokens(a *vectorRun)
TEXT ·drawTokens(SB), NOSPLIT, $0-8
	MOVQ         a+0(FP), DI
	MOVQ         vectorRun_docs(DI), SI
	MOVQ         vectorRun_z(DI), DX
	MOVQ         vectorRun_ndk(DI), R8
	MOVQ         vectorRun_nk(DI), R9
	MOVQ         vectorRun_nwk(DI), R10
	MOVQ         vectorRun_q(DI), R11
	MOVQ         vectorRun_n(DI), R13
	XORL         R12, R12
	VBROADCASTSS one<>(SB), Y11
	VPXOR        X10, X10, X10

	// qNext, of all topics
	VPBROADCASTD unit<>(SB), Y4
	MOVQ         vectorRun_beta(DI), AX
	XORL         CX, CX

next:
	VPADDD    (R10)(CX*1), Y4, Y0
	VCVTDQ2PS Y0, Y0
	VADDPS    (AX)(CX*1), Y0, Y0
	VMULPS    vectorRun_invNext(DI)(CX*1), Y0, Y0
	VMOVUPS   Y0, vectorRun_qNext(DI)(CX*1)
	ADDQ      $32, CX
	CMPQ      CX, vectorRun_stride(DI)
	JLT       next

	CMPL         vectorRun_wide(DI), $0
	JEQ          take
	VBROADCASTSS one<>(SB), Z11
	VPXORD       Z16, Z16, Z16
	VPBROADCASTD fifteen<>(SB), Z17

take:
	// Remove the token at SI, without waiting for the draw of the token before. The topic of that
	// one is added afterwards.
	MOVL    (SI), R15
	MOVQ    vectorRun_of(DI), BX
	TESTQ   BX, BX
	JEQ     common
	MOVLQSX (BX)(R15*4), BX
	IMULQ   vectorRun_stride(DI), BX

common:
	ADDQ       vectorRun_alpha(DI), BX
	MOVQ       BX, vectorRun_alphaNow(DI)
	IMULQ      vectorRun_stride(DI), R15
	ADDQ       R8, R15
	MOVWLZX    (DX), BX
	MOVL       (R9)(BX*4), CX
	DECL       CX
	MOVL       CX, (R9)(BX*4)
	VCVTSI2SSL CX, X10, X0
	MOVQ       vectorRun_vBeta(DI), CX
	VADDSS     (CX)(BX*4), X0, X0
	VDIVSS     X0, X11, X0
	MOVL       (R10)(BX*4), CX
	DECL       CX
	MOVL       CX, (R10)(BX*4)
	VCVTSI2SSL CX, X10, X1
	MOVQ       vectorRun_beta(DI), CX
	VADDSS     (CX)(BX*4), X1, X1
	VMULSS     X0, X1, X1
	MOVQ       vectorRun_inv(DI), CX
	MOVL       (CX)(BX*4), R14
	VMOVSS     X0, (CX)(BX*4)
	MOVL       R14, vectorRun_invNext(DI)(BX*4)
	MOVL       (R11)(BX*4), R14
	MOVL       R14, vectorRun_qNext(DI)(BX*4)
	CMPL       vectorRun_wide(DI), $0
	JNE        takeWide
	PLACE(BX, CX, BX, Y2)
	VBROADCASTSS X1, Y1
	VMOVUPS      (R11)(CX*1), Y3
	VBLENDVPS    Y2, Y1, Y3, Y3
	VMOVUPS      Y3, (R11)(CX*1)
	VANDPS       Y11, Y2, Y2
	VMOVUPS      (R15)(CX*1), Y3
	VSUBPS       Y2, Y3, Y3
	VMOVUPS      Y3, (R15)(CX*1)
	JMP          taken

takeWide:
	WIDE(BX, CX, BX, K1)
	VMOVUPS      (R11)(CX*1), Z3
	VBROADCASTSS X1, K1, Z3
	VMOVUPS      Z3, (R11)(CX*1)
	VMOVUPS      (R15)(CX*1), Z3
	VSUBPS       Z11, Z3, K1, Z3
	VMOVUPS      Z3, (R15)(CX*1)

taken:
	TESTQ R12, R12
	JEQ   draw

add:
	// Add the token before SI to topic AX. Q is ready: it does not wait for a division.
	CMPL         vectorRun_wide(DI), $0
	JNE          addWide
	VBROADCASTSS vectorRun_qNext(DI)(AX*4), Y1
	MOVL         AX, BX
	PLACE(AX, CX, BX, Y2)
	VMOVUPS      (R11)(CX*1), Y3
	VBLENDVPS    Y2, Y1, Y3, Y3
	VMOVUPS      Y3, (R11)(CX*1)
	VANDPS       Y11, Y2, Y2
	VADDPS       (R12)(CX*1), Y2, Y3
	VMOVUPS      Y3, (R12)(CX*1)
	JMP          added

addWide:
	WIDE(AX, CX, BX, K1)
	VMOVUPS      (R11)(CX*1), Z3
	VBROADCASTSS vectorRun_qNext(DI)(AX*4), K1, Z3
	VMOVUPS      Z3, (R11)(CX*1)
	VMOVUPS      (R12)(CX*1), Z3
	VADDPS       Z11, Z3, K1, Z3
	VMOVUPS      Z3, (R12)(CX*1)

added:
	MOVQ       vectorRun_inv(DI), CX
	VMOVSS     vectorRun_invNext(DI)(AX*4), X0
	VMOVSS     X0, (CX)(AX*4)
	MOVL       (R9)(AX*4), CX
	INCL       CX
	MOVL       CX, (R9)(AX*4)
	INCL       CX
	VCVTSI2SSL CX, X10, X0
	MOVQ       vectorRun_vBeta(DI), CX
	VADDSS     (CX)(AX*4), X0, X0
	VDIVSS     X0, X11, X0
	VMOVSS     X0, vectorRun_invNext(DI)(AX*4)
	MOVL       (R10)(AX*4), CX
	INCL       CX
	MOVL       CX, (R10)(AX*4)
	INCL       CX
	VCVTSI2SSL CX, X10, X1
	MOVQ       vectorRun_beta(DI), CX
	VADDSS     (CX)(AX*4), X1, X1
	VMULSS     X0, X1, X1
	VMOVSS     X1, vectorRun_qNext(DI)(AX*4)
	TESTQ      R13, R13
	JEQ        done

draw:
	MOVQ  R15, R12
	MOVQ  vectorRun_ahead(DI), BX
	DECQ  vectorRun_ahead(DI)
	TESTQ BX, BX
	JLE   weigh
	MOVL  const_ahead*4(SI), BX
	MOVQ  vectorRun_stride(DI), CX
	IMULQ CX, BX
	ADDQ  R8, BX

line:
	PREFETCHT0 (BX)
	ADDQ       $64, BX
	SUBQ       $64, CX
	JG         line

weigh:
	MOVQ vectorRun_alphaNow(DI), CX
	MOVQ vectorRun_u(DI), R14
	ADDQ $4, vectorRun_u(DI)
	CMPL vectorRun_wide(DI), $0
	JEQ  exact
	MOVQ         vectorRun_stride(DI), BX
	VBROADCASTSS (R14), Z2
	VPXORD       Z7, Z7, Z7
	SCAN(0, Z18)
	SCAN(64, Z19)
	SCAN(128, Z20)
	SCAN(192, Z21)
	SCAN(256, Z22)
	SCAN(320, Z23)
	SCAN(384, Z24)
	SCAN(448, Z25)
	SCAN(512, Z26)
	SCAN(576, Z27)
	SCAN(640, Z28)
	SCAN(704, Z29)
	SCAN(768, Z30)
	SCAN(832, Z31)
	SCAN(896, Z12)
	SCAN(960, Z13)

scanned:
	VMULPS Z7, Z2, Z2
	XORL   AX, AX
	COUNT(0, Z18)
	COUNT(64, Z19)
	COUNT(128, Z20)
	COUNT(192, Z21)
	COUNT(256, Z22)
	COUNT(320, Z23)
	COUNT(384, Z24)
	COUNT(448, Z25)
	COUNT(512, Z26)
	COUNT(576, Z27)
	COUNT(640, Z28)
	COUNT(704, Z29)
	COUNT(768, Z30)
	COUNT(832, Z31)
	COUNT(896, Z12)
	COUNT(960, Z13)

counted:
	MOVL    vectorRun_last(DI), CX
	CMPL    AX, CX
	CMOVLGT CX, AX
	VMULSS  vectorRun_close(DI), X7, X3
	VMOVSS  vectorRun_sums(DI)(AX*4), X0
	VSUBSS  X2, X0, X0
	VSUBSS  vectorRun_sums-4(DI)(AX*4), X2, X1
	VMINSS  X1, X0, X0
	VCMPSS  $30, X3, X0, X0 // both farther than that
	VMOVD   X0, CX
	TESTL   CX, CX
	JNE     drawn
	MOVQ    vectorRun_alphaNow(DI), CX
	MOVQ    vectorRun_u(DI), R14
	SUBQ    $4, R14

exact:
	// The weights, and in X7 and cum[1:] the sums of the blocks.
	VMOVSS (R14), X9
	LEAQ   vectorRun_cum+4(DI), R14
	XORL   BX, BX
	VXORPS X7, X7, X7

block:
	VMOVUPS      (R12)(BX*1), Y0
	VMOVUPS      32(R12)(BX*1), Y1
	VADDPS       (CX)(BX*1), Y0, Y0
	VADDPS       32(CX)(BX*1), Y1, Y1
	VMULPS       (R11)(BX*1), Y0, Y0
	VMULPS       32(R11)(BX*1), Y1, Y1
	VMOVUPS      Y0, vectorRun_w(DI)(BX*1)
	VMOVUPS      Y1, vectorRun_w+32(DI)(BX*1)
	VEXTRACTF128 $1, Y0, X2
	VEXTRACTF128 $1, Y1, X3
	VADDPS       X2, X0, X0
	VADDPS       X1, X0, X0
	VADDPS       X3, X0, X0
	VPERMILPS    $0xB1, X0, X2
	VADDPS       X2, X0, X0
	VMOVHLPS     X0, X0, X2
	VADDSS       X2, X0, X0
	VADDSS       X0, X7, X7
	VMOVSS       X7, (R14)
	ADDQ         $4, R14
	ADDQ         $64, BX
	CMPQ         BX, vectorRun_stride(DI)
	JLT          block

	// The block: as many as have a sum up to u, but not the last.
	VMULSS X7, X9, X9
	VPXOR  X8, X8, X8
	LEAQ   vectorRun_cum+4(DI), BX
	SUBQ   $4, R14
	JMP    more

count:
	VMOVSS (BX), X0
	VCMPSS $2, X9, X0, X0
	VPADDD X0, X8, X8
	ADDQ   $4, BX

more:
	CMPQ   BX, R14
	JLT    count
	VMOVD  X8, AX
	NEGL   AX
	VSUBSS vectorRun_cum(DI)(AX*4), X9, X9
	SHLL   $4, AX
	LEAQ   vectorRun_w(DI)(AX*4), BX

	// The cumulative weights of the block, less u, side by side.
	VMOVUPS    (BX), Y0
	VMOVUPS    32(BX), Y1
	VPSLLDQ    $4, Y0, Y2
	VPSLLDQ    $4, Y1, Y3
	VADDPS     Y2, Y0, Y0
	VADDPS     Y3, Y1, Y1
	VPSLLDQ    $8, Y0, Y2
	VPSLLDQ    $8, Y1, Y3
	VADDPS     Y2, Y0, Y0
	VADDPS     Y3, Y1, Y1
	VPERMILPS  $0xFF, Y0, Y2
	VPERMILPS  $0xFF, Y1, Y3
	VPERM2F128 $0x00, Y2, Y2, Y4
	VPERM2F128 $0x11, Y2, Y2, Y5
	VPERM2F128 $0x08, Y2, Y2, Y2
	VPERM2F128 $0x08, Y3, Y3, Y3
	VADDPS     Y5, Y4, Y4
	VADDPS     Y2, Y0, Y0
	VADDPS     Y3, Y1, Y1
	VADDPS     Y4, Y1, Y1

	VBROADCASTSS X9, Y2
	VSUBPS       Y2, Y0, Y0
	VSUBPS       Y2, Y1, Y1
	VMULSS       vectorRun_close(DI), X7, X3
	VBROADCASTSS X3, Y3
	VBROADCASTSS abs<>(SB), Y4
	VANDPS       Y4, Y0, Y5
	VANDPS       Y4, Y1, Y6
	VMINPS       Y6, Y5, Y5
	VCMPPS       $30, Y3, Y5, Y5
	VMOVMSKPS    Y5, CX
	CMPL         CX, $255
	JNE          steps
	VMOVMSKPS    Y0, CX
	VMOVMSKPS    Y1, R14
	SHLL         $8, R14
	ORL          R14, CX
	POPCNTL      CX, CX
	ADDL         CX, AX
	JMP          clip

steps:
	// One after another: as many as leave u at 0 or above.
	VPXOR X8, X8, X8
	STEP(0)
	STEP(1)
	STEP(2)
	STEP(3)
	STEP(4)
	STEP(5)
	STEP(6)
	STEP(7)
	STEP(8)
	STEP(9)
	STEP(10)
	STEP(11)
	STEP(12)
	STEP(13)
	STEP(14)
	VMOVD   X8, CX
	SUBL    CX, AX

clip:
	MOVL    vectorRun_last(DI), CX
	CMPL    AX, CX
	CMOVLGT CX, AX

drawn:
	MOVW AX, (DX)
	ADDQ $4, SI
	ADDQ $2, DX
	DECQ R13
	JNE  take
	JMP  add

done:
	VZEROUPPER
	RET

// func features() (avx2, avx512 bool)
TEXT ·features(SB), NOSPLIT, $0-2
	MOVB  $0, avx2+0(FP)
	MOVB  $0, avx512+1(FP)
	XORL  AX, AX
	CPUID
	CMPL  AX, $7
	JLT   no
	MOVL  $1, AX
	XORL  CX, CX
	CPUID
	ANDL  $0x18800000, CX // POPCNT, OSXSAVE, AVX
	CMPL  CX, $0x18800000
	JNE   no
	XORL  CX, CX
	XGETBV
	MOVL  AX, R8
	ANDL  $6, AX          // the system saves the registers X and Y
	CMPL  AX, $6
	JNE   no
	MOVL  $7, AX
	XORL  CX, CX
	CPUID
	BTL   $5, BX
	SETCS avx2+0(FP)
	ANDL  $0xe6, R8       // and Z and K
	CMPL  R8, $0xe6
	JNE   no
	BTL   $16, BX
	SETCS avx512+1(FP)

no:
	RET
