// What blocks are called and enqueued: Clang looks for the literal behind each, past casts and variables, and crashes
// where something else comes in between. Parentheses, braces, _Generic and the like around a literal or a variable are
// taken off; a block that is made of anything but a literal is an error, as OpenCL C 3.0, section 6.14, has it.
//
//   void (^b)(void) = (^{ work(); }); (b)();    ->    void (^b)(void) = ^{ work(); }; b();
//   void (^b)(void) = (block_t)8;               ->    error
//
// Free of state.
#pragma once

#include <clang/AST/DeclGroup.h>

namespace lanewise::compiler {

/// To be called with all declarations, before code is made of them.
void repair_block_values(clang::DeclGroupRef group);

}  // namespace lanewise::compiler
