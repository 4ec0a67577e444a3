// Supports the kernel attribute `max_work_group_size(x, y, z)` of Intel's compilers, which Clang does not know.
// Registers the attribute with Clang, removes it from declarations before code is generated for them, and adds it to
// the module's kernels as metadata of the same name.
//
// Thread-safety: an object belongs to one run of the front end; any thread may call register_attributes() at any time.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstdint>

namespace lanewise::compiler {

/// Registers the attribute with Clang. Must be called before each run of the front end; only the first call has an
/// effect.
void register_attributes();

class WorkGroupLimits {
public:
    /// Removes the attribute from the declarations in `group`, and stores its values. Must be called before code is
    /// generated for `group`.
    void take_from(clang::DeclGroupRef group);

    /// Adds the stored attributes to the kernels of `module`, which must be complete.
    void put_on(llvm::Module& module) const;

private:
    llvm::StringMap<std::array<std::uint32_t, 3>> limits_;  // kernel name -> maximum sizes
};

}  // namespace lanewise::compiler
