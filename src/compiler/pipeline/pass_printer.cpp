#include "compiler/pipeline/pass_printer.h"

#include <llvm/IR/Function.h>

namespace lanewise::compiler {
namespace {

std::string text_of(const PassUnit& unit) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (unit.function)
        unit.function->print(stream);
    else if (unit.module)
        unit.module->print(stream, nullptr);
    return text;
}

}  // namespace

void PassPrinter::print(llvm::StringRef what, const std::string& before, const PassUnit& unit) {
    printed_ = true;
    const std::string after = text_of(unit);
    out_ << "; after " << stage_ << what;
    if (unit.function) out_ << " of " << unit.function->getName();
    if (!unit.module)
        out_ << ": deleted\n";
    else if (after == before)
        out_ << ": unchanged\n";
    else
        out_ << "\n" << after << "\n";
}

void PassPrinter::begin_stage(llvm::StringRef stage, const llvm::Module& module) {
    stage_ = stage;
    before_stage_ = selected_ == stage ? text_of({&module, nullptr}) : std::string();
}

void PassPrinter::end_stage(llvm::StringRef stage, const llvm::Module& module) {
    if (selected_ == stage) print("", before_stage_, {&module, nullptr});
    stage_.clear();
}

void PassPrinter::begin_pass(llvm::StringRef pass, const PassUnit& unit) {
    const bool is_selected = selected_ == "all" || selected_ == pass;
    before_.push_back(is_selected ? text_of(unit) : std::string());
}

void PassPrinter::end_pass(llvm::StringRef pass, const PassUnit& unit) {
    const std::string before = std::move(before_.back());
    before_.pop_back();
    if (selected_ == "all" || selected_ == pass) print((stage_.empty() ? "" : "/") + pass.str(), before, unit);
}

}  // namespace lanewise::compiler
