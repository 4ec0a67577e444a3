#include "runtime/storage/build_cache.h"

#include <algorithm>

namespace lanewise::runtime {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

/// Joins each line that ends in a backslash with the next line, as the preprocessor does.
std::string join_lines(std::string_view source) {
    std::string joined;
    joined.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\\') {
            std::size_t end = i + 1;
            while (end < source.size() && is_blank(source[end])) ++end;
            if (end < source.size() && source[end] == '\n') {
                i = end;
                continue;
            }
        }
        joined += source[i];
    }
    return joined;
}

/// Returns whether the preprocessor might read files or the clock for this source. Returns true if one of the words
/// below occurs anywhere in the source. The result may thus be true although the preprocessor would read nothing.
bool may_read_outside(std::string_view source) {
    static constexpr std::string_view words[] = {"include", "import", "embed", "__DATE__", "__TIME"};
    const auto mentions = [](std::string_view text) {
        return std::any_of(std::begin(words), std::end(words),
                           [&](std::string_view word) { return text.find(word) != text.npos; });
    };
    if (source.find('\\') == source.npos) return mentions(source);
    return mentions(join_lines(source));
}

}  // namespace

std::optional<Digest> key_of_source(std::string_view action, std::string_view source, std::string_view options,
                                    std::span<const compiler::Header> headers, const Digest& build_id) {
    if (may_read_outside(source) || may_read_outside(options)) return std::nullopt;
    Hasher hash;
    hash.add_text(action);
    hash.add(build_id);
    hash.add_text(source);
    hash.add_text(options);
    hash.add_number(headers.size());
    for (const auto& header : headers) {
        if (may_read_outside(header.source)) return std::nullopt;
        hash.add_text(header.name);
        hash.add_text(header.source);
    }
    return hash.finish();
}

Digest key_of_il(std::string_view action, const compiler::SpirvProgram& program, std::string_view options,
                 const Digest& build_id) {
    Hasher hash;
    hash.add_text("il");
    hash.add_text(action);
    hash.add(build_id);
    hash.add_text({reinterpret_cast<const char*>(program.bytes.data()), program.bytes.size()});
    hash.add_text(options);
    hash.add_number(program.constants.size());
    for (const auto& constant : program.constants) {
        hash.add_number(constant.id);
        hash.add_number(constant.bits);
    }
    return hash.finish();
}

Digest key_of_link(std::span<const compiler::Ir* const> objects, std::string_view options, const Digest& build_id) {
    Hasher hash;
    hash.add_text("link");
    hash.add(build_id);
    hash.add_text(options);
    hash.add_number(objects.size());
    for (const auto* object : objects) hash.add(digest_of(*object));
    return hash.finish();
}

Digest key_of_code(const Digest& ir, std::string_view kernel, const CodeOrigin& origin, CodeVariant variant,
                   const Digest& build_id, const KnownArguments& known, Objects objects) {
    Hasher hash;
    hash.add_text("code");
    hash.add(build_id);
    hash.add(ir);
    hash.add_text(kernel);
    hash.add_text(origin.target.features);
    hash.add_number(origin.target.vector_bits);
    hash.add_number(origin.vector_width);
    hash.add_text(origin.passes);
    hash.add_number(static_cast<std::uint64_t>(variant));
    hash.add_number(static_cast<std::uint64_t>(objects));
    for (const KnownArgument& argument : known) {
        hash.add_number(argument.index);
        hash.add(argument.bytes);
    }
    return hash.finish();
}

std::optional<ProgramImage> BuildCache::find_program(const Digest& key) {
    if (!directory_) return std::nullopt;
    const auto bytes = directory_->get(key);
    if (!bytes) return std::nullopt;
    auto program = read_program(*bytes, build_id_);
    if (!program) directory_->drop(key);
    return program;
}

void BuildCache::store_program(const Digest& key, const ProgramImage& program) {
    if (directory_) directory_->put(key, write_program(program, build_id_));
}

std::optional<KernelCode> BuildCache::find_code(const Digest& key) {
    if (!directory_) return std::nullopt;
    const auto bytes = directory_->get(key);
    if (!bytes) return std::nullopt;
    auto code = read_code(*bytes, build_id_);
    if (!code) directory_->drop(key);
    return code;
}

void BuildCache::store_code(const Digest& key, const KernelCode& code) {
    if (directory_) directory_->put(key, write_code(code, build_id_));
}

}  // namespace lanewise::runtime
