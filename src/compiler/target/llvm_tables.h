// Fills the tables of the process in which LLVM and its code generator register themselves. LLVM fills them under its
// own locks. A guarded call that failed meanwhile would leave tables incomplete and locks held, so the tables are
// filled before the first guarded call.
//
// Thread-safety: any number of threads.
#pragma once

namespace lanewise::compiler {

/// Fills the tables at the first call; later calls return at once.
void fill_llvm_tables();

/// True if this LLVM can disable loop strength reduction, whose time is unbounded. If false, code is still correct, but
/// may take long to generate.
bool leaves_out_strength_reduction();

/// True if this LLVM can bound the search for the blocks in which a split value has a register.
bool bounds_split_regions();

}  // namespace lanewise::compiler
