// Repairs expressions whose values are OpenCL blocks that are called or enqueued.
//
// Clang looks for the literal of each block through casts and variables, and crashes if another kind of expression
// surrounds the literal. Parentheses, braces, _Generic and similar expressions around a literal or a variable are
// therefore removed. A block value that does not come from a literal is an error, as OpenCL C 3.0, section 6.14,
// demands.
//
//   void (^b)(void) = (^{ work(); }); (b)();    ->    void (^b)(void) = ^{ work(); }; b();
//   void (^b)(void) = (block_t)8;               ->    error
//
// Thread-safety: functions without state.
#pragma once

#include <clang/AST/DeclGroup.h>

namespace lanewise::compiler {

/// Repairs the block expressions in a group of declarations. Must be called for each group of declarations before code
/// is generated for the group.
void repair_block_values(clang::DeclGroupRef group);

}  // namespace lanewise::compiler
