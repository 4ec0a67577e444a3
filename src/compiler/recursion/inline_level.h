// Inlines, into the kernel, one level of calls that lead to a call cycle, to find constants that are not arguments.
// Examples of these constants are fields of a variable whose address is passed, elements of vectors, single bits of
// flags, and loop counters.
//
//   struct State { int depth; ... };                       s.depth = 2;
//   void f(struct State* s) {                              if (s.depth != 0) {   // folded: s.depth is known
//       if (s->depth != 0) { --s->depth; f(s); }    ->         --s.depth;
//   }                                                          f(&s);
//   s.depth = 2; f(&s);                                    }
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Returns true if it inlined calls. False if no passed value can become a constant, or if the kernel would become too
/// large.
bool inline_level(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise::compiler
