// Legalizes masks by splitting each mask into pieces. If a register holds N of the values that a mask selects, each
// piece of the mask has N lanes. Without this pass, code generation would join the comparisons of several registers
// into one mask, and split the mask again for each select.
//
// With AVX-512, loop-carried masks become several mask registers:
//
//   %live = phi <32 x i1> ...
//   %c = icmp ne <32 x i32> %x, %y
//   %on = and <32 x i1> %live, %c
//   %r = select <32 x i1> %on, <32 x i32> %a, %b
//   %n = icmp ne i32 (bitcast %on to i32), 0
// becomes for each of two registers (shown for the first)
//   %live0 = phi <16 x i1> ...
//   %c0 = icmp ne <16 x i32> %x0, %y0
//   %on0 = and <16 x i1> %live0, %c0
//   %r0 = select <16 x i1> %on0, <16 x i32> %a0, %b0
// and
//   %n = icmp ne i16 (bitcast (or %on0, %on1) to i16), 0
//
// A mask is split only if all of its sources are comparisons of values of one size, or integers with one bit for each
// lane.
//
// Without mask registers, a mask becomes a vector of integers. Each integer has as many bits as each of the values that
// the mask selects. Code generation would represent some masks as vectors of bytes or 16-bit integers in a single
// register: loop-carried masks, masks that another block uses, and masks that are computed from several other masks.
// With registers of 256 bits, the same code for 16 lanes becomes
//   %live0 = phi <8 x i32> ...
//   %c0 = sext (icmp ne <8 x i32> %x0, %y0) to <8 x i32>
//   %on0 = and <8 x i32> %live0, %c0
// and
//   %r = select <16 x i1> (icmp slt (concatenation of %on0 and %on1), 0), <16 x i32> %a, %b
//   %n = icmp ne i8 (bitcast (icmp slt (or %on0, %on1), 0) to i8), 0
//
// Blend instructions use these integers as masks directly, since a blend tests only sign bits. All masks of a web have
// one size: the most frequent size of the values that the masks compare and select, weighted by loop depth.
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LegalizeMasks : llvm::PassInfoMixin<LegalizeMasks> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
