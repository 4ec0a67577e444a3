#include "compiler/emit/code_emitter.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/emit/stack_sizes.h"

namespace lanewise::compiler {

bool emit_code(llvm::Module& module, llvm::TargetMachine& machine, llvm::StringRef entry_symbol, ImageLayout layout,
               std::span<const LinkedFunction> functions, FlatImage& code, std::uint64_t& frames, std::string& log) {
    llvm::SmallVector<char, 0> object;
    llvm::raw_svector_ostream stream(object);
    llvm::legacy::PassManager passes;
    const bool unsupported =
        machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile, /*DisableVerify=*/true);
    if (unsupported) {
        log += "the code generator cannot write object files\n";
        return false;
    }
    passes.run(module);
    const llvm::MemoryBufferRef buffer(llvm::StringRef(object.data(), object.size()), "kernel");
    frames = frame_bytes(buffer);
    return link_image(buffer, entry_symbol, layout, functions, code, log);
}

}  // namespace lanewise::compiler
