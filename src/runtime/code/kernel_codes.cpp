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
// same for code of every kind, since code of any kind may replace the usual code in a launch.
Objects KernelCodes::objects_of(std::size_t index) const noexcept {
    if (purpose_.objects) return *purpose_.objects;
    const Code* const usual = slot(index, CodeKind::usual).made();
    return usual && (*usual)->code.gains_apart != 0 ? Objects::shared : Objects::apart;
}

const KernelCodes::Code& KernelCodes::wait_for_usual(std::size_t index) {
    return slot(index, CodeKind::usual).get([&] { return make_with_blocks(index, find(index, CodeKind::usual)); });
}

const KernelCodes::Code& KernelCodes::of_kind(std::size_t index, CodeKind kind) {
    if (kind == CodeKind::usual && !image_.kernels[index].is_block) return usual(index);
    return slot(index, kind).get([&] { return make(index, kind, find(index, kind)); });
}

bool KernelCodes::make_if_found(std::size_t index) {
    auto code = find(index, CodeKind::usual);
    if (!code) return false;
    slot(index, CodeKind::usual).get([&] { return make_with_blocks(index, std::move(code)); });
    return true;
}

KernelCodes::Code KernelCodes::make_known(std::size_t index, CodeKind kind, const KnownArguments& known) {
    return make(index, kind, find(index, kind, known), known);
}

std::optional<KernelCode> KernelCodes::find(std::size_t index, CodeKind kind, const KnownArguments& known) {
    const bool is_usual = kind == CodeKind::usual && known.empty();
    auto code = is_usual ? find_usual(index) : find_other(index, kind, known);
    // Code for partial chunks must have as many lanes as the usual code. Another process may have stored this code for
    // partial chunks together with usual code for launches of other sizes.
    const Code* const usual = kind == CodeKind::partial_chunks ? slot(index, CodeKind::usual).made() : nullptr;
    if (code && usual && code->for_small_launches != (*usual)->code.for_small_launches) return std::nullopt;
    return code && code->provisional && purpose_.is_hot ? std::nullopt : std::move(code);
}

std::optional<KernelCode> KernelCodes::find_other(std::size_t index, CodeKind kind, const KnownArguments& known) {
    const std::string& name = image_.kernels[index].name;
    const Objects objects = objects_of(index);
    const auto stored = known.empty() ? image_.codes.find({name, kind}) : image_.codes.end();
    if (stored != image_.codes.end() && (objects == Objects::apart || stored->second.written_apart == 0))
        return stored->second;
    return toolchain_.find_code(ir_digest_, name, kind, objects, known);
}

// Looks for usual code that assumes that no arguments share an object. If some arguments probably share an object,
// looks for code without this assumption instead.
std::optional<KernelCode> KernelCodes::find_usual(std::size_t index) {
    const std::string& name = image_.kernels[index].name;
    const auto suits = [&](const KernelCode& code) {
        return code.written_apart == 0 || !told_.share_objects(index, code.written_apart);
    };
    const auto stored = image_.codes.find({name, CodeKind::usual});
    if (stored != image_.codes.end() && suits(stored->second)) return stored->second;
    const auto find = [&](Objects objects) {
        return toolchain_.find_code(ir_digest_, name, CodeKind::usual, objects, {});
    };
    if (purpose_.objects) return find(*purpose_.objects);
    auto apart = find(Objects::apart);
    return apart && suits(*apart) ? std::move(apart) : find(Objects::shared);
}

KernelCode KernelCodes::compile(std::size_t index, CodeKind kind, const KnownArguments& known) {
    using compiler::Effort;
    const KernelInfo& info = image_.kernels[index];
    const bool is_usual = kind == CodeKind::usual && known.empty();
    // Launches wait for the code that is compiled first for a kernel, so its compilation must be quick. When the kernel
    // is hot, better code replaces this first code.
    const bool is_first =
        !purpose_.is_hot && !info.is_block && known.empty() && (is_usual || kind == CodeKind::partial_chunks);
    CacheClaim claim = toolchain_.claim_code(ir_digest_, info.name, kind, objects_of(index), known);
    if (auto found = claim.find_or_claim([&] { return find(index, kind, known); })) return std::move(*found);
    const Code* const usual = is_usual ? nullptr : slot(index, CodeKind::usual).made();
    const ToldLaunches::Answers launches(told_, index, /*decides=*/!purpose_.objects && is_usual,
                                         usual ? &(*usual)->code : nullptr);
    return toolchain_.compile_kernel(parts_.ir_of(index, toolchain_), ir_digest_, info.name,
                                     {.kind = kind,
                                      .objects = objects_of(index),
                                      .is_block = info.is_block,
                                      .known = known,
                                      .effort = is_first ? Effort::first : Effort::full,
                                      .launches = &launches});
}

KernelCodes::Code KernelCodes::make(std::size_t index, CodeKind kind, std::optional<KernelCode> code,
                                    const KnownArguments& known) {
    if (!code) code = compile(index, kind, known);
    auto kernel = std::make_shared<CompiledKernel>();
    kernel->index = index;
    kernel->kind = kind;
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
    auto kernel = make(index, CodeKind::usual, std::move(code));
    blocks_.make_for(kernel->info, [&](std::size_t block) { return of_kind(block, CodeKind::usual).get(); });
    return kernel;
}

void KernelCodes::store_as_usual(std::size_t index, const CompiledKernel& best) {
    toolchain_.settle(ir_digest_, best.info.name, objects_of(index), best.code);
}

}  // namespace lanewise::runtime
