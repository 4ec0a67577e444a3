// Source locations of functions and their calls, for build logs that name a call cycle. The metadata "call_places" of a
// function holds the locations of the function and of its calls. The front end writes the metadata for functions that
// may be on a cycle. The metadata is removed after a program was linked completely and checked for cycles.
//
//   !{!"odd", !"program.cl:3:5", !"even", !"program.cl:3:37"}     odd, and where it calls even
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace lanewise::compiler {

struct CallPlace {
    std::string callee, place;
};

struct FunctionPlaces {
    std::string name, place;       // name as in the source; `place` is empty if unknown
    std::vector<CallPlace> calls;  // the function's first call of each callee
};

void set_call_places(llvm::Function& function, const FunctionPlaces& places);

/// Returns the places that set_call_places() stored, or only the function's name if no places were stored.
FunctionPlaces call_places_of(const llvm::Function& function);

void drop_call_places(llvm::Module& module);

}  // namespace lanewise::compiler
