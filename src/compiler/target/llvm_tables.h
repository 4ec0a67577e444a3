// Fills the process-wide tables in which LLVM's targets and passes are registered. LLVM fills these tables while it
// holds locks. If a guarded call (compiler/guard) filled them and failed before the end, tables would stay incomplete
// and locks would stay held. Therefore the tables are filled before the first guarded call.
//
// Thread-safety: any number of threads.
#pragma once

namespace lanewise::compiler {

/// Fills the tables in the first call; later calls do nothing.
void fill_llvm_tables();

/// True if this version of LLVM can disable loop strength reduction, whose time is unbounded. Otherwise code is still
/// correct, but generating it may take long.
bool leaves_out_strength_reduction();

/// True if this version of LLVM can limit the time that the register allocator spends on region splitting of live
/// ranges.
bool bounds_split_regions();

}  // namespace lanewise::compiler
