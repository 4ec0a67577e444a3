#include "compiler/pipeline/print_analyses.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Support/FormattedStream.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>
#include <optional>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/group_decisions.h"
#include "compiler/analysis/group_values.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/row_sharing.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/operations.h"
#include "compiler/pipeline/print_divergence.h"
#include "compiler/pipeline/print_plan.h"

namespace lanewise::compiler {
namespace {

using llvm::raw_ostream;

// Prints a function with a comment after each instruction that has a remark.
class Remarks final : public llvm::AssemblyAnnotationWriter {
public:
    using Remark = std::function<std::string(const llvm::Instruction&)>;

    explicit Remarks(Remark remark) : remark_(std::move(remark)) {}

    void printInfoComment(const llvm::Value& value, llvm::formatted_raw_ostream& out) override {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        const std::string text = instruction ? remark_(*instruction) : std::string();
        if (!text.empty()) out << "  ; " << text;
    }

private:
    Remark remark_;
};

void print_with(const llvm::Function& function, Remarks::Remark remark, raw_ostream& out) {
    Remarks remarks(std::move(remark));
    function.print(out, &remarks);
}

std::string text_of(const Shape& shape) {
    if (shape.is_uniform()) return "uniform";
    if (shape.is_varying()) return "varying";
    std::string text = "strided " + std::to_string(shape.stride);
    if (shape.no_signed_wrap) text += " nsw";
    if (shape.no_unsigned_wrap) text += " nuw";
    if (shape.base_align > 1) text += " align " + std::to_string(shape.base_align);
    if (shape.checked) text += " checked";
    return text;
}

void print_shapes(llvm::Function& function, const PrintOptions& options, raw_ostream& out) {
    const PrivateLayouts layouts(function);
    const ShapeInfo shapes(function, options.lanes, layouts);
    print_with(
        function,
        [&](const llvm::Instruction& instruction) {
            return instruction.getType()->isVoidTy() ? std::string() : text_of(shapes.of(&instruction));
        },
        out);
}

std::string text_of(AccessKind kind) {
    switch (kind) {
        case AccessKind::uniform: return "uniform";
        case AccessKind::contiguous: return "contiguous";
        case AccessKind::reversed: return "reversed";
        case AccessKind::strided: return "strided";
        case AccessKind::private_rows: return "private rows";
        case AccessKind::stepped: return "stepped";
        case AccessKind::exchange: return "exchange";
        case AccessKind::likely_contiguous: return "likely contiguous";
        case AccessKind::likely_window: return "likely window";
        case AccessKind::gathered: return "gathered";
        case AccessKind::gathered_words: return "gathered words";
        case AccessKind::one_by_one: return "one by one";
    }
    return "unknown";
}

void print_accesses(llvm::Function& function, const PrintOptions& options, raw_ostream& out) {
    const PrivateLayouts layouts(function);
    const ShapeInfo shapes(function, options.lanes, layouts);
    const AccessKinds kinds(shapes, VectorIsa::of_features(target_of(options).features));
    print_with(
        function,
        [&](const llvm::Instruction& instruction) {
            const bool is_access = llvm::getLoadStorePointerOperand(&instruction) != nullptr;
            return is_access ? text_of(kinds.of(instruction, mask_of(*instruction.getParent()) != nullptr))
                             : std::string();
        },
        out);
}

void print_rows(llvm::Function& function, const PrintOptions&, raw_ostream& out) {
    const RowSharing rows(function);
    out << "flow of '" << function.getName() << "': " << (rows.shares_flow() ? "shared" : "each row's own") << '\n';
    print_with(
        function,
        [&](const llvm::Instruction& instruction) {
            return instruction.isTerminator() ? "" : rows.shares(&instruction) ? "shared" : "own";
        },
        out);
}

void print_private_layout(llvm::Function& function, const PrintOptions&, raw_ostream& out) {
    const PrivateLayouts layouts(function);
    print_with(
        function,
        [&](const llvm::Instruction& instruction) -> std::string {
            if (const unsigned unit = layouts.unit(&instruction)) return "interleaved by " + std::to_string(unit);
            const auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            return array ? "per lane, " + std::to_string(PrivateLayouts::lane_bytes(*array)) + " bytes" : "";
        },
        out);
}

void print_divergence(llvm::Function& function, const PrintOptions& options, raw_ostream& out) {
    const auto among = options.group ? Uniformity::Among::group : Uniformity::Among::chunk;
    Uniformity uniformity(function, among);
    print_with(
        function,
        [&](const llvm::Instruction& instruction) {
            if (instruction.getType()->isVoidTy() && !instruction.isTerminator()) return "";
            const bool differs = instruction.isTerminator() ? uniformity.branch_is_divergent(*instruction.getParent())
                                                            : uniformity.is_divergent(instruction);
            return differs ? "divergent" : "";
        },
        out);
    if (!options.group) print_flow(function, uniformity, out);
}

void print_group_decisions(llvm::Function& function, const PrintOptions&, raw_ostream& out) {
    const auto unproved = unproved_decisions(function);
    out << "decisions of '" << function.getName() << "':";
    bool any = false;
    const auto deciding = deciding_blocks(function);
    for (llvm::BasicBlock& block : function) {  // visits the blocks in the order in which they are printed
        if (!llvm::is_contained(deciding, &block)) continue;
        out << "\n  " << name_of(block) << (llvm::is_contained(unproved, &block) ? ": not proved" : ": proved");
        any = true;
    }
    out << (any ? "\n" : " none\n");
}

void print_region(const BarrierRegion& region, raw_ostream& out) {
    out << "  region " << name_of(*region.entry) << ':';
    for (const llvm::BasicBlock* block : region.blocks)
        out << ' ' << name_of(*block) << (llvm::is_contained(region.exits, block) ? "(exit)" : "");
    out << '\n';
}

void print_barrier_regions(llvm::Function& function, const PrintOptions&, raw_ostream& out) {
    split_blocks_at_barriers(function);
    const BarrierRegions regions = find_barrier_regions(function);
    out << "regions of '" << function.getName() << "':\n";
    for (const BarrierRegion& region : regions.regions) print_region(region, out);
    const GroupValues values(function, regions);
    print_with(
        function,
        [&](const llvm::Instruction& instruction) {
            if (instruction.getType()->isVoidTy()) return "";
            return values.is_hoisted(&instruction) ? "hoisted" : values.is_uniform(&instruction) ? "shared" : "";
        },
        out);
}

using Printer = void (*)(llvm::Function&, const PrintOptions&, raw_ostream&);

Printer find_printer(llvm::StringRef analysis) {
    if (analysis == "shape") return print_shapes;
    if (analysis == "accesses") return print_accesses;
    if (analysis == "rows") return print_rows;
    if (analysis == "private_layout") return print_private_layout;
    if (analysis == "divergence") return print_divergence;
    if (analysis == "group_decisions") return print_group_decisions;
    if (analysis == "barrier_regions") return print_barrier_regions;
    if (analysis == "plan") return print_plan;
    if (analysis == "dimensions") return print_dimensions;
    return nullptr;
}

struct PrintAnalysis : llvm::PassInfoMixin<PrintAnalysis> {
    PrintAnalysis(Printer printer, const PrintOptions& options) : printer(printer), options(options) {}

    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
        options.analyses = &analyses;
        if (!function.isDeclaration()) printer(function, options, llvm::outs());
        return llvm::PreservedAnalyses::none();  // nothing is preserved, since some analyses split edges or blocks
    }
    static bool isRequired() { return true; }

    Printer printer;
    PrintOptions options;
};

// Converts "avx2+fma" to LLVM's "+avx2,+fma". Options cannot contain commas, which separate the passes of a pipeline.
// Returns false if `text` is empty.
bool read_features(llvm::StringRef text, std::string& features) {
    for (const char c : "+" + text.str()) features += c == '+' ? (features.empty() ? "+" : ",+") : std::string(1, c);
    return !text.empty();
}

bool read_option(llvm::StringRef text, PrintOptions& options) {
    if (text == "group") return options.group = true;
    if (text == "linearized") return options.linearized = true;
    if (text.consume_front("features=")) return read_features(text, options.features);
    if (text.consume_front("lanes=")) return !text.getAsInteger(10, options.lanes);
    return text.consume_front("bits=") && !text.getAsInteger(10, options.bits);
}

// Returns the pass for `print<analysis;option;...>`; empty if `name` has another form.
std::optional<PrintAnalysis> parse(llvm::StringRef name) {
    if (!name.consume_front("print<") || !name.consume_back(">")) return std::nullopt;
    auto [analysis, rest] = name.split(';');
    const Printer printer = find_printer(analysis);
    if (!printer) return std::nullopt;
    PrintOptions options;
    while (!rest.empty()) {
        const auto [option, others] = rest.split(';');
        if (!read_option(option, options)) return std::nullopt;
        rest = others;
    }
    return PrintAnalysis(printer, options);
}

using Elements = llvm::ArrayRef<llvm::PassBuilder::PipelineElement>;

}  // namespace

void register_printers(llvm::PassBuilder& builder) {
    builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::ModulePassManager& passes, Elements) {
        std::optional<PrintAnalysis> pass = parse(name);
        if (!pass) return false;
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(*std::move(pass)));
        return true;
    });
    builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::FunctionPassManager& passes, Elements) {
        std::optional<PrintAnalysis> pass = parse(name);
        if (!pass) return false;
        passes.addPass(*std::move(pass));
        return true;
    });
}

}  // namespace lanewise::compiler
