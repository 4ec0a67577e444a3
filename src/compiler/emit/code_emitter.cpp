#include "compiler/emit/code_emitter.h"

#include <llvm/Support/MemoryBufferRef.h>

namespace lanewise::compiler {

bool emit_code(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort, llvm::StringRef entry_symbol,
               ImageLayout layout, std::span<const LinkedFunction> functions, FlatImage& code, FrameSizes& frames,
               std::string& log) {
    llvm::SmallVector<char, 0> object;
    if (!write_object(module, machine, effort, object)) {
        log += "error: internal compiler error: the code generator cannot write object files\n";
        return false;
    }
    const llvm::MemoryBufferRef buffer(llvm::StringRef(object.data(), object.size()), "kernel");
    frames = frame_sizes(buffer);
    return link_image(buffer, entry_symbol, layout, functions, code, log);
}

}  // namespace lanewise::compiler
