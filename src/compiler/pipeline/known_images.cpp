#include "compiler/pipeline/known_images.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <cstring>
#include <map>
#include <optional>
#include <tuple>

#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/parts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/code_size.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/link.h"
#include "compiler/pipeline/builtin_store.h"
#include "compiler/pipeline/stages.h"
#include "compiler/target/target_machine.h"

namespace lanewise::compiler {
namespace {

using Calls = llvm::SmallVector<llvm::CallInst*, 8>;

/// Key of a specialized version of a texel function: the function's name, and the image and sampler of the version.
struct Known {
    std::string name;  // name of the texel function
    const KnownArgument* image;
    std::optional<std::uint64_t> sampler;

    auto operator<=>(const Known& other) const {
        return std::tie(name, image->bytes, sampler) <=> std::tie(other.name, other.image->bytes, other.sampler);
    }
};

using KnownCalls = std::map<Known, Calls>;

const KnownArgument* known_image(const llvm::Value* image, const KnownArguments& known) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(image->stripPointerCasts());
    if (!argument) return nullptr;
    const auto found = std::ranges::find(known, argument->getArgNo(), &KnownArgument::index);
    return found == known.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> known_sampler(const llvm::CallInst& call) {
    const auto* word = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    return word && word->getType()->isIntegerTy(64) ? std::optional(word->getZExtValue()) : std::nullopt;
}

// Finds the calls with known images in all chunk functions except the tail version, which seldom runs.
KnownCalls known_calls(llvm::Module& module, const KnownArguments& known) {
    KnownCalls calls;
    for (llvm::Function* chunk : find_chunks(module)) {
        if (is_part(*chunk, Part::tail)) continue;
        for (llvm::Instruction& instruction : llvm::instructions(*chunk)) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
            if (!callee || !is_texel_function(callee->getName()) || !is_late_builtin(callee->getName())) continue;
            if (const KnownArgument* image = known_image(call->getArgOperand(0), known))
                calls[{name_where_known(callee->getName()), image, known_sampler(*call)}].push_back(call);
        }
    }
    return calls;
}

// Replaces loads from the known fields of the image descriptor by constants.
void replace_descriptor(llvm::Function& version, const KnownArgument& image) {
    const llvm::DataLayout& layout = version.getParent()->getDataLayout();
    std::array<std::uint8_t, abi::known_begin + abi::known_bytes> descriptor{};
    std::ranges::copy(image.bytes, descriptor.begin() + abi::known_begin);
    llvm::Constant* bytes = llvm::ConstantDataArray::get(version.getContext(), llvm::ArrayRef(descriptor));
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(version))) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (!load) continue;
        llvm::APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
        const llvm::Value* base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
        const std::uint64_t size = layout.getTypeStoreSize(load->getType());
        if (base != version.getArg(0) || offset.ult(abi::known_begin) || (offset + size).ugt(descriptor.size()))
            continue;
        llvm::Constant* value = llvm::ConstantFoldLoadFromConst(bytes, load->getType(), offset, layout);
        if (!value) continue;
        load->replaceAllUsesWith(value);
        load->eraseFromParent();
    }
}

// Marks loops over texels for unrolling, since their trip counts are constants in a specialized version.
void unroll_texel_loops(llvm::Function& version) {
    llvm::LLVMContext& context = version.getContext();
    llvm::Metadata* full = llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.full"));
    for (llvm::BasicBlock& block : version) {
        llvm::Instruction* end = block.getTerminator();
        llvm::MDNode* kept = end->getMetadata(llvm::LLVMContext::MD_loop);
        if (!kept || !llvm::GetUnrollMetadata(kept, "llvm.loop.unroll.disable")) continue;
        llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, full});
        loop->replaceOperandWith(0, loop);
        end->setMetadata(llvm::LLVMContext::MD_loop, loop);
    }
}

llvm::Function* make_version(const Known& known, llvm::Function& body, AnalysisManagers& analyses) {
    llvm::ValueToValueMapTy values;
    llvm::Function* version = llvm::CloneFunction(&body, values);
    version->setName(known.name + ".known");
    version->setLinkage(llvm::GlobalValue::InternalLinkage);
    replace_descriptor(*version, *known.image);
    if (known.sampler) {
        llvm::Argument* word = version->getArg(1);
        word->replaceAllUsesWith(llvm::ConstantInt::get(word->getType(), *known.sampler));
    }
    // The generic code keeps properties of the image in phis of loops, from one texel to the next. SCCP propagates
    // constants through these phis, too.
    llvm::SCCPPass().run(*version, analyses.functions());
    unroll_texel_loops(*version);
    run_stage(Stage::cleanup, *version, analyses);
    return version;
}

// Redirects `calls` to `version`, and inlines these calls if the budget allows.
void use_version(llvm::Function& version, llvm::ArrayRef<llvm::CallInst*> calls, std::uint64_t& budget,
                 unsigned register_bits) {
    const std::uint64_t growth = code_size(version, register_bits) * calls.size();
    const bool fits = growth <= budget;
    if (fits) budget -= growth;
    for (llvm::CallInst* call : calls) {
        call->setCalledFunction(&version);
        call->setCallingConv(version.getCallingConv());
        llvm::InlineFunctionInfo info;
        if (fits) llvm::InlineFunction(*call, info);
    }
    if (version.use_empty()) version.eraseFromParent();
}

// Links the definition of the texel function into the module. Returns the definition; null if the builtin is missing.
llvm::Function* link_body(llvm::Module& module, const Known& known, const llvm::CallInst& call, const Target& target,
                          std::string& log) {
    const ReadyBuiltin* builtin = ready_builtin(known.name, target, log);
    if (!builtin) return nullptr;
    llvm::Function* function = module.getFunction(known.name);
    if (function && !function->isDeclaration()) return function;
    module.getOrInsertFunction(known.name, call.getFunctionType());
    auto body = read_bitcode_lazily(builtin->body, module.getContext(), log);
    if (!body || !link_definitions(module, std::move(body), log)) return nullptr;
    return module.getFunction(known.name);
}

}  // namespace

void replace_known_samplers(llvm::Function& kernel, const KnownArguments& known) {
    for (const KnownArgument& argument : known) {
        llvm::Argument* sampler = kernel.getArg(argument.index);
        if (!sampler->getType()->isIntegerTy(64)) continue;
        std::uint64_t word = 0;
        std::memcpy(&word, argument.bytes.data(), sizeof word);
        sampler->replaceAllUsesWith(llvm::ConstantInt::get(sampler->getType(), word));
    }
}

bool use_known_images(llvm::Module& module, AnalysisManagers& analyses, const CodeOptions& options, std::string& log) {
    KnownCalls all = known_calls(module, options.known);
    std::uint64_t budget = budget::known_images_in_chunk;
    llvm::SmallVector<std::string, 4> linked;
    for (auto& [known, calls] : all) {
        llvm::Function* body = link_body(module, known, *calls.front(), options.target, log);
        if (!body) return false;
        linked.push_back(known.name);
        llvm::Function* version = make_version(known, *body, analyses);
        set_target_attributes(module, options.target);
        use_version(*version, calls, budget, options.target.vector_bits);
    }
    // Delete the generic definitions. Their remaining calls, for unknown images or within specialized versions, will
    // use machine code (late_builtins.h).
    for (const std::string& name : linked)
        if (llvm::Function* body = module.getFunction(name); body && !body->isDeclaration()) {
            body->deleteBody();
            if (body->use_empty()) body->eraseFromParent();
        }
    analyses.functions().clear();
    return true;
}

}  // namespace lanewise::compiler
