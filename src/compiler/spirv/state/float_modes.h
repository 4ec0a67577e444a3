// Modes of floating-point arithmetic in a function: permitted transformations, rounding, and subnormal numbers. They
// come from the kernels that call the function and from build options (SPIR-V specification, sections 3.6 and 3.15;
// OpenCL API 3.0, section 5.8.6).
// Thread-safety: constant after construction.
#pragma once

#include <llvm/IR/FMF.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Type.h>

#include <array>
#include <functional>
#include <unordered_map>

#include "compiler/frontend/options.h"
#include "compiler/spirv/state/annotations.h"
#include "spirv/module.h"

namespace lanewise::compiler::il {

/// The modes of one width of floating-point numbers.
struct WidthModes {
    llvm::FastMathFlags flags;       // for instructions without FPFastMathMode
    bool keeps_special = false;      // SignedZeroInfNanPreserve
    bool flushes_subnormal = false;  // DenormFlushToZero
    /// The execution mode RoundingModeRTE, RTZ, RTPINTEL or RTNINTEL; RTE if the kernel has no such mode.
    spirv::FPRoundingMode rounding = spirv::FPRoundingMode::RTE;

    /// Keeps only the permissions that `other` also has, and adds the demands of `other`. Returns true if this object
    /// has changed.
    bool meet(const WidthModes& other);
    bool operator==(const WidthModes& other) const;
};

struct FloatModes {
    std::array<WidthModes, 3> widths;  // half, float, double
    llvm::FastMathFlags options;       // flags for all instructions, from build options
    bool replaces_defaults = false;    // FPFastMathMode replaces WidthModes::flags

    /// Returns the modes for numbers of a type; default modes for types that are not floating-point numbers.
    const WidthModes& of(const llvm::Type* type) const;
};

/// Returns LLVM's flags for a mask of section 3.15, "FP Fast Math Mode".
llvm::FastMathFlags flags_of_mode(std::uint64_t bits);

class FunctionModes {
public:
    /// The function `constant` must return the value of a constant, given its id.
    FunctionModes(const spirv::Module& source, const Annotations& annotations, const CompileOptions& options,
                  const std::function<std::uint64_t(spirv::Id, const spirv::Instruction&)>& constant);

    FloatModes of(spirv::Id function) const;

    /// Adds to a function the attributes that the function's modes and the build options demand.
    void add_attributes(llvm::Function& function, spirv::Id id) const;

private:
    using Widths = std::array<WidthModes, 3>;

    Widths of_entry(const spirv::Module& source, const Annotations& annotations, spirv::Id function) const;
    void read_mode(const spirv::Module& source, const spirv::Instruction& mode, Widths& widths) const;
    void read_decorations(spirv::Id function, Widths& widths) const;
    bool is_flushed_by_processor(const Widths& widths) const;

    const CompileOptions& options_;
    const Annotations& annotations_;
    std::function<std::uint64_t(spirv::Id, const spirv::Instruction&)> constant_;
    std::unordered_map<spirv::Id, Widths> modes_;
    bool has_float_controls_ = false;  // capability FloatControls2
    bool has_double_ = false;
};

}  // namespace lanewise::compiler::il
