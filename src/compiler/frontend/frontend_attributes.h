// Supports the kernel attribute `max_work_group_size(x, y, z)`, which Intel's compilers have and Clang lacks. It is
// registered with Clang, removed from declarations before code is generated for them, and put on the module's kernels
// as metadata of the same name.
//
// Thread-safety: an object belongs to one run of the front end; registering is safe at any time.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstdint>

namespace lanewise::compiler {

/// Registers the attribute with Clang. Called before each run of the front end; only the first call has an effect.
void register_attributes();

class WorkGroupLimits {
public:
    /// To be called before code is generated for `group`.
    void take_from(clang::DeclGroupRef group);

    /// To be called when the module is complete.
    void put_on(llvm::Module& module) const;

private:
    llvm::StringMap<std::array<std::uint32_t, 3>> limits_;  // by kernel
};

}  // namespace lanewise::compiler
