// What LLVM and its code generator register in tables of the process, under locks of their own: a guarded call that
// failed while it did would leave table and lock as they are, so all of it is done before the first one.
//
// Thread-safety: any number of threads.
#pragma once

namespace lanewise::compiler {

/// Once in a process; then it costs nothing.
void fill_llvm_tables();

/// Whether this LLVM lets its loop strength reduction be left out, whose time nothing bounds. Otherwise code is as
/// right, but may take long to make.
bool leaves_out_strength_reduction();

/// Whether this LLVM lets the search for the blocks where a split value has a register be bounded.
bool bounds_split_regions();

}  // namespace lanewise::compiler
