// Where functions and their calls stand in the source, for build logs that name a call cycle: kept as metadata
// "call_places" of a function. The front end writes it for functions that may be on a cycle, and a whole program
// needs it no more.
//
//   !{!"odd", !"program.cl:3:5", !"even", !"program.cl:3:37"}     odd, and where it calls even
//
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace lanewise::compiler {

struct CallPlace {
    std::string callee, place;
};

struct FunctionPlaces {
    std::string name, place;       // as in the source; no place where none is known
    std::vector<CallPlace> calls;  // of each callee the first
};

void set_call_places(llvm::Function& function, const FunctionPlaces& places);

/// Those that were set, or the name alone.
FunctionPlaces call_places_of(const llvm::Function& function);

void drop_call_places(llvm::Module& module);

}  // namespace lanewise::compiler
