#include "image_program.h"

#include <algorithm>
#include <bit>

#include "lanewise/image_descriptor.h"

namespace lanewise::fuzz {

namespace {

namespace sampler = abi::sampler;
using test::ImageSize;

struct TypeChoice {
    const char* name;
    unsigned coordinates;
    bool has_rows, has_slices, has_layers, is_depth, is_buffer;
};

constexpr TypeChoice types[] = {
    {"image1d_t", 1, false, false, false, false, false},
    {"image1d_array_t", 2, false, false, true, false, false},
    {"image2d_t", 2, true, false, false, false, false},
    {"image2d_array_t", 4, true, false, true, false, false},
    {"image3d_t", 4, true, true, false, false, false},
    {"image2d_depth_t", 2, true, false, false, true, false},
    {"image2d_array_depth_t", 4, true, false, true, true, false},
    {"image1d_buffer_t", 1, false, false, false, false, true},
};

std::uint32_t below(std::mt19937& random, std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); }

/// Returns a random size of at most `most`. Every third size, on average, is small or near a number of lanes for which
/// kernels are compiled.
unsigned random_size(std::mt19937& random, unsigned most) {
    constexpr unsigned edges[] = {1, 2, 15, 16, 17, 31, 32, 33};
    return below(random, 3) ? 1 + below(random, most) : std::min(edges[below(random, 8)], most);
}

ImageUse use_of(const ImageFormat& format) {
    if (format.use != FormatUse::integer) return ImageUse::floats;
    return format.type <= ChannelType::SIGNED_INT32 ? ImageUse::signed_ints : ImageUse::unsigned_ints;
}

ImageChoice random_image(std::mt19937& random) {
    const TypeChoice& type = types[below(random, std::size(types))];
    ImageSize size;
    size.dimensions = type.has_slices ? 3 : type.has_rows ? 2 : 1;
    size.is_array = type.has_layers;
    size.width = random_size(random, 70);
    if (type.has_rows) size.height = random_size(random, 20);
    if (type.has_slices) size.depth = random_size(random, 9);
    if (type.has_layers) size.layers = random_size(random, 6);
    std::vector<const ImageFormat*> formats;
    for (const ImageFormat& format : image_formats)
        if ((format.use == FormatUse::depth) == type.is_depth) formats.push_back(&format);
    const ImageFormat* format = formats[below(random, static_cast<std::uint32_t>(formats.size()))];
    const unsigned most_levels = static_cast<unsigned>(std::bit_width(std::max({size.width, size.height, size.depth})));
    return {.type = type.name,
            .coordinates = type.coordinates,
            .size = size,
            .format = format,
            .use = use_of(*format),
            .is_depth = type.is_depth,
            .is_buffer = type.is_buffer,
            .padding = below(random, 3),
            .levels = type.is_buffer || random() % 2 ? 1 : 1 + below(random, most_levels),
            .is_large = below(random, 8) == 0};
}

/// Returns random sampler bits for the filter between mip levels, and for the limits of the level of detail.
std::uint64_t random_mip_bits(std::mt19937& random, const ImageChoice& image) {
    std::uint64_t bits = image.use == ImageUse::floats && random() % 2 ? sampler::mip_linear : 0;
    if (random() % 3 == 0) bits |= std::uint64_t{below(random, 600)} << sampler::min_lod_shift;
    if (random() % 3 == 0) bits |= (0xffff - std::uint64_t{below(random, 1500)}) << sampler::max_lod_shift;
    return bits;
}

std::uint64_t random_sampler(std::mt19937& random, const ImageChoice& image, bool by_integers) {
    constexpr std::uint64_t modes[] = {sampler::address_none, sampler::address_clamp_to_edge, sampler::address_clamp,
                                       sampler::address_repeat, sampler::address_mirrored_repeat};
    const std::uint64_t mode = modes[below(random, by_integers ? 3 : 5)];
    const bool repeats = mode >= sampler::address_repeat;
    const bool is_linear = !by_integers && image.use == ImageUse::floats && random() % 2;
    const bool is_normalized = !by_integers && (repeats || random() % 2);
    return mode | (is_linear ? sampler::linear : sampler::nearest) | (is_normalized ? sampler::normalized : 0);
}

Read random_read(std::mt19937& random, const std::vector<ImageChoice>& images) {
    Read read{};
    read.image = below(random, static_cast<std::uint32_t>(images.size()));
    const ImageChoice& image = images[read.image];
    read.sampler_from = static_cast<SamplerFrom>(image.is_buffer ? 0 : below(random, 4));
    read.by_integers = read.sampler_from == SamplerFrom::none || random() % 2;
    read.place = static_cast<Place>(below(random, 4));
    read.way = static_cast<Way>(below(random, 6));
    read.after_barrier = below(random, 6) == 0;
    if (read.sampler_from != SamplerFrom::none) read.sampler = random_sampler(random, image, read.by_integers);
    // Reads that select a mip level need normalized coordinates.
    if (read.sampler & sampler::normalized) read.detail = static_cast<Detail>(below(random, 3));
    if (read.detail != Detail::none && read.sampler_from == SamplerFrom::argument)
        read.sampler |= random_mip_bits(random, image);
    for (float& scale : read.scale) scale = static_cast<float>(below(random, 17)) / 4 - 2;
    for (float& offset : read.offset) offset = static_cast<float>(below(random, 64)) / 4 - 4;
    return read;
}

}  // namespace

ImageProgram generate_program(std::mt19937& random) {
    ImageProgram program{};
    for (unsigned i = 0, count = 1 + below(random, 3); i < count; ++i) program.images.push_back(random_image(random));
    for (unsigned i = 0, count = 1 + below(random, 5); i < count; ++i)
        program.reads.push_back(random_read(random, program.images));
    program.written = random_image(random);
    program.writes_levels = !program.written.is_buffer && (program.written.levels > 1 || random() % 8 == 0);
    program.reads_back = !program.writes_levels && random() % 2;
    program.writes_under_mask = random() % 2;
    program.width = random_size(random, 90);
    program.height = random() % 2 ? 1 : random_size(random, 5);
    program.local_width = program.width;
    if (random() % 2)
        for (const std::uint32_t divisor : {2u, 3u, 5u})
            if (program.local_width % divisor == 0) program.local_width /= divisor;
    return program;
}

std::string description_of(const ImageProgram& program) {
    std::string text;
    const auto add = [&text](const char* what, const ImageChoice& image) {
        text += std::string(what) + " " + image.type + " order " +
                std::to_string(static_cast<unsigned>(image.format->order) - 0x10B0) + " channel " +
                std::to_string(static_cast<unsigned>(image.format->type) - 0x10D0) + " size " +
                std::to_string(image.size.width) + "x" + std::to_string(image.size.height) + "x" +
                std::to_string(image.size.depth) + " layers " + std::to_string(image.size.layers) + " padding " +
                std::to_string(image.padding) + " levels " + std::to_string(image.levels) +
                (image.is_large ? " large" : "") + "\n";
    };
    for (const ImageChoice& image : program.images) add("read", image);
    add("written", program.written);
    for (const Read& read : program.reads) text += "sampler " + std::to_string(read.sampler) + "\n";
    return text + std::to_string(program.width) + " x " + std::to_string(program.height) + " work-items, groups of " +
           std::to_string(program.local_width) + "\n";
}

}  // namespace lanewise::fuzz
