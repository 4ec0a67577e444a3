// Selects the optional passes of a compilation: parses LANEWISE_PASSES and tools' options of the same form.
//
//   -serialize_sparse,-merges    leaves out the pass `serialize_sparse` and all optional passes of the stage `merges`
//   17                    runs the first 17 executions of optional passes, and leaves out all later ones
//   17,-cleanup           the same, and `cleanup` is left out and not counted
//   17@blur               the same for the kernel `blur` alone; other kernels get all passes
//
// A pass over functions has one execution for each function. stages.def lists the passes' names and says which passes
// are optional.
//
// Thread-safety: an object belongs to one compilation.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSet.h>

#include <limits>
#include <optional>
#include <string>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::compiler {

class PassSelection final : public PassFilter {
public:
    /// Returns the selection that `text` describes; if `text` is invalid, returns nothing and sets `fault` to the
    /// reason.
    static std::optional<PassSelection> parse(llvm::StringRef text, std::string& fault);

    /// Whether the selection applies to the kernel called `kernel`.
    bool is_for(llvm::StringRef kernel) const { return kernel_.empty() || kernel_ == kernel; }

    bool runs(llvm::StringRef pass) override;

    /// Describes the executions so far: "17 of 45 executions of optional passes ran; the last one was
    /// serialize_sparse".
    std::string summary() const;

private:
    bool leave_out(llvm::StringRef name, std::string& fault);

    std::string kernel_;  // name of the only selected kernel; empty if all kernels are selected
    llvm::StringSet<> without_;
    unsigned limit_ = std::numeric_limits<unsigned>::max();
    unsigned asked_ = 0;  // executions of optional passes so far, without the passes in `without_`
    std::string last_;    // name of the last optional pass that ran
};

}  // namespace lanewise::compiler
