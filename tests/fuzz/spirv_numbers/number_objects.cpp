// Images and pipes. The kernel reads one image and writes another one, in which each work-item has a column. All
// packets that the kernel reads are equal.
#include <bit>
#include <cmath>

#include "images/image_model.h"
#include "number_steps.h"

namespace lanewise::fuzz {
namespace {

struct ImageKind {
    const char* operands;
    unsigned places;
    test::ImageSize size;
};

const ImageKind image_kinds[] = {{"1D 0 0", 1, test::line_of(19)},
                                 {"1D 0 1", 2, test::lines_of(7, 5)},
                                 {"2D 0 0", 2, test::plane_of(9, 7)},
                                 {"2D 0 1", 3, test::planes_of(5, 4, 3)},
                                 {"3D 0 0", 3, test::volume_of(5, 4, 3)}};

bool is_real(ChannelType type) { return type == ChannelType::FLOAT || type == ChannelType::HALF_FLOAT; }

std::vector<unsigned> extents_of(const test::ImageSize& size) {
    std::vector<unsigned> extents{size.width};
    if (size.dimensions > 1) extents.push_back(size.height);
    if (size.dimensions > 2) extents.push_back(size.depth);
    if (size.is_array) extents.push_back(size.layers);
    return extents;
}

// Returns the coordinates of a texel in the form of the image model, where the layer is the third coordinate.
test::Texel texel_of(const test::ImageSize& size, const std::vector<std::int64_t>& at) {
    test::Texel texel{};
    for (std::size_t i = 0; i < at.size(); ++i) texel[size.is_array && i + 1 == at.size() ? 2 : i] = at[i];
    return texel;
}

std::uint64_t bits_of(double value, bool is_real) {
    if (!is_real) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask_of(32);
    return convert({.from = {Kind::real, 64}, .to = {Kind::real, 32}}, std::bit_cast<std::uint64_t>(value));
}

}  // namespace

void NumberModule::declare_objects() {
    const ImageKind& kind = image_kinds[below(std::size(image_kinds))];
    const auto type = one_of<ChannelType>(
        {ChannelType::SIGNED_INT8, ChannelType::UNSIGNED_INT8, ChannelType::SIGNED_INT16, ChannelType::UNSIGNED_INT16,
         ChannelType::SIGNED_INT32, ChannelType::UNSIGNED_INT32, ChannelType::HALF_FLOAT, ChannelType::FLOAT});
    image_ = std::make_unique<test::TestImage>(ChannelOrder::RGBA, type, kind.size);
    std::mt19937 texels(random_());
    image_->fill(texels);
    stored_type_ = one_of<ChannelType>({ChannelType::SIGNED_INT32, ChannelType::UNSIGNED_INT32, ChannelType::FLOAT});
    capabilities_ =
        "OpCapability ImageBasic\nOpCapability ImageReadWrite\nOpCapability LiteralSampler\nOpCapability Pipes\n"
        "OpCapability Groups\n" +
        capabilities_;
    globals_ += "%image_type = OpTypeImage %void " + std::string(kind.operands) + " 0 0 Unknown ReadOnly\n" +
                "%stored_type = OpTypeImage %void 2D 0 0 0 0 Unknown ReadWrite\n"
                "%sampled_type = OpTypeSampledImage %image_type\n%sampler_type = OpTypeSampler\n"
                "%clamp = OpConstantSampler %sampler_type Clamp 0 Nearest\n"
                "%to_edge = OpConstantSampler %sampler_type ClampToEdge 0 Nearest\n"
                "%reader = OpTypePipe ReadOnly\n%writer = OpTypePipe WriteOnly\n%reservation = OpTypeReserveId\n"
                "%ptr_scratch = OpTypePointer CrossWorkgroup %ulong\n";
    sub_group_ = one_of<unsigned>({8, 8, 16, 32});
    annotations_ += "OpExecutionModeId %k LocalSizeHintId %uint_4 %uint_1 %uint_1\n%file = OpString \"model\"\n";
    annotations_ += "OpExecutionMode %k SubgroupSize " + std::to_string(sub_group_) + "\n";
}

// Coordinates of texels: the id of the SPIR-V value, and the coordinates that each work-item has in this value.
struct Steps::Texels {
    std::string id;
    std::vector<test::Texel> places;
};

// Writes coordinates as integers or floats. The coordinates of a read with a sampler may be up to two texels outside of
// the image.
Steps::Texels Steps::texels(bool has_sampler) {
    const std::vector<unsigned> extents = extents_of(module_.image().size());
    const Node two = uint_constant(2);
    std::vector<Node> at;
    for (const unsigned extent : extents) {
        Node place = remainder(module_.choose(uint()), extent + (has_sampler ? 4 : 0));
        if (has_sampler)
            place = elementwise(
                uint(), "ISub", {&place, &two}, [](const auto& v) { return (v[0] - v[1]) & mask_of(32); }, false);
        at.push_back(place);
    }
    Texels result{.id = at[0].id, .places = {}};
    for (unsigned item = 0; item < work_items; ++item) {
        std::vector<std::int64_t> places;
        // Coordinates of inactive work-items in the model may be outside of the image. A remainder operation brings
        // these coordinates into range.
        for (std::size_t i = 0; i < at.size(); ++i) {
            const std::int64_t place = signed_of(32, at[i].values[item][0]);
            places.push_back(has_sampler ? place : place % static_cast<std::int64_t>(extents[i]));
        }
        result.places.push_back(texel_of(module_.image().size(), places));
    }
    const auto length = static_cast<unsigned>(extents.size() == 1 ? 0 : extents.size());
    std::vector<const Node*> operands;
    for (const Node& one : at) operands.push_back(&one);
    if (length != 0)
        result.id = module_.emit(module_.type_of({Kind::integer, 32}, length), "CompositeConstruct", operands).id;
    if (!has_sampler || module_.chance(60)) return result;
    const int reals = module_.type_of({Kind::real, 32}, length);
    const std::vector<std::uint64_t> quarters(module_.leaves(reals), 0x3e800000);
    const std::string whole = module_.new_id(), quarter = module_.constant_of(reals, quarters).id;
    module_.write(whole + " = OpConvertSToF " + info(reals).id + " " + result.id);
    result.id = module_.new_id();
    module_.write(result.id + " = OpFAdd " + info(reals).id + " " + whole + " " + quarter);
    return result;
}

void Steps::image_read() {
    if (module_.in_function_) return;
    const test::TestImage& image = module_.image();
    const bool has_sampler = module_.chance(60), is_clamp = module_.chance(50);
    const bool is_number = is_real(image.format().type);
    const Texels at = texels(has_sampler);
    const int result = module_.type_of({is_number ? Kind::real : Kind::integer, 32}, 4);
    Node node;
    if (has_sampler) {
        std::string pair = module_.new_id();
        const std::string how = is_clamp ? "%clamp" : "%to_edge";
        module_.write(pair + " = OpSampledImage %sampled_type %image " + how);
        if (module_.chance(30)) {
            const std::string same = module_.new_id(), again = module_.new_id();
            module_.write(same + " = OpImage %image_type " + pair);
            module_.write(again + " = OpSampledImage %sampled_type " + same + " " + how);
            pair = again;
        }
        node = written(result, "ImageSampleExplicitLod", " " + pair + " " + at.id + " Lod %float_0");
    } else {
        node = written(result, module_.chance(70) ? "ImageRead" : "ImageFetch", " %image " + at.id);
    }
    const std::uint64_t sampler =
        abi::sampler::nearest | (is_clamp ? abi::sampler::address_clamp : abi::sampler::address_clamp_to_edge);
    for (unsigned item = 0; item < work_items; ++item) {
        const test::Colour colour = has_sampler ? test::addressed_colour(image, sampler, at.places[item])
                                                : test::texel_colour(image, at.places[item]);
        for (unsigned i = 0; i < 4; ++i) node.values[item][i] = bits_of(colour[i], is_number);
    }
    module_.keep(node);
}

void Steps::image_queries() {
    if (module_.in_function_) return;
    const test::TestImage& image = module_.image();
    const auto keep = [&](int type, const std::string& name, const std::string& operands,
                          const std::vector<std::uint64_t>& values) {
        Node node = written(type, name, " %image" + operands);
        for (auto& value : node.values) value = values;
        module_.keep(node);
    };
    const std::vector<unsigned> extents = extents_of(image.size());
    const auto length = static_cast<unsigned>(extents.size() == 1 ? 0 : extents.size());
    const std::vector<std::uint64_t> sizes(extents.begin(), extents.end());
    const int word = module_.type_of({Kind::integer, 32}, length);
    switch (module_.below(6)) {
        case 0: return keep(word, "ImageQuerySize", "", sizes);
        case 1: return keep(word, "ImageQuerySizeLod", " %uint_0", sizes);
        case 2: return keep(uint(), "ImageQueryFormat", "", {static_cast<std::uint64_t>(image.format().type) - 0x10d0});
        case 3: return keep(uint(), "ImageQueryOrder", "", {static_cast<std::uint64_t>(image.format().order) - 0x10b0});
        case 4: return keep(uint(), "ImageQueryLevels", "", {1});
        default: return keep(uint(), "ImageQuerySamples", "", {1});
    }
}

// Writes a texel in the column of the work-item, and reads it again.
void Steps::image_write() {
    if (module_.in_function_ || module_.stored_row_ >= stored_rows) return;
    const bool is_number = is_real(module_.stored_type());
    const int type = module_.type_of({is_number ? Kind::real : Kind::integer, 32}, 4);
    Node value = module_.choose(type);
    if (is_number) value = without_nan(value);
    const std::string column = module_.new_id(), place = module_.new_id();
    module_.write(column + " = OpUConvert %uint " + module_.item_);
    module_.write(place + " = OpCompositeConstruct %v2uint " + column + " " + uint_constant(module_.stored_row_++).id);
    module_.write("OpImageWrite %stored " + place + " " + value.id);
    module_.write("OpMemoryBarrier " + module_.global_line("%word_4", "OpConstant %uint 4") + " " +
                  module_.global_line("%image_order", "OpConstant %uint 0x808"));
    Node node = written(type, "ImageRead", " %stored " + place);
    node.values = value.values;
    module_.keep(node);
}

// Writes a read of one packet, with or without a reservation.
void Steps::packet_in() {
    if (module_.in_function_ || module_.packets_taken_ + 2 * work_items > pipe_capacity) return;
    const std::string place = module_.new_id(), size = " %uint_4 %uint_4";
    module_.variables_ += place + " = OpVariable " + pointer_type("Function", uint()) + " Function\n";
    module_.packets_taken_ += work_items;
    const auto keep = [&](int type, const std::string& name, const std::string& operands, std::uint64_t result) {
        Node node = written(type, name, operands);
        for (auto& value : node.values) value = {result};
        module_.keep(node);
    };
    if (module_.chance(30)) {
        keep(uint(), "ReadPipe", " %packets_in " + place + size, 0);
    } else {
        const bool is_group = module_.is_uniform() && module_.chance(50), is_sub_group = is_group && module_.chance(50);
        const std::string scope =
            !is_group ? ""
                      : " " + (is_sub_group ? module_.global_line("%scope_sub_group", "OpConstant %uint 3")
                                            : module_.global_line("%scope_group", "OpConstant %uint 2"));
        const std::string id = module_.new_id(), prefix = is_group ? "Group" : "";
        const std::string count =
            is_group ? uint_constant(is_sub_group ? module_.sub_group_ : work_items).id : "%uint_1";
        // The last sub-group is not full, but reserves as many packets as the other sub-groups.
        if (is_sub_group) module_.packets_taken_ += module_.sub_group_;
        module_.write(id + " = Op" + prefix + "ReserveReadPipePackets %reservation" + scope + " %packets_in " + count +
                      size);
        keep(boolean(), "IsValidReserveId", " " + id, 1);
        keep(uint(), "ReservedReadPipe", " %packets_in " + id + " %uint_0 " + place + size, 0);
        module_.write("Op" + prefix + "CommitReadPipe" + scope + " %packets_in " + id + size);
    }
    keep(uint(), "Load", " " + place, packet_number);
}

void Steps::packet_out() {
    if (module_.in_function_ || module_.packets_sent_.size() + work_items > pipe_capacity) return;
    const Node value = module_.choose(uint());
    const std::string place = module_.new_id(), size = " %uint_4 %uint_4";
    module_.variables_ += place + " = OpVariable " + pointer_type("Function", uint()) + " Function\n";
    module_.write("OpStore " + place + " " + value.id);
    Node status;
    if (module_.chance(40)) {
        status = written(uint(), "WritePipe", " %packets_out " + place + size);
    } else {
        const bool is_group = module_.is_uniform() && module_.chance(50);
        const std::string scope = is_group ? " " + module_.global_line("%scope_group", "OpConstant %uint 2") : "";
        const std::string id = module_.new_id(), prefix = is_group ? "Group" : "";
        module_.write(id + " = Op" + prefix + "ReserveWritePipePackets %reservation" + scope + " %packets_out " +
                      (is_group ? uint_constant(work_items).id : "%uint_1") + size);
        std::string index = "%uint_0";
        if (is_group) {
            index = module_.new_id();
            module_.write(index + " = OpUConvert %uint %i");
        }
        status = written(uint(), "ReservedWritePipe", " %packets_out " + id + " " + index + " " + place + size);
        module_.write("Op" + prefix + "CommitWritePipe" + scope + " %packets_out " + id + size);
    }
    for (unsigned item = 0; item < work_items; ++item)
        if (active(item)) module_.packets_sent_.push_back(static_cast<std::uint32_t>(value.values[item][0]));
    module_.keep(status);
    Node most = written(uint(), "GetMaxPipePackets", " %packets_out" + size);
    for (auto& number : most.values) number = {pipe_capacity};
    module_.keep(most);
}

// Writes a barrier, and then a query of the number of packets that all work-items have written so far.
void Steps::packets_held() {
    if (!module_.is_uniform()) return;
    barrier();
    Node node = written(uint(), "GetNumPipePackets", " %packets_out %uint_4 %uint_4");
    for (auto& number : node.values) number = {module_.packets_sent_.size()};
    module_.keep(node);
    barrier();
}

}  // namespace lanewise::fuzz
