#include "runtime/code/kernel_codes.h"

#include "runtime/object/config.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

KernelCodes::KernelCodes(Toolchain& toolchain, const ProgramImage& image, CodePurpose purpose,
                         std::shared_ptr<VariableStorage> storage)
    : toolchain_(toolchain),
      image_(image),
      purpose_(purpose),
      parts_(image.ir, image.kernels),
      ir_digest_(digest_of(image.ir)),
      storage_(storage ? std::move(storage) : std::make_shared<VariableStorage>(image.variables)),
      told_(image.kernels.size()),
      blocks_(image.kernels) {
    for (auto& slots : slots_) slots = std::vector<CodeSlot>(image.kernels.size());
}

// Returns the assumption that all code of a kernel makes: whether arguments may share objects. The assumption is the
// same for code of every variant, since code of any variant may replace the usual code in a launch.
Objects KernelCodes::objects_of(std::size_t index) const noexcept {
    if (purpose_.objects) return *purpose_.objects;
    const Code* const usual = slot(index, CodeVariant::usual).made();
    return usual && (*usual)->code.gains_apart != 0 ? Objects::shared : Objects::apart;
}

const KernelCodes::Code& KernelCodes::wait_for_usual(std::size_t index) {
    return slot(index, CodeVariant::usual).get([&] {
        return make_with_blocks(index, find(index, CodeVariant::usual));
    });
}

const KernelCodes::Code& KernelCodes::of_variant(std::size_t index, CodeVariant variant) {
    if (variant == CodeVariant::usual && !image_.kernels[index].is_block) return usual(index);
    return slot(index, variant).get([&] { return make(index, variant, find(index, variant)); });
}

bool KernelCodes::make_if_found(std::size_t index) {
    auto code = find(index, CodeVariant::usual);
    if (!code) return false;
    slot(index, CodeVariant::usual).get([&] { return make_with_blocks(index, std::move(code)); });
    return true;
}

KernelCodes::Code KernelCodes::make_known(std::size_t index, CodeVariant variant, const KnownArguments& known) {
    return make(index, variant, find(index, variant, known), known);
}

std::optional<KernelCode> KernelCodes::find(std::size_t index, CodeVariant variant, const KnownArguments& known) {
    const bool is_usual = variant == CodeVariant::usual && known.empty();
    auto code = is_usual ? find_usual(index) : find_other(index, variant, known);
    // Code for partial chunks must have as many lanes as the usual code. Another process may have stored this code for
    // partial chunks together with usual code for launches of other sizes.
    const Code* const usual = variant == CodeVariant::partial_chunks ? slot(index, CodeVariant::usual).made() : nullptr;
    if (code && usual && code->for_small_launches != (*usual)->code.for_small_launches) return std::nullopt;
    return code && code->provisional && purpose_.is_hot ? std::nullopt : std::move(code);
}

std::optional<KernelCode> KernelCodes::find_other(std::size_t index, CodeVariant variant, const KnownArguments& known) {
    const std::string& name = image_.kernels[index].name;
    const Objects objects = objects_of(index);
    const auto stored = known.empty() ? image_.codes.find({name, variant}) : image_.codes.end();
    if (stored != image_.codes.end() && (objects == Objects::apart || stored->second.written_apart == 0))
        return stored->second;
    return toolchain_.find_code(ir_digest_, name, variant, objects, known);
}

// Looks for usual code that assumes that no arguments share an object. If some arguments probably share an object,
// looks for code without this assumption instead.
std::optional<KernelCode> KernelCodes::find_usual(std::size_t index) {
    const std::string& name = image_.kernels[index].name;
    const auto suits = [&](const KernelCode& code) {
        return code.written_apart == 0 || !told_.share_objects(index, code.written_apart);
    };
    const auto stored = image_.codes.find({name, CodeVariant::usual});
    if (stored != image_.codes.end() && suits(stored->second)) return stored->second;
    const auto find = [&](Objects objects) {
        return toolchain_.find_code(ir_digest_, name, CodeVariant::usual, objects, {});
    };
    if (purpose_.objects) return find(*purpose_.objects);
    auto apart = find(Objects::apart);
    return apart && suits(*apart) ? std::move(apart) : find(Objects::shared);
}

KernelCode KernelCodes::compile(std::size_t index, CodeVariant variant, const KnownArguments& known) {
    using compiler::Effort;
    const KernelInfo& info = image_.kernels[index];
    const bool is_usual = variant == CodeVariant::usual && known.empty();
    // Launches wait for the code that is compiled first for a kernel, so its compilation must be quick. When the kernel
    // is hot, better code replaces this first code.
    const bool is_first =
        !purpose_.is_hot && !info.is_block && known.empty() && (is_usual || variant == CodeVariant::partial_chunks);
    CacheClaim claim = toolchain_.claim_code(ir_digest_, info.name, variant, objects_of(index), known);
    if (auto found = claim.find_or_claim([&] { return find(index, variant, known); })) return std::move(*found);
    const Code* const usual = is_usual ? nullptr : slot(index, CodeVariant::usual).made();
    const ToldLaunches::Answers launches(told_, index, /*decides=*/!purpose_.objects && is_usual,
                                         usual ? &(*usual)->code : nullptr);
    return toolchain_.compile_kernel(parts_.ir_of(index, toolchain_), ir_digest_, info.name,
                                     {.variant = variant,
                                      .objects = objects_of(index),
                                      .is_block = info.is_block,
                                      .known = known,
                                      .effort = is_first ? Effort::first : Effort::full,
                                      .launches = &launches});
}

KernelCodes::Code KernelCodes::make(std::size_t index, CodeVariant variant, std::optional<KernelCode> code,
                                    const KnownArguments& known) {
    if (!code) code = compile(index, variant, known);
    auto kernel = std::make_shared<CompiledKernel>();
    kernel->index = index;
    kernel->variant = variant;
    kernel->info = image_.kernels[index];
    kernel->variables = storage_;
    kernel->code = std::move(*code);
    std::string fault;
    kernel->loaded = device::LoadedCode::load(kernel->code, kernel->info.name, config().perf_map, group_, fault);
    if (!kernel->loaded) {
        if (group_ && group_->is_ended()) throw Error(CL_CONTEXT_TERMINATED_KHR, fault);
        fail(CL_OUT_OF_RESOURCES, "The code of kernel '{}' cannot be loaded. {}", kernel->info.name, fault);
    }
    return kernel;
}

KernelCodes::Code KernelCodes::make_with_blocks(std::size_t index, std::optional<KernelCode> code) {
    auto kernel = make(index, CodeVariant::usual, std::move(code));
    blocks_.make_for(kernel->info, [&](std::size_t block) { return of_variant(block, CodeVariant::usual).get(); });
    return kernel;
}

void KernelCodes::store_as_usual(std::size_t index, const CompiledKernel& best) {
    toolchain_.settle(ir_digest_, best.info.name, objects_of(index), best.code);
}

}  // namespace lanewise::runtime
