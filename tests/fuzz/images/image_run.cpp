#include "image_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <sstream>

#include "images/image_model.h"
#include "images/pyramid.h"
#include "run_kernel.h"

namespace lanewise::fuzz {

namespace {

using test::Colour;
using test::Pyramid;
using test::TestImage;
using test::Texel;
using Words = std::array<std::int32_t, 4>;

constexpr Words untouched{0x5eadbeef, 0x5eadbeef, 0x5eadbeef, 0x5eadbeef};

float as_float(std::int32_t word) {
    float value = 0;
    std::memcpy(&value, &word, sizeof value);
    return value;
}
std::int32_t as_word(float value) {
    std::int32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

Pyramid make_image(const ImageChoice& choice, std::mt19937& random) {
    const auto guarded = random() % 2 ? test::Guarded::behind : test::Guarded::before;
    Pyramid image(choice.format->order, choice.format->type, choice.size, choice.levels, random, choice.padding,
                  guarded);
    if (choice.is_large) image.image().be_large();
    return image;
}

/// Returns random coordinates, most of them in the image or near it. If `strange` is true, some coordinates are
/// infinite, NaN or huge.
Words random_place(const ImageChoice& image, const Read& read, bool strange, std::mt19937& random) {
    constexpr float odd[] = {std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN(),
                             3e38f,
                             -3e38f,
                             2147483648.0f,
                             -2147483649.0f,
                             1e-40f};
    constexpr std::int32_t odd_numbers[] = {
        std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), -1, 1 << 30, -(1 << 30), 65536};
    const unsigned extents[3] = {image.size.width, image.size.height,
                                 image.size.is_array ? image.size.layers : image.size.depth};
    Words place{};
    for (unsigned axis = 0; axis < 3; ++axis) {
        const bool is_odd = strange && random() % 12 == 0;
        const float part = static_cast<float>(random() % 4096) / 1500.0f - 0.8f;
        const bool by_size = read.sampler & abi::sampler::normalized && !(axis == 2 && image.size.is_array);
        const float real = by_size ? part : part * static_cast<float>(extents[axis]);
        if (read.by_integers && read.sampler_from == SamplerFrom::none)
            place[axis] = static_cast<int>(random() % extents[axis]);
        else if (read.by_integers)
            place[axis] = is_odd ? odd_numbers[random() % std::size(odd_numbers)] : static_cast<int>(std::floor(real));
        else
            place[axis] = as_word(is_odd ? odd[random() % std::size(odd)] : real);
    }
    // The length of a gradient is at most a few texels.
    const float detail = static_cast<float>(random() % 4096) / 500.0f - 1.0f;
    const bool is_odd = strange && random() % 12 == 0;
    place[3] = as_word(is_odd                             ? odd[random() % std::size(odd)]
                       : read.detail == Detail::gradients ? detail / static_cast<float>(image.size.width)
                                                          : detail);
    return place;
}

/// Returns the coordinates for each work-item: random coordinates, or coordinates by which consecutive work-items read
/// adjacent texels.
std::vector<Words> places_of(const ImageProgram& program, const Read& read, std::mt19937& random) {
    const ImageChoice& image = program.images[read.image];
    std::vector<Words> places(program.items());
    // A sequence of adjacent texels may start so far outside of the image that the whole sequence is outside.
    const bool strange = read.place == Place::anywhere || (read.place == Place::row_array && random() % 2);
    for (Words& place : places) place = random_place(image, read, strange, random);
    if (read.place != Place::row_array) return places;
    const float step = read.sampler & abi::sampler::normalized ? 1.0f / static_cast<float>(image.size.width) : 1.0f;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t first = i / program.width * program.width;
        const std::size_t along = i - first;
        places[i] = places[first];
        // The sum wraps around like the kernel's unsigned arithmetic.
        places[i][0] =
            read.by_integers
                ? static_cast<int>(static_cast<std::uint32_t>(places[first][0]) + static_cast<std::uint32_t>(along))
                : as_word(as_float(places[first][0]) + step * static_cast<float>(along));
    }
    return places;
}

struct Run {
    const ImageProgram& program;
    std::vector<Pyramid> images;
    Pyramid written;
    std::vector<std::vector<std::byte>> before;  // initial texels of each level of `written`
    std::vector<Words> places, results, used, colours, back;
    std::vector<int> masks;
};

std::size_t bytes_of(const TestImage& image) {
    const auto& size = image.size();
    return static_cast<std::size_t>(image.texel(size.width - 1, size.height - 1, image.slices() - 1) -
                                    image.texel(0, 0, 0)) +
           image.format().texel.bytes;
}

Run make_run(const ImageProgram& program, std::mt19937& random) {
    Run run{program, {}, make_image(program.written, random), {}, {}, {}, {}, {}, {}, {}};
    for (const ImageChoice& image : program.images) run.images.push_back(make_image(image, random));
    for (const TestImage& level : run.written.levels())
        run.before.emplace_back(level.texel(0, 0, 0), level.texel(0, 0, 0) + bytes_of(level));
    for (const Read& read : program.reads)
        for (const Words& place : places_of(program, read, random)) run.places.push_back(place);
    run.results.assign(run.places.size(), untouched);
    run.used.assign(run.places.size(), untouched);
    run.back.assign(program.items(), untouched);
    for (std::size_t i = 0; i < program.items(); ++i) {
        run.masks.push_back(static_cast<int>(random()));
        Words colour{};
        for (std::int32_t& word : colour)
            word = program.written.use == ImageUse::floats
                       ? as_word(static_cast<float>(random() % 30000) / 10000 - 1.5f)
                       : static_cast<std::int32_t>(random()) >> random() % 28;
        run.colours.push_back(colour);
    }
    return run;
}

/// Returns all images and samplers as known arguments, for which the compiler specializes code.
KnownArguments known_arguments(const Run& run) {
    KnownArguments known;
    const auto add = [&](const void* bytes, std::size_t count) {
        known.push_back({.index = static_cast<std::uint32_t>(known.size())});
        std::memcpy(known.back().bytes.data(), bytes, count);
    };
    const auto add_image = [&](const Pyramid& image) {
        add(reinterpret_cast<const std::byte*>(image.image().descriptor()) + abi::known_begin, abi::known_bytes);
    };
    for (const Pyramid& image : run.images) add_image(image);
    add_image(run.written);
    for (const Read& read : run.program.reads) add(&read.sampler, sizeof read.sampler);
    return known;
}

enum class Made : std::uint8_t { for_any, for_known };

bool launch(Run& run, const compiler::Ir& ir, const Target& target, Made made, std::string& log) {
    const ImageProgram& program = run.program;
    const KnownArguments known = made == Made::for_known ? known_arguments(run) : KnownArguments{};
    const test::CompiledKernel kernel(ir, "k", target.lanes, target.features, compiler::Together::where_it_pays,
                                      compiler::Chunks::full, compiler::Along::where_it_pays, known);
    log = kernel.log();
    if (!kernel) return false;
    test::ArgumentBlock arguments;
    for (const Pyramid& image : run.images) arguments.add(image.image().descriptor());
    arguments.add(run.written.image().descriptor());
    for (const Read& read : program.reads) arguments.add(read.sampler);
    arguments.add(run.places.data()).add(run.results.data()).add(run.used.data()).add(run.masks.data());
    arguments.add(run.colours.data()).add(run.back.data());
    NDRange range;
    range.work_dim = 2;
    range.global_size[0] = program.width;
    range.global_size[1] = program.height;
    range.local_size[0] = program.local_width;
    kernel.run(range, arguments, 0);
    return true;
}

double channel_of(ImageUse use, std::int32_t word) {
    if (use == ImageUse::floats) return static_cast<double>(as_float(word));
    return use == ImageUse::signed_ints ? word : static_cast<double>(static_cast<std::uint32_t>(word));
}

/// Returns whether the specification defines the result of the read exactly enough for the model.
bool is_defined(const ImageChoice& image, const Read& read, const Words& at) {
    const unsigned extents[3] = {image.size.width, image.size.height,
                                 image.size.is_array ? image.size.layers : image.size.depth};
    for (unsigned axis = 0; axis < 3; ++axis) {
        if (read.sampler_from == SamplerFrom::none && static_cast<std::uint32_t>(at[axis]) >= extents[axis]) {
            const bool counts = axis == 0 || (axis == 1 ? image.size.dimensions > 1 : extents[2] > 1);
            if (counts) return false;
        }
        if (read.by_integers) continue;
        const float texels =
            as_float(at[axis]) * (read.sampler & abi::sampler::normalized ? static_cast<float>(extents[axis]) : 1);
        if (!(std::fabs(texels) < 2048)) return false;
    }
    return true;
}

/// Returns the level of detail that the fourth element of the coordinates selects.
double lod_of(const ImageChoice& image, const Read& read, const Words& at) {
    const double told = as_float(at[3]);
    if (read.detail == Detail::level) return told;
    double texels = 0;
    const unsigned extents[3] = {image.size.width, image.size.height, image.size.depth};
    for (unsigned axis = 0; axis < image.size.dimensions; ++axis) texels += extents[axis] * told * extents[axis] * told;
    return 0.5 * std::log2(texels);
}

/// Tolerated error of the base 2 logarithm of a gradient.
constexpr double lod_error = 1e-5;

/// Returns whether a rounding error in the level of detail may select another level.
bool is_between_levels(const Pyramid& image, const Read& read, double lod) {
    if (read.sampler & abi::sampler::mip_linear) return false;
    const double half = std::fabs(test::bounded_lod(image, read.sampler, lod) + 0.5);
    return std::fabs(half - std::rint(half)) < lod_error && read.detail == Detail::gradients;
}

Colour wanted_of(const Pyramid& image, const Read& read, const Words& at, double lod) {
    if (!read.by_integers) {
        const test::Coordinate place{as_float(at[0]), as_float(at[1]), as_float(at[2])};
        if (read.detail != Detail::none)
            return test::mip_colour(image, read.sampler, place, test::bounded_lod(image, read.sampler, lod));
        return read.sampler & abi::sampler::linear ? test::linear_colour(image.image(), read.sampler, place)
                                                   : test::nearest_colour(image.image(), read.sampler, place);
    }
    const test::ImageSize& size = image.image().size();
    const Texel texel{at[0], size.dimensions > 1 ? at[1] : 0, size.is_array || size.dimensions > 2 ? at[2] : 0};
    return test::addressed_colour(image.image(), read.sampler, texel);
}

/// Returns the tolerated difference between a channel and the model's value.
double tolerance_of(const ImageChoice& image, const Read& read, double wanted) {
    if (image.use != ImageUse::floats) return 0;
    if (read.sampler & abi::sampler::mip_linear) return read.detail == Detail::gradients ? 8 * lod_error : 6e-6;
    return read.sampler & abi::sampler::linear ? 3e-6 : std::fabs(wanted) * 1.5e-7;
}

std::string check_read(const Run& run, std::size_t index, std::size_t item) {
    const Read& read = run.program.reads[index];
    const ImageChoice& image = run.program.images[read.image];
    const std::size_t entry = index * run.program.items() + item;
    const Words& result = run.results[entry];
    const bool is_on = read.way != Way::under_mask || run.masks[item] >> index & 1;
    std::ostringstream text;
    if (!is_on && result != untouched) text << "read " << index << " of work-item " << item << ", which is off";
    if (!is_on || !is_defined(image, read, run.used[entry])) return text.str();
    const Words& at = run.used[entry];
    const Pyramid& pyramid = run.images[read.image];
    const double lod = read.detail == Detail::none ? 0 : lod_of(image, read, at);
    if (std::isnan(lod) || is_between_levels(pyramid, read, lod)) return text.str();
    const Colour wanted = wanted_of(pyramid, read, at, lod);
    for (unsigned c = 0; c < (image.is_depth ? 1 : 4); ++c) {
        const double got = channel_of(image.use, result[c]);
        if (std::fabs(got - wanted[c]) <= tolerance_of(image, read, wanted[c])) continue;
        text << "read " << index << " of work-item " << item << " channel " << c << ": " << got << ", not " << wanted[c]
             << " at";
        for (unsigned axis = 0; axis < 3; ++axis)
            text << ' ' << (read.by_integers ? static_cast<float>(at[axis]) : as_float(at[axis]));
        if (read.detail != Detail::none) text << " lod " << lod;
        return text.str();
    }
    return {};
}

double tolerance_of(const ImageChoice& image) {
    if (image.use != ImageUse::floats || image.format->texel.kind == abi::TexelKind::single_float) return 0;
    return image.format->texel.kind == abi::TexelKind::half_float ? 0.0005 : 0.5001;
}

std::string check_write(const Run& run, std::size_t item, std::vector<std::vector<std::byte>>& expected) {
    const ImageProgram& program = run.program;
    if (program.writes_under_mask && !(run.masks[item] & 128)) return {};
    const std::size_t ways = program.writes_levels ? program.written.levels + 1 : 1;
    const std::size_t number = item % ways, index = item / ways;
    if (number >= program.written.levels) return {};
    const TestImage& level = run.written.levels()[number];
    const auto& size = level.size();
    const std::size_t z = index / size.width / size.height;
    if (z >= level.slices()) return {};
    const Texel place{static_cast<std::int64_t>(index % size.width),
                      static_cast<std::int64_t>(index / size.width % size.height), static_cast<std::int64_t>(z)};
    const std::byte* texel =
        level.texel(static_cast<unsigned>(place[0]), static_cast<unsigned>(place[1]), static_cast<unsigned>(place[2]));
    std::memcpy(&expected[number][static_cast<std::size_t>(texel - level.texel(0, 0, 0))], texel,
                program.written.format->texel.bytes);
    Colour colour;
    for (unsigned c = 0; c < 4; ++c) colour[c] = channel_of(program.written.use, run.colours[item][c]);
    for (const auto& [wanted, stored] : test::written_components(level, place, colour))
        if (!(std::fabs(stored - wanted) <= tolerance_of(program.written) + std::fabs(wanted) * 1e-7))
            return "written by work-item " + std::to_string(item) + ": " + std::to_string(stored) + ", not " +
                   std::to_string(wanted);
    if (!program.reads_back) return {};
    const Colour now = test::texel_colour(level, place);
    for (unsigned c = 0; c < (program.written.is_depth ? 1 : 4); ++c) {
        const double got = channel_of(program.written.use, run.back[item][c]);
        if (!(std::fabs(got - now[c]) <= std::fabs(now[c]) * 1.5e-7))
            return "read back by work-item " + std::to_string(item) + ": " + std::to_string(got) + ", not " +
                   std::to_string(now[c]);
    }
    return {};
}

std::vector<std::byte> stored_in(const TestImage& level) {
    return {level.texel(0, 0, 0), level.texel(0, 0, 0) + bytes_of(level)};
}

/// Returns whether `run` and `other` have the same results, bit for bit. The bits of NaNs may differ, because LLVM does
/// not define them.
bool same_results(const Run& run, const Run& other) {
    for (std::size_t entry = 0; entry < run.results.size(); ++entry) {
        const Read& read = run.program.reads[entry / run.program.items()];
        const bool is_float = run.program.images[read.image].use == ImageUse::floats;
        for (unsigned c = 0; c < 4; ++c) {
            const std::int32_t one = run.results[entry][c], two = other.results[entry][c];
            if (one != two && !(is_float && std::isnan(as_float(one)) && std::isnan(as_float(two)))) return false;
        }
    }
    return true;
}

/// Runs code that is specialized for known arguments, and compares this code's results with the results of `run`.
/// Returns the text of an error, or an empty string.
std::string difference_of_known(const Run& run, const compiler::Ir& ir, const Target& target, std::uint32_t seed) {
    std::mt19937 random(seed);
    Run known = make_run(run.program, random);
    std::string log;
    if (!launch(known, ir, target, Made::for_known, log)) return "no code for known arguments: " + log;
    const bool are_equal = same_results(known, run) && known.used == run.used && known.back == run.back &&
                           std::ranges::equal(known.written.levels(), run.written.levels(), {}, stored_in, stored_in);
    return are_equal ? "" : "other results by code for known arguments";
}

}  // namespace

std::string run_program(const ImageProgram& program, const compiler::Ir& ir, const Target& target, std::uint32_t seed) {
    std::mt19937 random(seed);
    Run run = make_run(program, random);
    std::string log;
    if (!launch(run, ir, target, Made::for_any, log)) return "no code: " + log;
    std::vector<std::vector<std::byte>> expected = run.before;
    for (std::size_t item = 0; item < program.items(); ++item) {
        for (std::size_t index = 0; index < program.reads.size(); ++index)
            if (std::string wrong = check_read(run, index, item); !wrong.empty()) return wrong;
        if (std::string wrong = check_write(run, item, expected); !wrong.empty()) return wrong;
    }
    if (!std::ranges::equal(expected, run.written.levels(), {}, {}, stored_in))
        return "written to other texels than the own one";
    return difference_of_known(run, ir, target, seed);
}

}  // namespace lanewise::fuzz
