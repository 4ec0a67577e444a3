// The attribute `max_work_group_size(x, y, z)` of kernels, which Intel's compilers have and Clang has not:
// registered with Clang, taken off the declarations before code is generated for them, and put on the
// kernels of the module as metadata of that name.
//
// Thread-safety: an object belongs to one run of the front end; registering is safe at any time.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstdint>

namespace lanewise::compiler {

/// Makes Clang know the attribute. Called before each run of the front end; does its work once.
void register_attributes();

class WorkGroupLimits {
public:
    /// Before code is generated for `group`.
    void take_from(clang::DeclGroupRef group);

    /// When the module is complete.
    void put_on(llvm::Module& module) const;

private:
    llvm::StringMap<std::array<std::uint32_t, 3>> limits_;  // by kernel
};

}  // namespace lanewise::compiler
