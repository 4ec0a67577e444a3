#include "compiler/link/bitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/link/attribute_places.h"

namespace lanewise::compiler {
namespace {

llvm::MemoryBufferRef buffer_of(std::span<const std::uint8_t> bytes) {
    const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {text, "program"};
}

}  // namespace

Ir write_bitcode(const llvm::Module& module) {
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::WriteBitcodeToFile(module, stream);
    return {bytes.begin(), bytes.end()};
}

std::unique_ptr<llvm::Module> read_bitcode_lazily(std::span<const std::uint8_t> bytes, llvm::LLVMContext& context,
                                                  std::string& error) {
    auto module = llvm::getLazyBitcodeModule(buffer_of(bytes), context,
                                             /*ShouldLazyLoadMetadata=*/true);
    if (!module) {
        error += toString(module.takeError()) + '\n';
        return nullptr;
    }
    return std::move(*module);
}

std::unique_ptr<llvm::Module> read_bitcode_checked(std::span<const std::uint8_t> bytes, llvm::LLVMContext& context,
                                                   std::string& error) {
    if (!has_possible_attribute_places(bytes)) {
        error += "the binary gives attributes to parameters that no function has\n";
        return nullptr;
    }
    auto module = llvm::parseBitcodeFile(buffer_of(bytes), context);
    if (!module) {
        error += toString(module.takeError()) + '\n';
        return nullptr;
    }
    llvm::raw_string_ostream stream(error);
    if (llvm::verifyModule(**module, &stream)) return nullptr;
    return std::move(*module);
}

}  // namespace lanewise::compiler
