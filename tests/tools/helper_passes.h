// Passes of pass_opt for tests in tests/passes. Each pass runs a transformation that is a function in src/compiler and
// is not in the table of passes.
//
//   own_stack                every function k.entry           (machine/own_stack.h)
//   share_bodies             all that the only kernel calls   (prepare/calls/share_bodies.h)
//   values_to_memory         every function                   (simplify/values/values_to_memory.h)
//   lower_group_votes        kernels of lanes                 (meetings/group_votes.h)
//   lower_item_votes         kernels of one lane              (meetings/group_votes.h)
//   place_program_variables  the program; prints the block as comments, or its log if a variable cannot be placed
//                                                             (link/place_program_variables.h)
//   forget_initial_values    a kernel's module                (link/place_program_variables.h)
//   mark_loops               the program                      (link/mark_loops.h)
//   replace_opaque_types     the program                      (frontend/objects/opaque_types.h)
//   replace_sampler_values   the program                      (frontend/objects/sampler_values.h)
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace lanewise::test {

/// Registers the passes, so that textual pipelines of `builder` can name them.
void register_helper_passes(llvm::PassBuilder& builder);

}  // namespace lanewise::test
