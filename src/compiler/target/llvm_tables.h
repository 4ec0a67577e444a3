// Fills the tables of the process in which LLVM and its code generator register themselves, under locks of their own. A
// guarded call that fails meanwhile would leave table and lock as they are, so the tables are filled before the first
// call.
//
// Thread-safety: any number of threads.
#pragma once

namespace lanewise::compiler {

/// Fills the tables at the first call; later calls return at once.
void fill_llvm_tables();

/// Whether loop strength reduction, whose time is unbounded, can be disabled in this LLVM. If not, code is as correct,
/// but may take long to generate.
bool leaves_out_strength_reduction();

/// Whether this LLVM can bound the search for the blocks in which a split value has a register.
bool bounds_split_regions();

}  // namespace lanewise::compiler
