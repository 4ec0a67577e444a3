// Shows the effect of passes: an observer that prints IR.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::compiler {

/// Prints the IR after the selected pass or stage, or a note that the pass or stage left the IR unchanged. The
/// selection "all" means every pass.
class PassPrinter final : public PassObserver {
public:
    PassPrinter(llvm::raw_ostream& out, std::string selected) : out_(out), selected_(std::move(selected)) {}

    void begin_stage(llvm::StringRef stage, const llvm::Module& module) override;
    void end_stage(llvm::StringRef stage, const llvm::Module& module) override;
    void begin_pass(llvm::StringRef pass, const PassUnit& unit) override;
    void end_pass(llvm::StringRef pass, const PassUnit& unit) override;

    /// Whether the selected pass or stage has run.
    bool printed() const { return printed_; }

private:
    void print(llvm::StringRef what, const std::string& before, const PassUnit& unit);

    llvm::raw_ostream& out_;
    std::string selected_;
    std::string stage_;
    std::string before_stage_;
    std::vector<std::string> before_;  // text of the IR before each pass that is running; outermost pass first
    bool printed_ = false;
};

}  // namespace lanewise::compiler
