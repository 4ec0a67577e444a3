// Repairs the values of blocks that are called or enqueued.
//
// Clang searches the literal of each block through casts and variables, and crashes if it meets another expression.
// Parentheses, braces, _Generic and similar wrappers of a literal or a variable are therefore removed. A block that is
// not made from a literal is an error, as in OpenCL C 3.0, section 6.14.
//
//   void (^b)(void) = (^{ work(); }); (b)();    ->    void (^b)(void) = ^{ work(); }; b();
//   void (^b)(void) = (block_t)8;               ->    error
//
// Thread-safety: functions without state.
#pragma once

#include <clang/AST/DeclGroup.h>

namespace lanewise::compiler {

/// Repairs the block values in `group`. Must be called with all declarations, before code is generated for them.
void repair_block_values(clang::DeclGroupRef group);

}  // namespace lanewise::compiler
