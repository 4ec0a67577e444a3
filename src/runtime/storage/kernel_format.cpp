#include "runtime/storage/kernel_format.h"

#include <type_traits>

#include "lanewise/ndrange.h"

namespace lanewise::runtime {
namespace {

void write_sizes(ByteWriter& out, const std::array<std::uint64_t, 3>& sizes) {
    for (const auto size : sizes) out.number<std::uint64_t>(size);
}

std::array<std::uint64_t, 3> read_sizes(ByteReader& in) {
    std::array<std::uint64_t, 3> sizes{};
    for (auto& size : sizes) size = in.number<std::uint64_t>();
    return sizes;
}

/// Reads an enumerator. If the value is above `last`, marks the whole record as invalid.
template <class Enum>
Enum read_enum(ByteReader& in, Enum last) {
    const auto value = in.number<std::uint8_t>();
    if (value > static_cast<std::uint8_t>(last)) return in.fail(), Enum{};
    return static_cast<Enum>(value);
}

void write_arg(ByteWriter& out, const ArgInfo& arg) {
    out.text(arg.name);
    out.text(arg.type_name);
    out.number<std::uint8_t>(static_cast<std::uint8_t>(arg.kind));
    out.number<std::uint8_t>(static_cast<std::uint8_t>(arg.address));
    out.number<std::uint8_t>(static_cast<std::uint8_t>(arg.access));
    out.number<std::uint8_t>(arg.type_qualifiers);
    out.number<std::uint32_t>(arg.size);
    out.number<std::uint32_t>(arg.offset);
    out.number<std::uint32_t>(arg.pointee_alignment);
    out.number<std::uint32_t>(arg.packet_size);
    out.number<std::uint8_t>(static_cast<std::uint8_t>(arg.image));
}

ArgInfo read_arg(ByteReader& in) {
    ArgInfo arg;
    arg.name = in.text();
    arg.type_name = in.text();
    arg.kind = read_enum(in, ArgKind::queue);
    arg.address = read_enum(in, AddressQualifier::private_);
    arg.access = read_enum(in, AccessQualifier::none);
    arg.type_qualifiers = in.number<std::uint8_t>();
    arg.size = in.number<std::uint32_t>();
    arg.offset = in.number<std::uint32_t>();
    arg.pointee_alignment = in.number<std::uint32_t>();
    arg.packet_size = in.number<std::uint32_t>();
    arg.image = read_enum(in, ImageType::image3d);
    return arg;
}

/// Returns whether the argument lies inside the block of arguments. The runtime writes arguments at the offsets that
/// the record contains, so a record with a wrong offset must be refused.
bool fits(const ArgInfo& arg, std::uint32_t block_bytes) {
    const std::uint32_t size = arg.kind == ArgKind::value ? arg.size : 8;
    return size <= block_bytes && arg.offset <= block_bytes - size;
}

template <class Value>
void write_fact(ByteWriter& out, Value value) {
    out.number<Value>(value);
}

void write_fact(ByteWriter& out, bool value) { out.number<std::uint8_t>(value); }

template <class Value>
Value read_fact(ByteReader& in) {
    if constexpr (std::is_same_v<Value, bool>)
        return in.number<std::uint8_t>() != 0;
    else
        return in.number<Value>();
}

}  // namespace

void write_kernel_info(ByteWriter& out, const KernelInfo& info) {
    out.text(info.name);
    out.number<std::uint64_t>(info.args.size());
    for (const auto& arg : info.args) write_arg(out, arg);
    out.number<std::uint32_t>(info.arg_block_bytes);
    out.text(info.attributes);
    write_sizes(out, info.reqd_work_group_size);
    write_sizes(out, info.work_group_size_hint);
    write_sizes(out, info.max_work_group_size);
    out.number<std::uint32_t>(info.reqd_sub_group_size);
    out.number<std::uint32_t>(info.reqd_num_sub_groups);
    out.number<std::uint8_t>(info.uniform_work_groups);
    out.number<std::uint8_t>(info.has_arg_info);
    out.number<std::uint8_t>(info.is_block);
    out.number<std::uint64_t>(info.enqueues.size());
    for (const std::uint32_t block : info.enqueues) out.number<std::uint32_t>(block);
}

KernelInfo read_kernel_info(ByteReader& in) {
    KernelInfo info;
    info.name = in.text();
    const std::size_t args = in.count(32);
    for (std::size_t i = 0; i < args; ++i) info.args.push_back(read_arg(in));
    info.arg_block_bytes = in.number<std::uint32_t>();
    info.attributes = in.text();
    info.reqd_work_group_size = read_sizes(in);
    info.work_group_size_hint = read_sizes(in);
    info.max_work_group_size = read_sizes(in);
    info.reqd_sub_group_size = in.number<std::uint32_t>();
    info.reqd_num_sub_groups = in.number<std::uint32_t>();
    info.uniform_work_groups = in.number<std::uint8_t>() != 0;
    info.has_arg_info = in.number<std::uint8_t>() != 0;
    info.is_block = in.number<std::uint8_t>() != 0;
    const std::size_t enqueues = in.count(4);
    for (std::size_t i = 0; i < enqueues; ++i) info.enqueues.push_back(in.number<std::uint32_t>());
    for (const auto& arg : info.args) {
        if (!fits(arg, info.arg_block_bytes)) in.fail();
    }
    return info;
}

void write_kernel_code(ByteWriter& out, const KernelCode& code) {
    out.bytes(code.image);
    out.number<std::uint64_t>(code.text_bytes);
    out.number<std::uint64_t>(code.rodata_bytes);
    out.number<std::uint64_t>(code.relocations.size());
    for (const auto& relocation : code.relocations) {
        out.number<std::uint64_t>(relocation.offset);
        out.number<std::int64_t>(relocation.addend);
    }
    out.number<std::uint64_t>(code.imports.size());
    for (const auto& import : code.imports) {
        out.number<std::uint64_t>(import.offset);
        out.number<std::int64_t>(import.addend);
        out.text(import.symbol);
    }
    out.number<std::uint64_t>(code.entry);
#define KERNEL_FACT(type, name, otherwise) write_fact(out, code.name);
#include "lanewise/kernel_facts.def"
    out.text(code.summary);
}

KernelCode read_kernel_code(ByteReader& in) {
    KernelCode code;
    const auto image = in.bytes();
    code.image.assign(image.begin(), image.end());
    code.text_bytes = in.number<std::uint64_t>();
    code.rodata_bytes = in.number<std::uint64_t>();
    code.relocations.resize(in.count(16));
    for (auto& relocation : code.relocations) {
        relocation.offset = in.number<std::uint64_t>();
        relocation.addend = in.number<std::int64_t>();
    }
    code.imports.resize(in.count(24));
    for (auto& import : code.imports) {
        import.offset = in.number<std::uint64_t>();
        import.addend = in.number<std::int64_t>();
        import.symbol = in.text();
    }
    code.entry = in.number<std::uint64_t>();
#define KERNEL_FACT(type, name, otherwise) code.name = read_fact<type>(in);
#include "lanewise/kernel_facts.def"
    code.summary = in.text();
    if (code.lanes == 0 || code.rows == 0 || code.whole_lanes == 0 || code.whole_rows == 0) in.fail();
    if (code.lane_dimension > 2 || !GroupOrder::is_number(code.group_order) || code.tile_dimension > 2) in.fail();
    return code;
}

}  // namespace lanewise::runtime
