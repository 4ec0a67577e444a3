// Source locations of functions and their calls, for build logs that name a call cycle. They are kept as metadata
// "call_places" of a function. The front end writes it for functions that may be on a cycle; a whole program no longer
// needs it.
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
    std::string name, place;       // as in the source; `place` is empty if unknown
    std::vector<CallPlace> calls;  // the first of each callee
};

void set_call_places(llvm::Function& function, const FunctionPlaces& places);

/// The places that were set, or only the name if there are none.
FunctionPlaces call_places_of(const llvm::Function& function);

void drop_call_places(llvm::Module& module);

}  // namespace lanewise::compiler
