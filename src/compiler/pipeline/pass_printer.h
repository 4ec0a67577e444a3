// Shows the effect of passes: an observer that prints IR.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::compiler {

/// Prints the IR after the selected pass or stage, or that it is unchanged ("all": after every pass).
class PassPrinter final : public PassObserver {
public:
    PassPrinter(llvm::raw_ostream& out, std::string selected) : out_(out), selected_(std::move(selected)) {}

    void begin_stage(llvm::StringRef stage, const llvm::Module& module) override;
    void end_stage(llvm::StringRef stage, const llvm::Module& module) override;
    void begin_pass(llvm::StringRef pass, const PassUnit& unit) override;
    void end_pass(llvm::StringRef pass, const PassUnit& unit) override;

    /// Whether anything was selected so far.
    bool printed() const { return printed_; }

private:
    void print(llvm::StringRef what, const std::string& before, const PassUnit& unit);

    llvm::raw_ostream& out_;
    std::string selected_;
    std::string stage_;
    std::string before_stage_;
    std::vector<std::string> before_;  // of the passes that are running
    bool printed_ = false;
};

}  // namespace lanewise::compiler
