#include "stop_after.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <utility>

namespace lanewise::test {
namespace {

[[noreturn]] void print_and_exit(const llvm::Module& module) {
    module.print(llvm::outs(), nullptr);
    llvm::outs().flush();
    std::_Exit(0);
}

}  // namespace

void StopAfter::end_stage(llvm::StringRef stage, const llvm::Module& module) {
    if (stage == selected_) print_and_exit(module);
}

void StopAfter::begin_pass(llvm::StringRef, const compiler::PassUnit& unit) { module_ = unit.module; }

void StopAfter::end_pass(llvm::StringRef pass, const compiler::PassUnit& unit) {
    if (pass == selected_) print_and_exit(unit.module ? *unit.module : *module_);
}

std::string take_stop_after() {
    llvm::cl::Option* found = llvm::cl::getRegisteredOptions().lookup("stop-after");
    return found ? std::exchange(static_cast<llvm::cl::opt<std::string>*>(found)->getValue(), "") : "";
}

std::string selection_without(const std::string& passes) {
    std::string text;
    for (const char c : "," + passes) text += c == ',' ? (text.empty() ? "-" : ",-") : std::string(1, c);
    return text;
}

}  // namespace lanewise::test
