// Computes several work-items of a kernel with one lane together, instruction by instruction, so that their chains
// of dependent operations (table look-ups: Blowfish, CRC) overlap in the processor. What is the same for all
// of them is computed once.
//
// Work-items must go the same way at every branch. Where that is known at run time alone, as of an early
// `return`, they run one after another unless they agree; such a branch must have nothing before it that
// cannot be run again.
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
// Afterwards k.full computes the `ocl.chunk_lanes` live ones of `paired_items` work-items with consecutive ids along
// dimension 0.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Two chains keep a core busy that one leaves waiting; three were no faster, four slower (registers).
inline constexpr unsigned paired_items = 2;

/// Whether `kernel` spends its time in look-ups that wait for one another, and can be paired. Needs the form that
/// NormalizeFlow makes.
bool pays_to_pair(llvm::Function& kernel);

/// Adds `kernel`.full, or returns null where `kernel` cannot be paired.
llvm::Function* pair_items(llvm::Function& kernel);

/// The pass for tests: pairs the work-items of kernels it pays for, and erases them.
struct PairItems : llvm::PassInfoMixin<PairItems> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
