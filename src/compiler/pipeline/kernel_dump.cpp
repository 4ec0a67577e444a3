#include "compiler/pipeline/kernel_dump.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise::compiler {

KernelDump::KernelDump(const std::string& folder, llvm::StringRef kernel, llvm::TargetMachine& machine)
    : folder_(std::filesystem::path(folder) / kernel.str()), kernel_(kernel), machine_(machine) {
    std::error_code failed;
    std::filesystem::create_directories(folder_, failed);
}

namespace {

/// A file of a dump. Ignores write errors, because LLVM would end the process for an error that is not cleared.
class DumpFile {
public:
    explicit DumpFile(const std::filesystem::path& path) : stream_(path.string(), failed_) {}
    ~DumpFile() {
        stream_.close();
        stream_.clear_error();
    }
    bool is_open() const { return !failed_; }
    llvm::raw_fd_ostream& stream() { return stream_; }

private:
    std::error_code failed_;
    llvm::raw_fd_ostream stream_;
};

}  // namespace

// Writes the assembly. Compiles a copy of `module`, since code generation changes the module that it compiles.
void KernelDump::begin_stage(llvm::StringRef stage, const llvm::Module& module) {
    if (stage != "emit") return;
    DumpFile out(folder_ / (kernel_ + ".s"));
    if (!out.is_open()) return;
    const auto copy = llvm::CloneModule(module);
    llvm::legacy::PassManager passes;
    if (machine_.addPassesToEmitFile(passes, out.stream(), nullptr, llvm::CodeGenFileType::AssemblyFile)) return;
    passes.run(*copy);
}

void KernelDump::end_stage(llvm::StringRef stage, const llvm::Module& module) {
    if (stage == "emit") return;
    std::string name;
    llvm::raw_string_ostream(name) << llvm::format("%02u-", ++stages_) << stage << ".ll";
    DumpFile out(folder_ / name);
    if (out.is_open()) module.print(out.stream(), nullptr);
}

}  // namespace lanewise::compiler
