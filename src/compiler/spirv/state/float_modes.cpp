#include "compiler/spirv/state/float_modes.h"

#include <algorithm>
#include <vector>

namespace lanewise::compiler::il {

using spirv::ExecutionMode;
using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

// Returns the index of a width in FloatModes::widths; nothing for widths that floating-point numbers of kernels do not
// have.
std::optional<std::size_t> number_of_width(std::uint64_t bits) {
    if (bits == 16) return 0;
    if (bits == 32) return 1;
    if (bits == 64) return 2;
    return std::nullopt;
}

llvm::FastMathFlags flags_of_options(const CompileOptions& options) {
    llvm::FastMathFlags flags;
    if (options.math.fast_relaxed) flags.setFast();
    if (options.math.unsafe) {
        flags.setAllowReassoc();
        flags.setNoSignedZeros();
        flags.setAllowReciprocal();
        flags.setAllowContract();
        flags.setApproxFunc();
    }
    if (options.math.no_signed_zeros) flags.setNoSignedZeros();
    if (options.math.mad_enable) flags.setAllowContract();
    return flags;
}

// Maps the id of each function to the ids of the functions that it calls.
std::unordered_map<Id, std::vector<Id>> calls_of(const spirv::Module& source) {
    std::unordered_map<Id, std::vector<Id>> calls;
    Id caller = 0;
    for (const Instruction& instruction : source.instructions) {
        if (instruction.op == Op::Function) caller = instruction.result;
        if (instruction.op == Op::FunctionCall) calls[caller].push_back(instruction.operands[0]);
    }
    return calls;
}

}  // namespace

llvm::FastMathFlags flags_of_mode(std::uint64_t bits) {
    const auto has = [&](spirv::FPFastMathMode bit) { return (bits & static_cast<std::uint32_t>(bit)) != 0; };
    llvm::FastMathFlags flags;
    if (has(spirv::FPFastMathMode::Fast)) flags.setFast();
    if (has(spirv::FPFastMathMode::NotNaN)) flags.setNoNaNs();
    if (has(spirv::FPFastMathMode::NotInf)) flags.setNoInfs();
    if (has(spirv::FPFastMathMode::NSZ)) flags.setNoSignedZeros();
    if (has(spirv::FPFastMathMode::AllowRecip)) flags.setAllowReciprocal();
    if (has(spirv::FPFastMathMode::AllowContract)) flags.setAllowContract();
    if (has(spirv::FPFastMathMode::AllowReassoc)) flags.setAllowReassoc();
    return flags;
}

bool WidthModes::operator==(const WidthModes& other) const {
    return !(flags != other.flags) && keeps_special == other.keeps_special &&
           flushes_subnormal == other.flushes_subnormal && rounding == other.rounding;
}

bool WidthModes::meet(const WidthModes& other) {
    const WidthModes before = *this;
    flags &= other.flags;
    keeps_special |= other.keeps_special;
    flushes_subnormal |= other.flushes_subnormal;
    // If callers demand different rounding modes, one of the modes is used for all.
    rounding = std::max(rounding, other.rounding);
    return !(*this == before);
}

const WidthModes& FloatModes::of(const llvm::Type* type) const {
    static const WidthModes none;
    if (!type->isFPOrFPVectorTy()) return none;
    const auto width = number_of_width(type->getScalarSizeInBits());
    return width ? widths[*width] : none;
}

FunctionModes::FunctionModes(const spirv::Module& source, const Annotations& annotations, const CompileOptions& options,
                             const std::function<std::uint64_t(Id, const Instruction&)>& constant)
    : options_(options), annotations_(annotations), constant_(constant) {
    std::vector<Id> changed;
    const auto meet = [&](Id function, const Widths& widths) {
        const auto [found, is_new] = modes_.try_emplace(function, widths);
        bool differs = is_new;
        for (std::size_t i = 0; i < widths.size(); ++i) differs |= found->second[i].meet(widths[i]);
        if (differs) changed.push_back(function);
    };
    for (const Instruction& instruction : source.instructions) {
        if (instruction.op == Op::Capability) {
            const auto capability = static_cast<spirv::Capability>(instruction.operands[0]);
            has_float_controls_ |= capability == spirv::Capability::FloatControls2;
            has_double_ |= capability == spirv::Capability::Float64;
        }
        if (instruction.op == Op::EntryPoint)
            meet(instruction.operands[1], of_entry(source, annotations, instruction.operands[1]));
        // Any kernel may call a function whose address is taken. The arithmetic of such a function gets no fast-math
        // permissions, not even to contract products and sums. For exported functions, only kernels of this module
        // count as callers, since producers also export the functions that kernels run.
        if (instruction.op == Op::ConstantFunctionPointerINTEL) meet(instruction.operands[0], {});
    }
    // A function has the modes that its callers have in common. Each step only removes permissions or adds demands, so
    // the loop ends.
    const auto calls = calls_of(source);
    while (!changed.empty()) {
        const Id caller = changed.back();
        changed.pop_back();
        const auto callees = calls.find(caller);
        if (callees == calls.end()) continue;
        const Widths widths = modes_.at(caller);
        for (const Id callee : callees->second) meet(callee, widths);
    }
}

// Without ContractionOff, products and sums of a kernel may be contracted (section 3.6, "Execution Mode").
FunctionModes::Widths FunctionModes::of_entry(const spirv::Module& source, const Annotations& annotations,
                                              Id function) const {
    Widths widths;
    const auto modes = annotations.modes(function);
    const bool contracts = std::ranges::none_of(modes, [](const Instruction* mode) {
        return static_cast<ExecutionMode>(mode->operands[1]) == ExecutionMode::ContractionOff;
    });
    for (WidthModes& width : widths) width.flags.setAllowContract(contracts);
    for (const Instruction* mode : modes) read_mode(source, *mode, widths);
    return widths;
}

void FunctionModes::read_mode(const spirv::Module& source, const Instruction& mode, Widths& widths) const {
    const auto kind = static_cast<ExecutionMode>(mode.operands[1]);
    if (mode.operands.size() < 3) return;
    if (kind == ExecutionMode::FPFastMathDefault && mode.operands.size() > 3) {
        const Instruction* type = source.definition(mode.operands[2]);
        if (!type || type->op != Op::TypeFloat) return;
        if (const auto width = number_of_width(type->operands[0]))
            widths[*width].flags = flags_of_mode(constant_(mode.operands[3], mode));
        return;
    }
    const auto width = number_of_width(mode.operands[2]);
    if (!width) return;
    switch (kind) {
        case ExecutionMode::SignedZeroInfNanPreserve: widths[*width].keeps_special = true; break;
        case ExecutionMode::DenormFlushToZero: widths[*width].flushes_subnormal = true; break;
        case ExecutionMode::RoundingModeRTZ: widths[*width].rounding = spirv::FPRoundingMode::RTZ; break;
        case ExecutionMode::RoundingModeRTPINTEL: widths[*width].rounding = spirv::FPRoundingMode::RTP; break;
        case ExecutionMode::RoundingModeRTNINTEL: widths[*width].rounding = spirv::FPRoundingMode::RTN; break;
        default: break;  // DenormPreserve and RoundingModeRTE are the defaults
    }
}

// SPV_INTEL_float_controls2: the decorations of a function have priority over the modes of the kernels that call it.
void FunctionModes::read_decorations(Id function, Widths& widths) const {
    using spirv::Decoration;
    annotations_.for_each(function, Decoration::FunctionRoundingModeINTEL, [&](Words operands) {
        const auto width = operands.size() == 2 ? number_of_width(operands[0]) : std::nullopt;
        if (width && operands[1] <= static_cast<std::uint32_t>(spirv::FPRoundingMode::RTN))
            widths[*width].rounding = static_cast<spirv::FPRoundingMode>(operands[1]);
    });
    annotations_.for_each(function, Decoration::FunctionDenormModeINTEL, [&](Words operands) {
        const auto width = operands.size() == 2 ? number_of_width(operands[0]) : std::nullopt;
        if (width)
            widths[*width].flushes_subnormal =
                static_cast<spirv::FPDenormMode>(operands[1]) == spirv::FPDenormMode::FlushToZero;
    });
}

// True if the processor's mode can flush subnormal numbers. That mode applies to floats and doubles together.
bool FunctionModes::is_flushed_by_processor(const Widths& widths) const {
    return widths[1].flushes_subnormal && (widths[2].flushes_subnormal || !has_double_);
}

FloatModes FunctionModes::of(Id function) const {
    FloatModes modes;
    modes.options = flags_of_options(options_);
    modes.replaces_defaults = has_float_controls_;
    if (const auto found = modes_.find(function); found != modes_.end()) modes.widths = found->second;
    const bool is_flushed = is_flushed_by_processor(modes.widths);
    read_decorations(function, modes.widths);
    if (is_flushed) modes.widths[1].flushes_subnormal = modes.widths[2].flushes_subnormal = false;
    return modes;
}

void FunctionModes::add_attributes(llvm::Function& function, Id id) const {
    const auto found = modes_.find(id);
    if (options_.math.denorms_are_zero || (found != modes_.end() && is_flushed_by_processor(found->second)))
        function.addFnAttr("denormal-fp-math", "preserve-sign,preserve-sign");
    if (!options_.optimize && !function.isDeclaration()) {
        function.addFnAttr(llvm::Attribute::NoInline);
        function.addFnAttr(llvm::Attribute::OptimizeNone);
    }
    const auto add = [&](bool condition, llvm::StringRef name) {
        if (condition) function.addFnAttr(name, "true");
    };
    const MathOptions& math = options_.math;
    add(math.fast_relaxed || math.unsafe || math.mad_enable, "less-precise-fpmad");
    add(math.fast_relaxed, "no-infs-fp-math");
    add(math.fast_relaxed, "no-nans-fp-math");
    add(math.fast_relaxed || math.unsafe || math.no_signed_zeros, "no-signed-zeros-fp-math");
}

}  // namespace lanewise::compiler::il
