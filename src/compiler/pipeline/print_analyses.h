// Passes that print what an analysis says of each function, for pass_opt and the FileCheck tests of the analyses. They
// go into a textual pipeline and print to standard output:
//
//   print<shape;lanes=8>          the function, each value with its shape        (analysis/shape.h)
//   print<rows>                   ... with what is a row's own                   (analysis/row_sharing.h)
//   print<private_layout>         ... each private array with its layout         (analysis/private_layout.h)
//   print<divergence>             ... with what differs between work-items of a chunk, then its levels, groups and
//                                 parts; the kernel in normal form               (linearize/divergence.h)
//   print<divergence;group>       ... with what differs between those of a group (analysis/uniformity.h)
//   print<group_decisions>        branches that decide whether work-items meet   (analysis/group_decisions.h)
//   print<barrier_regions>        regions between meetings, and the function with what is the group's
//                                                                                (analysis/barrier_regions.h,
//                                                                                analysis/group_values.h)
//   print<plan;bits=512>          lanes for a kernel in normal form              (plan/plan.h)
//   print<plan;linearized;bits=512;lanes=16>   and what is said of a linearized one, by all of plan/
//   print<dimensions;bits=512>    which dimension lanes lie along, and what each costs (plan/lane_dimension.h)
//
// In levels, `(end)` is all that comes behind: the next iteration, the loop's exits, the end of the function.
// `lanes` is 16 and `bits`, of the widest vector operation, 512 where nothing else is said.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace lanewise::compiler {

/// Makes `builder` understand these names in textual pipelines.
void register_printers(llvm::PassBuilder& builder);

}  // namespace lanewise::compiler
