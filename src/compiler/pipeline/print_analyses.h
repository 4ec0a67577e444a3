// Passes that print an analysis of each function to standard output, for pass_opt and the FileCheck tests of the
// analyses. Textual pipelines name these passes as follows:
//
//   `print<shape;lanes=8>`       The function, each value with its shape (analysis/shapes/shape.h).
//   `print<accesses;lanes=8>`    The function, with the kind of each load and store (access/access_kind.h).
//   `print<rows>`                The function, with the values that rows share (analysis/shapes/row_sharing.h).
//   `print<private_layout>`      The function, with the layout of each private array (analysis/private_layout.h).
//   `print<divergence>`          The function, with the values that differ between work-items of a chunk. Then the
//                                levels, groups and parts of the kernel, which must be in normal form
//                                (linearize/masks/divergence.h).
//   `print<divergence;group>`    The function, with the values that differ between work-items of a group
//                                (analysis/uniformity.h).
//   `print<group_decisions>`     Branches that decide whether work-items meet (analysis/group_decisions.h).
//   `print<barrier_regions>`     Regions between meetings, and the function with the values of the whole group
//                                (analysis/barrier_regions.h, analysis/group_values.h).
//   `print<plan;bits=512>`       The number of lanes for a kernel in normal form (plan/plan.h).
//   `print<plan;linearized;bits=512;lanes=16>`
//                                The plan for a linearized kernel, and the counts on which the planner bases it.
//   `print<dimensions;bits=512>` The dimension that lanes lie along, and the cost of each dimension
//                                (plan/dimensions/lane_dimension.h).
//
// In printed loop levels (linearize/masks/flow_level.h), `(end)` stands for the end of a level: the next iteration, the
// loop's exits or the function's end. The default of `lanes` is 16. The default of `bits`, the size of the widest
// vector operation, is 512. `print<accesses>`, `print<plan>` and `print<dimensions>` also accept the processor's
// features, as in `features=avx2+fma`; the default features depend on `bits`. Thread-safety: pure function.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace lanewise::compiler {

/// Registers the `print<...>` names with `builder`, for textual pipelines.
void register_printers(llvm::PassBuilder& builder);

}  // namespace lanewise::compiler
