// Interleaves work-items in code of one lane, instruction by instruction. The processor then overlaps their chains of
// dependent operations, for example table look-ups in Blowfish and CRC. Uniform values are computed once.
//
// Interleaved work-items must take the same side of every branch. If this is not known at compile time, as for an early
// `return`, the code compares the items' conditions. If the conditions differ, the items start again and run one after
// another, so the code before the branch must be safe to run twice.
//
//   k (before)                                     k.full (after)
//     %i = call i64 @ocl.global_id(i32 0)            %n = call i64 @ocl.chunk_lanes()
//     %c = icmp ult i64 %i, %end                     %whole = icmp eq i64 %n, 2
//     br i1 %c, label %work, label %done             br i1 %whole, label %together, label %apart
//   work:                                          together:
//     %p = getelementptr i32, ptr %a, i64 %i         %i = call i64 @ocl.global_id(i32 0)
//     store i32 1, ptr %p                            %i1 = add i64 %i, 1
//     br label %done                                 %c = icmp ult i64 %i, %end
//   done:                                            %c1 = icmp ult i64 %i1, %end
//     ret void                                       %agree = icmp eq i1 %c, %c1
//                                                    br i1 %agree, label %agreed, label %apart
//                                                  agreed:
//                                                    br i1 %c, label %work, label %done
//                                                  work:
//                                                    %p = getelementptr i32, ptr %a, i64 %i
//                                                    %p1 = getelementptr i32, ptr %a, i64 %i1
//                                                    store i32 1, ptr %p
//                                                    store i32 1, ptr %p1
//                                                    br label %done
//                                                  done:
//                                                    ret void
//                                                  apart: `before` in a loop over the %n work-items
//
// The result, k.full, computes `paired_items` work-items with consecutive ids along dimension 0; the first
// `ocl.chunk_lanes` of them are live.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Number of interleaved work-items. While one dependence chain waits for a result, the core works on the chain of the
/// second work-item. Three items were no faster than two, and four were slower because registers ran out.
inline constexpr unsigned paired_items = 2;

/// Whether `kernel` is small enough to be paired, and spends its time in look-ups that depend on each other. Needs the
/// form that NormalizeFlow makes.
bool pays_to_pair(llvm::Function& kernel);

/// Adds `kernel`.full and returns it; null if `kernel` cannot be paired.
llvm::Function* interleave_items(llvm::Function& kernel);

/// A pass for tests. Pairs the work-items of the kernel if this makes it faster, and erases the original.
struct InterleaveItems : llvm::PassInfoMixin<InterleaveItems> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
