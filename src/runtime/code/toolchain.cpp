#include "runtime/code/toolchain.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "device/machine/cpu/cpu_features.h"
#include "device/machine/not_cancelled.h"
#include "device/machine/size_limit.h"
#include "runtime/code/compiler_loader.h"
#include "runtime/code/program_code.h"
#include "runtime/object/config.h"
#include "runtime/object/error.h"
#include "runtime/object/log.h"
#include "runtime/storage/build_id.h"

namespace lanewise::runtime {
namespace {

CodeOrigin code_origin() {
    Target target = device::host_target();
    if (const auto lowered = device::lower_target(target, config().cpu_features)) target = *lowered;
    return {target, config().vector_width, config().passes};
}

// Returns the value of LANEWISE_PASSES. If the compiler rejects the value, logs the rejection once and returns an empty
// string.
const std::string& checked_passes() {
    static const std::string passes = [] {
        if (config().passes.empty()) return std::string();
        const std::string fault = CompilerCall()->check_passes(config().passes);
        if (fault.empty()) return config().passes;
        log_line("LANEWISE_PASSES=%s is refused, for %s; all passes run", printable(config().passes).c_str(),
                 fault.c_str());
        return std::string();
    }();
    return passes;
}

/// Protects reads and writes of the driver's own files, which the application does not know of, from thread
/// cancellation and file size signals.
struct Undisturbed {
    device::NotCancelled by_cancellation;
    device::NoSizeSignal by_limits;
};

std::unique_ptr<CacheDirectory> open_cache() {
    // LANEWISE_DUMP disables the cache: code from the cache is not compiled again, so the driver could not dump its IR.
    if (config().cache_directory.empty() || !config().dump_folder.empty()) return nullptr;
    return std::make_unique<CacheDirectory>(config().cache_directory, config().cache_bytes);
}

// Returns the program's folder in the folder LANEWISE_DUMP, or an empty path if LANEWISE_DUMP is not set.
std::filesystem::path dump_folder(const Digest& ir_digest) {
    if (config().dump_folder.empty()) return {};
    return std::filesystem::path(config().dump_folder) / to_hex(ir_digest).substr(0, 16);
}

std::string dump_folder(const Digest& ir_digest, CodeVariant variant, const KnownArguments& known) {
    const auto folder = dump_folder(ir_digest);
    if (folder.empty()) return folder;
    const auto of_variant = variant == CodeVariant::usual ? folder : folder / plan_of(variant).name;
    return known.empty() ? of_variant : of_variant / "known_arguments";
}

// Writes the source and options to the program's dump folder. Files that cannot be written are skipped.
void dump(const Digest& ir_digest, const char* file, std::string_view source, std::string_view options) {
    const auto folder = dump_folder(ir_digest);
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        log_line("LANEWISE_DUMP writes nothing: the folder '%s' cannot be made (%s).", folder.c_str(),
                 failed.message().c_str());
    std::ofstream(folder / file, std::ios::binary) << source;
    std::ofstream(folder / "options.txt") << options << '\n';
}

bool is_dumped(const compiler::ProgramResult& result) {
    return !config().dump_folder.empty() && result.status == compiler::Status::success;
}

compiler::ProgramResult dumped(compiler::ProgramResult result, std::string_view source, std::string_view options) {
    if (is_dumped(result)) dump(digest_of(result.ir), "source.cl", source, options);
    return result;
}

// Dumps the SPIR-V module and the options, with one additional line of options for each specialization constant.
compiler::ProgramResult dumped(compiler::ProgramResult result, const compiler::SpirvProgram& program,
                               std::string_view options) {
    if (!is_dumped(result)) return result;
    std::string lines(options);
    for (const auto& constant : program.constants)
        lines += "\nspecialization constant " + std::to_string(constant.id) + " = " + std::to_string(constant.bits);
    const std::string_view module(reinterpret_cast<const char*>(program.bytes.data()), program.bytes.size());
    dump(digest_of(result.ir), "source.spv", module, lines);
    return result;
}

// Writes the compiler's text about a compiled kernel to the log, line by line.
void log_lines(std::string_view text) {
    for (std::size_t end = 0; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1))
        log_line("%.*s", static_cast<int>(end), text.data());
}

// Sections 5.8.2 to 5.8.4 and 5.9.1: CL_OUT_OF_HOST_MEMORY "if there is a failure to allocate resources required by
// the OpenCL implementation on the host".
void check_memory(compiler::Status status, const std::string& log) {
    if (status == compiler::Status::out_of_memory) throw Error(CL_OUT_OF_HOST_MEMORY, log);
}

}  // namespace

const Digest& driver_build_id() {
    static const Digest id = read_build_id({driver_library_path(), compiler_library_path()});
    return id;
}

Toolchain::Toolchain() : origin_(code_origin()), cache_(open_cache(), driver_build_id()) {}

Toolchain& Toolchain::instance() {
    static Toolchain& toolchain = []() -> Toolchain& {
        const Undisturbed meanwhile;
        static Toolchain made;
        return made;
    }();
    return toolchain;
}

template <class Compile>
BuildOutcome Toolchain::build_cached(const std::optional<Digest>& key, ProgramType type, std::string_view options,
                                     Compile&& compile) {
    const auto find = [&] { return key ? cache_.find_program(*key) : std::nullopt; };
    if (auto image = find()) return adopt(std::move(*image));
    CacheClaim claim(key ? cache_.directory() : nullptr, key.value_or(Digest{}));
    if (auto image = claim.find_or_claim(find)) return adopt(std::move(*image));
    compiler::ProgramResult result = compile();
    check_memory(result.status, result.log);
    if (result.status != compiler::Status::success) return {result.status, std::move(result.log), {}};
    ProgramImage image;
    image.type = result.is_library ? ProgramType::library : type;
    image.options = options;
    image.log = std::move(result.log);
    image.ir = std::move(result.ir);
    image.kernels = std::move(result.kernels);
    image.variables = std::move(result.variables);
    image.origin = origin_;
    if (key) cache_.store_program(*key, image);
    claim.end();
    tell_refused_cache();
    return adopt(std::move(image));
}

// Logs that the cache directory is refused. The line is logged only once per process, since every build would log the
// same line.
void Toolchain::tell_refused_cache() noexcept {
    const CacheDirectory* const directory = cache_.directory();
    if (!directory || !directory->is_refused() || told_refused_cache_.exchange(true)) return;
    log_line(
        "Builds are not cached: '%s' is no absolute path of a folder that this user owns or can make. Set "
        "LANEWISE_CACHE_DIR to one, or LANEWISE_CACHE=0.",
        directory->parent().c_str());
}

BuildOutcome Toolchain::build(std::string_view source, std::string_view options) {
    const Undisturbed meanwhile;
    const auto key = key_of_source("build", source, options, {}, cache_.build_id());
    return build_cached(key, ProgramType::executable, options,
                        [&] { return dumped(CompilerCall()->build(source, options), source, options); });
}

BuildOutcome Toolchain::compile(std::string_view source, std::string_view options,
                                std::span<const compiler::Header> headers) {
    const Undisturbed meanwhile;
    const auto key = key_of_source("compile", source, options, headers, cache_.build_id());
    return build_cached(key, ProgramType::object, options,
                        [&] { return dumped(CompilerCall()->compile(source, options, headers), source, options); });
}

BuildOutcome Toolchain::build(const compiler::SpirvProgram& program, std::string_view options) {
    const Undisturbed meanwhile;
    const Digest key = key_of_il("build", program, options, cache_.build_id());
    return build_cached(key, ProgramType::executable, options,
                        [&] { return dumped(CompilerCall()->build(program, options), program, options); });
}

BuildOutcome Toolchain::compile(const compiler::SpirvProgram& program, std::string_view options) {
    const Undisturbed meanwhile;
    const Digest key = key_of_il("compile", program, options, cache_.build_id());
    return build_cached(key, ProgramType::object, options,
                        [&] { return dumped(CompilerCall()->compile(program, options), program, options); });
}

BuildOutcome Toolchain::link(std::span<const compiler::Ir* const> objects, std::string_view options) {
    const Undisturbed meanwhile;
    const Digest key = key_of_link(objects, options, cache_.build_id());
    return build_cached(key, ProgramType::executable, options, [&] { return CompilerCall()->link(objects, options); });
}

BuildOutcome Toolchain::check_build_options(std::string_view options) {
    const Undisturbed meanwhile;
    const bool are_blank = std::ranges::all_of(options, [](char c) { return c == ' ' || c == '\t'; });
    if (are_blank) return {compiler::Status::success, {}, {}};
    compiler::ProgramResult result = CompilerCall()->check_options(options);
    check_memory(result.status, result.log);
    return {result.status, std::move(result.log), {}};
}

BuildOutcome Toolchain::adopt(ProgramImage image) {
    if (image.origin != origin_) {
        image.codes.clear();
        image.origin = origin_;
    }
    std::string log = image.log;
    return {compiler::Status::success, std::move(log), std::make_shared<ProgramCode>(*this, std::move(image))};
}

compiler::Ir Toolchain::extract(const compiler::Ir& ir, std::span<const std::string_view> kernels) {
    const Undisturbed meanwhile;
    return CompilerCall()->extract(ir, kernels);
}

std::optional<KernelCode> Toolchain::find_code(const Digest& ir_digest, const std::string& kernel, CodeVariant variant,
                                               Objects objects, const KnownArguments& known) {
    const Undisturbed meanwhile;
    return cache_.find_code(key_of_code(ir_digest, kernel, origin_, variant, cache_.build_id(), known, objects));
}

CacheClaim Toolchain::claim_code(const Digest& ir_digest, const std::string& kernel, CodeVariant variant,
                                 Objects objects, const KnownArguments& known) const {
    const Digest key = key_of_code(ir_digest, kernel, origin_, variant, cache_.build_id(), known, objects);
    return CacheClaim(cache_.directory(), key);
}

KernelCode Toolchain::compile_kernel(const compiler::Ir& ir, const Digest& ir_digest, const std::string& kernel,
                                     const CodeRequest& request) {
    const Undisturbed meanwhile;
    const auto& [variant, objects, is_block, known, effort, launches] = request;
    const bool is_usual = !is_block && known.empty();
    const VariantPlan plan = plan_of(variant);
    const compiler::CodeOptions options{.target = origin_.target,
                                        .vector_width = plan.lanes != 0 ? plan.lanes : origin_.vector_width,
                                        .large_launch = plan.for_large_launches,
                                        .shared_objects = objects == Objects::shared,
                                        .launches = launches,
                                        .chunks = is_usual ? plan.chunks : compiler::Chunks::all,
                                        .along = plan.along,
                                        .together = plan.together,
                                        .effort = effort,
                                        .known = known,
                                        .passes = checked_passes(),
                                        .dump_folder = dump_folder(ir_digest, variant, known)};
    compiler::KernelResult result = CompilerCall()->compile_kernel(ir, kernel, options);
    check_memory(result.status, result.log);
    if (result.status != compiler::Status::success) throw Error(CL_OUT_OF_RESOURCES, result.log);
    if (!options.passes.empty()) log_lines(result.log);
    const Objects made_for = result.code.gains_apart != 0 ? Objects::shared : objects;
    cache_.store_code(key_of_code(ir_digest, kernel, origin_, variant, cache_.build_id(), known, made_for),
                      result.code);
    return std::move(result.code);
}

void Toolchain::settle(const Digest& ir_digest, const std::string& kernel, Objects objects, KernelCode code) {
    const Undisturbed meanwhile;
    code.other_plans = 0;
    cache_.store_code(key_of_code(ir_digest, kernel, origin_, CodeVariant::usual, cache_.build_id(), {}, objects),
                      code);
}

Bytes Toolchain::to_binary(const ProgramImage& image) const { return write_program(image, cache_.build_id()); }

std::optional<ProgramImage> Toolchain::from_binary(std::span<const std::uint8_t> bytes) const {
    return read_program(bytes, cache_.build_id());
}

}  // namespace lanewise::runtime
