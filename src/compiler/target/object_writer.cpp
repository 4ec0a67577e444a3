#include "compiler/target/object_writer.h"

namespace lanewise::compiler {

ObjectWriter::ObjectWriter(llvm::TargetMachine& machine)
    : stream_(object_),
      is_able_(!machine.addPassesToEmitFile(passes_, stream_, nullptr, llvm::CodeGenFileType::ObjectFile,
                                            /*DisableVerify=*/true)) {}

llvm::StringRef ObjectWriter::write(llvm::Module& module) {
    object_.clear();
    passes_.run(module);
    return {object_.data(), object_.size()};
}

}  // namespace lanewise::compiler
