#include "runtime/storage/program_format.h"

#include <algorithm>
#include <bit>

#include "runtime/storage/kernel_format.h"

namespace lanewise::runtime {
namespace {

/// The version of the format. Must be incremented with every change of the record's layout or of the IR contract
/// (docs/ir.md).
constexpr std::uint32_t format_version = 22;

constexpr std::string_view program_magic = "LANEWISE";
constexpr std::string_view code_magic = "LANECODE";

Digest checksum(std::string_view magic, const Digest& build_id, std::span<const std::uint8_t> record) {
    Hasher hash;
    hash.add_text(magic);
    hash.add_number(format_version);
    hash.add(build_id);
    hash.add(record);
    return hash.finish();
}

Bytes frame(std::string_view magic, const Digest& build_id, const Bytes& record) {
    ByteWriter out;
    out.raw({reinterpret_cast<const std::uint8_t*>(magic.data()), magic.size()});
    out.number<std::uint32_t>(format_version);
    out.raw(build_id);
    out.raw(checksum(magic, build_id, record));
    out.raw(record);
    return out.take();
}

struct Framed {
    std::span<const std::uint8_t> record;
    Digest build_id{};
};

std::optional<Framed> unframe(std::string_view magic, std::span<const std::uint8_t> bytes) {
    constexpr std::size_t magic_bytes = 8;
    constexpr std::size_t header_bytes = magic_bytes + 4 + 2 * sizeof(Digest);
    if (bytes.size() < header_bytes) return std::nullopt;
    ByteReader in(bytes.first(header_bytes));
    const auto found_magic = in.raw(magic_bytes);
    if (!std::equal(found_magic.begin(), found_magic.end(), magic.begin(), magic.end())) {
        return std::nullopt;
    }
    if (in.number<std::uint32_t>() != format_version) return std::nullopt;
    Framed framed;
    std::ranges::copy(in.raw(sizeof(Digest)), framed.build_id.begin());
    const auto sum = in.raw(sizeof(Digest));
    framed.record = bytes.subspan(header_bytes);
    const Digest expected = checksum(magic, framed.build_id, framed.record);
    if (!std::equal(sum.begin(), sum.end(), expected.begin())) return std::nullopt;
    return framed;
}

void write_variables(ByteWriter& out, const ProgramVariables& variables) {
    out.number<std::uint64_t>(variables.bytes);
    out.number<std::uint32_t>(variables.alignment);
    out.bytes(variables.initial);
    out.number<std::uint64_t>(variables.pointers.size());
    for (const auto& [offset, target] : variables.pointers) {
        out.number<std::uint64_t>(offset);
        out.number<std::uint64_t>(target);
    }
}

/// Returns whether all offsets lie inside the block of variables. The runtime writes to the block at the offsets that
/// the record contains, so a record with a wrong offset must be refused.
bool fits(const ProgramVariables& variables) {
    const auto inside = [&](const ProgramVariables::Pointer& pointer) {
        return variables.bytes >= sizeof(void*) && pointer.offset <= variables.bytes - sizeof(void*);
    };
    return std::has_single_bit(variables.alignment) && variables.initial.size() <= variables.bytes &&
           std::ranges::all_of(variables.pointers, inside);
}

ProgramVariables read_variables(ByteReader& in) {
    ProgramVariables variables;
    variables.bytes = in.number<std::uint64_t>();
    variables.alignment = in.number<std::uint32_t>();
    const auto initial = in.bytes();
    variables.initial.assign(initial.begin(), initial.end());
    const std::size_t pointers = in.count(16);
    for (std::size_t i = 0; i < pointers; ++i) {
        const auto offset = in.number<std::uint64_t>();
        variables.pointers.push_back({offset, in.number<std::uint64_t>()});
    }
    if (!fits(variables)) in.fail();
    return variables;
}

}  // namespace

Bytes write_program(const ProgramImage& program, const Digest& build_id) {
    ByteWriter out;
    out.number<std::uint8_t>(static_cast<std::uint8_t>(program.type));
    out.text(program.options);
    out.text(program.log);
    out.bytes(program.ir);
    out.number<std::uint64_t>(program.kernels.size());
    for (const auto& kernel : program.kernels) write_kernel_info(out, kernel);
    write_variables(out, program.variables);
    out.text(program.origin.target.features);
    out.number<std::uint32_t>(program.origin.target.vector_bits);
    out.number<std::uint32_t>(program.origin.vector_width);
    out.text(program.origin.passes);
    out.number<std::uint64_t>(program.codes.size());
    for (const auto& [key, code] : program.codes) {
        out.text(key.first);
        out.number<std::uint8_t>(static_cast<std::uint8_t>(key.second));
        write_kernel_code(out, code);
    }
    return frame(program_magic, build_id, out.take());
}

std::optional<ProgramImage> read_program(std::span<const std::uint8_t> bytes, const Digest& build_id) {
    const auto framed = unframe(program_magic, bytes);
    if (!framed) return std::nullopt;
    ByteReader in(framed->record);
    ProgramImage program;
    const auto type = in.number<std::uint8_t>();
    if (type > static_cast<std::uint8_t>(ProgramType::executable)) return std::nullopt;
    program.type = static_cast<ProgramType>(type);
    program.options = in.text();
    program.log = in.text();
    const auto ir = in.bytes();
    program.ir.assign(ir.begin(), ir.end());
    const std::size_t kernels = in.count(64);
    for (std::size_t i = 0; i < kernels; ++i) program.kernels.push_back(read_kernel_info(in));
    program.variables = read_variables(in);
    program.origin.target.features = in.text();
    program.origin.target.vector_bits = in.number<std::uint32_t>();
    program.origin.vector_width = in.number<std::uint32_t>();
    program.origin.passes = in.text();
    const std::size_t codes = in.count(64);
    for (std::size_t i = 0; i < codes; ++i) {
        std::string name = in.text();
        const auto variant = in.number<std::uint8_t>();
        if (variant >= code_variants) return std::nullopt;
        program.codes.insert_or_assign({std::move(name), static_cast<CodeVariant>(variant)}, read_kernel_code(in));
    }
    if (!in.complete()) return std::nullopt;
    if (framed->build_id != build_id) program.codes.clear();
    return program;
}

Bytes write_code(const KernelCode& code, const Digest& build_id) {
    ByteWriter out;
    write_kernel_code(out, code);
    return frame(code_magic, build_id, out.take());
}

std::optional<KernelCode> read_code(std::span<const std::uint8_t> bytes, const Digest& build_id) {
    const auto framed = unframe(code_magic, bytes);
    if (!framed || framed->build_id != build_id) return std::nullopt;
    ByteReader in(framed->record);
    KernelCode code = read_kernel_code(in);
    if (!in.complete()) return std::nullopt;
    return code;
}

}  // namespace lanewise::runtime
