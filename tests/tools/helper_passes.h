// Transformations that are functions in src/compiler, not passes of its table: here they are passes, so that pass_opt
// can run them on IR for tests in tests/passes.
//
//   own_stack                every function k.entry           (machine/own_stack.h)
//   share_bodies             all that the only kernel calls   (prepare/share_bodies.h)
//   values_to_memory         every function                   (simplify/values_to_memory.h)
//   lower_group_votes        kernels of lanes                 (meetings/group_votes.h)
//   lower_item_votes         kernels of one lane              (meetings/group_votes.h)
//   place_program_variables  the program, whose block it prints as comments; what cannot be placed ends with its log
//                                                             (link/place_program_variables.h)
//   forget_initial_values    a kernel's module                (link/place_program_variables.h)
//   replace_opaque_types     the program                      (frontend/opaque_types.h)
//   replace_sampler_values   the program                      (frontend/sampler_values.h)
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace lanewise::test {

/// Makes `builder` understand these names in textual pipelines.
void register_helper_passes(llvm::PassBuilder& builder);

}  // namespace lanewise::test
