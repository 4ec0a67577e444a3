// Tests image instructions: compares each kernel in SPIR-V with the same kernel in OpenCL C, on the same texels.
#include "images/test_image.h"
#include "kernel_text.h"

namespace lanewise::test {
namespace {

constexpr std::uint64_t items = 61;
constexpr std::uint64_t group = 16;

// A type of images: the operands of OpTypeImage after the sampled type, the type's name in OpenCL C, and the size of
// the tested image.
struct Kind {
    const char* operands;
    const char* name;
    unsigned places;  // components of coordinates
    ImageSize size;
    bool is_depth = false;
};

const Kind kinds[] = {
    {"1D 0 0 0 0 Unknown", "image1d_t", 1, line_of(19)},
    {"1D 0 1 0 0 Unknown", "image1d_array_t", 2, lines_of(7, 5)},
    {"2D 0 0 0 0 Unknown", "image2d_t", 2, plane_of(9, 7)},
    {"2D 0 1 0 0 Unknown", "image2d_array_t", 3, planes_of(5, 4, 3)},
    {"3D 0 0 0 0 Unknown", "image3d_t", 3, volume_of(5, 4, 3)},
    {"2D 1 0 0 0 Unknown", "image2d_depth_t", 2, plane_of(9, 7), true},
    {"2D 1 1 0 0 Unknown", "image2d_array_depth_t", 3, planes_of(5, 4, 3), true},
};

constexpr std::string_view capabilities = "OpCapability ImageBasic\nOpCapability LiteralSampler\n";

std::string image_type(const Kind& kind, const char* access) {
    return "%image_type = OpTypeImage %void " + std::string(kind.operands) + " " + access + "\n";
}

// Returns a line that selects the defined components of %color: all components, or only the depth.
std::string show(const Kind& kind) {
    return std::string("%shown = OpVectorShuffle %v4float %color %color ") +
           (kind.is_depth ? "0 0 0 0\n" : "0 1 2 3\n");
}

std::string numbered(const char* type, unsigned components) {
    return components == 1 ? "%" + std::string(type) : "%v" + std::to_string(components) + type;
}

// Returns instructions that make the coordinates %at: (i % 11, i % 5, i % 3). The coordinates are inside or slightly
// outside of the image.
std::string make_coordinates(const Kind& kind) {
    std::string text =
        "%c0 = OpUMod %uint %low %uint_11\n%c1 = OpUMod %uint %low %uint_5\n"
        "%c2 = OpUMod %uint %low %uint_3\n";
    if (kind.places == 1) return text + "%at = OpCopyObject %uint %c0\n";
    text += "%at = OpCompositeConstruct " + numbered("uint", kind.places) + " %c0 %c1";
    return text + (kind.places == 3 ? " %c2\n" : "\n");
}

std::string coordinates_in_source(const Kind& kind) {
    constexpr std::string_view three = "i % 11, i % 5, i % 3, 0";
    const std::size_t lengths[] = {6, 13, three.size()};
    const std::string list(three.substr(0, lengths[kind.places - 1]));
    const char* const types[] = {"", "(int2)", "(int4)"};
    return types[kind.places - 1] + ("(" + list + ")");
}

constexpr std::string_view globals =
    "%uint_5 = OpConstant %uint 5\n%uint_11 = OpConstant %uint 11\n"
    "%sampler_type = OpTypeSampler\n%sampled_type = OpTypeSampledImage %image_type\n";

// Runs both kernels with an image and with 4 words of output for each work-item, and compares the outputs.
void compare(const KernelText& text, const std::string& source, const TestImage& image, std::uint64_t sampler) {
    std::vector<std::uint32_t> mine(items * 4, 1), expected(items * 4, 1);
    run_text(text, line(items, group), ArgumentBlock().add(mine.data()).add(image.descriptor()).add(sampler));
    run_kernel(source, "k", line(items, group),
               ArgumentBlock().add(expected.data()).add(image.descriptor()).add(sampler),
               {.build_options = "-cl-std=CL3.0"});
    EXPECT_EQ(mine, expected) << source;
}

std::vector<std::string> parameters(bool is_float) {
    return {is_float ? "%ptr_global_v4float %out" : "%ptr_global_v4uint %out", "%image_type %image",
            "%sampler_type %sampler"};
}

std::string source_of(const Kind& kind, const std::string& type, const std::string& expression) {
    return "#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\nkernel void k(global " + type + "* out, read_only " +
           kind.name + " image, sampler_t s) { int i = get_global_id(0); out[i] = " + expression + "; }";
}

// Returns the OpenCL C expression of a read, with the type float4. A read of a depth image returns one number, which is
// repeated.
std::string wide(const Kind& kind, const std::string& read) { return kind.is_depth ? "(float4)(" + read + ")" : read; }

ChannelOrder order_of(const Kind& kind) { return kind.is_depth ? ChannelOrder::DEPTH : ChannelOrder::RGBA; }
ChannelType type_of(const Kind& kind) { return kind.is_depth ? ChannelType::FLOAT : ChannelType::UNORM_INT8; }

constexpr std::uint64_t nearest_clamp = abi::sampler::nearest | abi::sampler::address_clamp;
constexpr std::uint64_t linear_repeat = abi::sampler::linear | abi::sampler::address_repeat | abi::sampler::normalized;

TEST(SpirvImages, TexelsAreReadWithIntegerCoordinates) {
    std::mt19937 random(1);
    for (const Kind& kind : kinds) {
        TestImage image(order_of(kind), type_of(kind), kind.size);
        image.fill(random);
        const KernelText text{.capabilities = std::string(capabilities),
                              .globals = image_type(kind, "ReadOnly").append(globals),
                              .parameters = parameters(true),
                              .body = make_coordinates(kind) + R"(
%pair = OpSampledImage %sampled_type %image %sampler
%color = OpImageSampleExplicitLod %v4float %pair %at Lod %float_0
%place = OpInBoundsPtrAccessChain %ptr_global_v4float %out %i
)" + show(kind) + "OpStore %place %shown Aligned 16\n"};
        compare(text,
                source_of(kind, "float4", wide(kind, "read_imagef(image, s, " + coordinates_in_source(kind) + ")")),
                image, nearest_clamp);
    }
}

TEST(SpirvImages, FiltersTakeFloatsAndHalfAndScalars) {
    std::mt19937 random(2);
    for (const Kind& kind : kinds) {
        TestImage image(order_of(kind), type_of(kind), kind.size);
        image.fill(random);
        const std::string floats = numbered("float", kind.places);
        const KernelText text{.capabilities = std::string(capabilities),
                              .globals = image_type(kind, "ReadOnly").append(globals),
                              .parameters = parameters(true),
                              .body = make_coordinates(kind) + "%real = OpConvertSToF " + floats + " %at\n" + R"(
%pair = OpSampledImage %sampled_type %image %sampler
%same = OpImage %image_type %pair
%again = OpSampledImage %sampled_type %same %sampler
%narrow = OpImageSampleExplicitLod %v4half %again %real Lod %float_0
%color = OpFConvert %v4float %narrow
)" + show(kind) + R"(
%first = OpImageSampleExplicitLod %float %pair %real Lod %float_0
%both = OpCompositeInsert %v4float %first %shown 3
%place = OpInBoundsPtrAccessChain %ptr_global_v4float %out %i
OpStore %place %both Aligned 16
)"};
        const char* const types[] = {"(float)(", "convert_float2(", "convert_float4("};
        const std::string read =
            "read_imagef(image, s, " + (types[kind.places - 1] + coordinates_in_source(kind)) + "))";
        // The kernel in OpenCL C rounds the color to halves. The kernel then replaces the fourth component by the first
        // component before rounding.
        const std::string whole = wide(kind, read);
        compare(text,
                "kernel void k(global float4* out, read_only " + std::string(kind.name) +
                    " image, sampler_t s) { int i = get_global_id(0); float4 c = " + whole +
                    "; ushort4 h; vstore_half4(c, 0, (private half*)&h); float4 r = vload_half4(0, (private half*)&h); "
                    "r.w = c.x; out[i] = r; }",
                image, linear_repeat);
    }
}

TEST(SpirvImages, IntegersHaveTheSignOfTheFormat) {
    std::mt19937 random(3);
    struct Format {
        ChannelType type;
        const char* read;
    };
    const Format formats[] = {
        {ChannelType::SIGNED_INT8, "read_imagei"},  {ChannelType::UNSIGNED_INT8, "read_imageui"},
        {ChannelType::SIGNED_INT16, "read_imagei"}, {ChannelType::UNSIGNED_INT16, "read_imageui"},
        {ChannelType::SIGNED_INT32, "read_imagei"}, {ChannelType::UNSIGNED_INT32, "read_imageui"}};
    for (const Kind& kind : kinds)
        for (const Format& format : formats) {
            if (kind.is_depth) continue;
            TestImage image(ChannelOrder::RGBA, format.type, kind.size);
            image.fill(random);
            const KernelText text{.capabilities = std::string(capabilities),
                                  .globals = image_type(kind, "ReadOnly").append(globals),
                                  .parameters = parameters(false),
                                  .body = make_coordinates(kind) + R"(
%color = OpImageRead %v4uint %image %at
%pair = OpSampledImage %sampled_type %image %sampler
%other = OpImageSampleExplicitLod %v4uint %pair %at Lod %float_0
%both = OpVectorShuffle %v4uint %color %other 0 5 2 7
%place = OpInBoundsPtrAccessChain %ptr_global_v4uint %out %i
OpStore %place %both Aligned 16
)"};
            const std::string read = format.read, at = coordinates_in_source(kind);
            compare(text,
                    source_of(kind, "uint4",
                              "(uint4)(as_uint4(" + read + "(image, " + at + ")).x, as_uint4(" + read + "(image, s, " +
                                  at + ")).y, as_uint4(" + read + "(image, " + at + ")).z, as_uint4(" + read +
                                  "(image, s, " + at + ")).w)"),
                    image, nearest_clamp);
        }
}

TEST(SpirvImages, LevelsAndGradients) {
    std::mt19937 random(4);
    TestImage image(ChannelOrder::RGBA, ChannelType::FLOAT, plane_of(16, 8));
    TestImage second(ChannelOrder::RGBA, ChannelType::FLOAT, plane_of(8, 4));
    TestImage third(ChannelOrder::RGBA, ChannelType::FLOAT, plane_of(4, 2));
    for (TestImage* level : {&image, &second, &third}) level->fill(random);
    image.add_level(second);
    image.add_level(third);
    const Kind& kind = kinds[2];
    const auto text = [&](const std::string& read) {
        return KernelText{.capabilities = std::string(capabilities),
                          .globals = image_type(kind, "ReadOnly").append(globals) +
                                     "%scale = OpConstant %float 0.0625\n%fine = OpConstant %float 0.125\n",
                          .parameters = parameters(true),
                          .body = make_coordinates(kind) +
                                  "%real = OpConvertSToF %v2float %at\n"
                                  "%scaled = OpVectorTimesScalar %v2float %real %scale\n"
                                  "%x = OpConvertUToF %float %c0\n"
                                  "%lod = OpFMul %float %x %fine\n" +
                                  read + R"(
%place = OpInBoundsPtrAccessChain %ptr_global_v4float %out %i
OpStore %place %color Aligned 16
)"};
    };
    const std::string pair = "%pair = OpSampledImage %sampled_type %image %sampler\n%color = OpImageSampleExplicitLod ";
    const std::string at = "convert_float2((int2)(i % 11, i % 5)) * 0.0625f", lod = "(i % 11) * 0.125f";
    compare(text(pair + "%v4float %pair %scaled Lod %lod"),
            source_of(kind, "float4", "read_imagef(image, s, " + at + ", " + lod + ")"), image, linear_repeat);
    compare(text(pair + "%v4float %pair %scaled Grad %scaled %real"),
            source_of(kind, "float4",
                      "read_imagef(image, s, " + at + ", " + at + ", convert_float2((int2)(i % 11, i % 5)))"),
            image, linear_repeat);
    compare(text("%level = OpUMod %uint %low %uint_3\n%color = OpImageRead %v4float %image %at Lod %level"),
            source_of(kind, "float4",
                      "read_imagef(image, CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | "
                      "CLK_FILTER_NEAREST, convert_float2((int2)(i % 11, i % 5)), (float)(i % 3))"),
            image, linear_repeat);
    compare(text("%level = OpUMod %uint %low %uint_3\n%size = OpImageQuerySizeLod %v2uint %image %level\n"
                 "%levels = OpImageQueryLevels %uint %image\n%samples = OpImageQuerySamples %uint %image\n"
                 "%sizes = OpCompositeConstruct %v4uint %size %levels %samples\n"
                 "%color = OpConvertUToF %v4float %sizes"),
            source_of(kind, "float4", "(float4)(16 >> (i % 3), 8 >> (i % 3), 3, 1)"), image, linear_repeat);
}

TEST(SpirvImages, QueriesTellSizesAndFormats) {
    for (const Kind& kind : kinds) {
        TestImage image(order_of(kind), type_of(kind), kind.size);
        const KernelText text{
            .capabilities = std::string(capabilities),
            .globals = image_type(kind, "ReadOnly").append(globals) + "%zeros = OpConstantNull %v4uint\n",
            .parameters = parameters(false),
            .body = "%size = OpImageQuerySizeLod " + numbered("uint", kind.places) +
                    " %image %uint_0\n%again = OpImageQuerySize " + numbered("uint", kind.places) + " %image\n" +
                    (kind.places == 1 ? std::string("%sum = OpIAdd %uint %size %again\n"
                                                    "%sizes = OpCompositeInsert %v4uint %sum %zeros 0\n")
                                      : "%sum = OpIAdd " + numbered("uint", kind.places) +
                                            " %size %again\n%sizes = OpVectorShuffle %v4uint %sum %zeros 0 1 " +
                                            (kind.places == 3 ? "2 3\n" : "2 3\n")) +
                    R"(
%format = OpImageQueryFormat %uint %image
%order = OpImageQueryOrder %uint %image
%sixteen = OpIMul %uint %uint_4 %uint_4
%times = OpIMul %uint %sixteen %sixteen
%high = OpIMul %uint %format %times
%all = OpIAdd %uint %high %order
%both = OpCompositeInsert %v4uint %all %sizes 3
%place = OpInBoundsPtrAccessChain %ptr_global_v4uint %out %i
OpStore %place %both Aligned 16
)"};
        const std::string height = kind.size.dimensions > 1 ? "get_image_height(image)" : "";
        std::vector<std::string> sizes{"get_image_width(image)"};
        if (kind.size.dimensions > 1) sizes.push_back("get_image_height(image)");
        if (kind.size.dimensions > 2) sizes.push_back("get_image_depth(image)");
        if (kind.size.is_array) sizes.push_back("get_image_array_size(image)");
        while (sizes.size() < 3) sizes.push_back("0");
        compare(
            text,
            source_of(kind, "uint4",
                      "(uint4)(2 * " + sizes[0] + ", 2 * " + sizes[1] + ", 2 * " + sizes[2] +
                          ", (get_image_channel_data_type(image) - 0x10d0) * 256 + get_image_channel_order(image) - "
                          "0x10b0)"),
            image, nearest_clamp);
    }
}

// Each work-item writes one texel. The tested formats have signed or unsigned integers.
TEST(SpirvImages, WritesObeyTheFormat) {
    std::mt19937 random(5);
    for (const ChannelType type : {ChannelType::SIGNED_INT8, ChannelType::UNSIGNED_INT16, ChannelType::UNSIGNED_INT32})
        for (const Kind& kind : kinds) {
            if (kind.is_depth) continue;
            const bool is_signed = type == ChannelType::SIGNED_INT8;
            TestImage mine(ChannelOrder::RGBA, type, kind.size), expected(ChannelOrder::RGBA, type, kind.size);
            std::vector<std::array<std::int32_t, 4>> colors(items);
            for (auto& color : colors)
                for (auto& component : color) component = static_cast<std::int32_t>(random()) >> (random() % 28);
            const KernelText text{.capabilities = std::string(capabilities),
                                  .globals = image_type(kind, "WriteOnly").append(globals),
                                  .parameters = {"%ptr_global_v4uint %in", "%image_type %image"},
                                  .body = make_coordinates(kind) + R"(
%place = OpInBoundsPtrAccessChain %ptr_global_v4uint %in %i
%color = OpLoad %v4uint %place Aligned 16
OpImageWrite %image %at %color
)"};
            run_text(text, line(items, group), ArgumentBlock().add(colors.data()).add(mine.descriptor()));
            const std::string write = is_signed ? "write_imagei(image, " : "write_imageui(image, ";
            run_kernel("kernel void k(global " + std::string(is_signed ? "int4" : "uint4") + "* in, write_only " +
                           kind.name + " image) { int i = get_global_id(0); " + write + coordinates_in_source(kind) +
                           ", in[i]); }",
                       "k", line(items, group), ArgumentBlock().add(colors.data()).add(expected.descriptor()),
                       {.build_options = "-cl-std=CL3.0"});
            for (unsigned z = 0; z < mine.slices(); ++z)
                for (unsigned y = 0; y < kind.size.height; ++y)
                    for (unsigned x = 0; x < kind.size.width; ++x)
                        EXPECT_EQ(std::memcmp(mine.texel(x, y, z), expected.texel(x, y, z), mine.format().texel.bytes),
                                  0)
                            << kind.name << " " << x << " " << y << " " << z;
        }
}

TEST(SpirvImages, ReadWriteImagesAndLiteralSamplers) {
    std::mt19937 random(6);
    TestImage image(ChannelOrder::RGBA, ChannelType::FLOAT, plane_of(9, 7));
    image.fill(random);
    const KernelText text{.capabilities = std::string(capabilities),
                          .globals = image_type(kinds[2], "ReadWrite").append(globals) +
                                     "%literal = OpConstantSampler %sampler_type ClampToEdge 0 Nearest\n",
                          .parameters = parameters(true),
                          .body = make_coordinates(kinds[2]) + R"(
%wide = OpSConvert %v2ulong %at
%color = OpImageRead %v4float %image %wide
OpImageWrite %image %wide %color
%pair = OpSampledImage %sampled_type %image %literal
%again = OpImageSampleExplicitLod %v4float %pair %at Lod %float_0
%both = OpVectorShuffle %v4float %color %again 0 5 2 7
%place = OpInBoundsPtrAccessChain %ptr_global_v4float %out %i
OpStore %place %both Aligned 16
)"};
    KernelText wide = text;
    wide.globals += "%v2ulong = OpTypeVector %ulong 2\n";
    compare(wide,
            source_of(kinds[2], "float4",
                      "read_imagef(image, CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST, (int2)(i % 11, i % 5))"),
            image, nearest_clamp);
}

// Tests coordinates that are not 32 bits wide, that have too many components, or that are floating-point numbers in
// reads without a sampler. Also tests results that are not 32 bits wide, or that have fewer than four components.
TEST(SpirvImages, CoordinatesAndResultsOfOtherTypes) {
    std::mt19937 random(7);
    TestImage image(ChannelOrder::RGBA, ChannelType::SIGNED_INT8, plane_of(9, 7));
    image.fill(random);
    const KernelText text{.capabilities = std::string(capabilities),
                          .globals = image_type(kinds[2], "ReadOnly").append(globals) + R"(
%v2ushort = OpTypeVector %ushort 2
%v2half = OpTypeVector %half 2
%v4double = OpTypeVector %double 4
%v4ulong = OpTypeVector %ulong 4
%v3ushort = OpTypeVector %ushort 3
%half_0 = OpConstant %half 0.25
%some = OpConstantComposite %v2half %half_0 %half_0
)",
                          .parameters = parameters(false),
                          .body = make_coordinates(kinds[2]) + R"(
%narrow = OpUConvert %v2ushort %at
%wide = OpCompositeConstruct %v3uint %at %low
%real = OpConvertSToF %v2half %at
%inside = OpFAdd %v2half %real %some
%a = OpImageRead %v3ushort %image %narrow
%b = OpImageRead %v4ulong %image %wide SignExtend
%c = OpImageRead %uint %image %inside
%d = OpImageFetch %v4uint %image %at
%a0 = OpCompositeExtract %ushort %a 0
%a32 = OpSConvert %uint %a0
%b1 = OpCompositeExtract %ulong %b 1
%b32 = OpUConvert %uint %b1
%d3 = OpCompositeExtract %uint %d 3
%both = OpCompositeConstruct %v4uint %a32 %b32 %c %d3
%place = OpInBoundsPtrAccessChain %ptr_global_v4uint %out %i
OpStore %place %both Aligned 16
)"};
    compare(text, source_of(kinds[2], "uint4", "as_uint4(read_imagei(image, (int2)(i % 11, i % 5))).xyxw"), image,
            nearest_clamp);
}

TEST(SpirvImages, ArgumentsHaveTheirKindsAndAccess) {
    for (const Kind& kind : kinds) {
        const KernelText text{.capabilities = std::string(capabilities),
                              .globals = image_type(kind, "WriteOnly").append(globals),
                              .parameters = {"%image_type %image", "%sampler_type %sampler"}};
        const compiler::ProgramResult program = build_spirv(text_of(text));
        const compiler::ProgramResult source = compiler::compiler_instance().build(
            "kernel void k(write_only " + std::string(kind.name) + " image, sampler_t s) {}",
            "-cl-std=CL3.0 -cl-kernel-arg-info");
        ASSERT_EQ(program.status, compiler::Status::success) << program.log;
        ASSERT_EQ(source.status, compiler::Status::success) << source.log;
        for (std::size_t i = 0; i < 2; ++i) {
            const ArgInfo &mine = program.kernels[0].args[i], &expected = source.kernels[0].args[i];
            EXPECT_EQ(mine.kind, expected.kind);
            EXPECT_EQ(mine.image, expected.image);
            EXPECT_EQ(mine.access, expected.access);
            EXPECT_EQ(mine.address, expected.address);
            EXPECT_EQ(mine.type_name, expected.type_name);
            EXPECT_EQ(mine.offset, expected.offset);
        }
    }
}

TEST(SpirvImages, WrongOperandsAreRefused) {
    const auto refused = [&](const std::string& body, const char* access = "ReadOnly", const Kind& kind = kinds[2]) {
        return refusal_of(KernelText{.capabilities = std::string(capabilities),
                                     .globals = image_type(kind, access).append(globals),
                                     .parameters = parameters(true),
                                     .body = body});
    };
    const Kind cube{"Cube 0 0 0 0 Unknown", "", 2, {}};
    const std::string at = "%at = OpCompositeConstruct %v2uint %low %low\n";
    for (const std::string& log : {
             refused("%c = OpImageRead %v4float %low %low\n"),
             refused("%c = OpImageRead %v4float %image %low\n"),
             refused("%c = OpImageRead %v4float %image %image\n"),
             refused(at + "%c = OpImageRead %bool %image %at\n"),
             refused(at + "%c = OpImageRead %image_type %image %at\n"),
             refused(at + "%c = OpImageRead %v4float %image %at Grad %at %at\n"),
             refused(at + "%c = OpImageRead %v4float %image %at Lod %at\n"),
             refused(at + "%c = OpImageRead %v4float %image %at\n", "WriteOnly"),
             refused(at + "%c = OpImageRead %v4float %image %at\n", "ReadOnly", cube),
             refused(at + "%c = OpImageSampleExplicitLod %v4float %image %at Lod %float_0\n"),
             refused("%p = OpSampledImage %sampled_type %sampler %image\n"),
             refused("%p = OpSampledImage %image_type %image %sampler\n"),
             refused("%p = OpSampledImage %sampled_type %image %image\n"),
             refused(at + "OpImageWrite %image %at %low\n"),
             refused(at + "OpImageWrite %image %at %image\n", "WriteOnly"),
             refused(at + "OpImageWrite %sampler %at %at\n", "WriteOnly"),
             refused("%s = OpImageQuerySize %v2float %image\n"),
             refused("%s = OpImageQueryFormat %float %image\n"),
             refused("%s = OpImageQueryOrder %uint %sampler\n"),
             refused(at + "%s = OpImageQuerySizeLod %v2uint %image %at\n"),
         })
        EXPECT_TRUE(log.starts_with("error: OpImage") || log.starts_with("error: OpSampledImage")) << log;
}

}  // namespace
}  // namespace lanewise::test
