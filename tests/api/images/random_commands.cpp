// Runs random commands on random regions of images of every type, with pitches and mip levels. Compares each image with
// a model, which is an array of its texels in host memory. All commands use one in-order queue; fills and copies are
// enqueued without waiting.
#include <random>

#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

/// Model of one mip level: its texels without gaps.
struct LevelModel {
    Size3 size{};
    std::vector<std::uint8_t> bytes;
};

/// A box within one mip level.
struct Part {
    unsigned level = 0;
    Origin origin{};  // origin of the box as an argument of the API, including the level
    Size3 at{};
    Size3 region{};
};

/// Distance in bytes between rows, and between slices, of a box in host memory.
struct Pitches {
    std::size_t row = 0, slice = 0;
};

class RandomCommands : public ImageTest {
protected:
    struct Target {
        cl_mem_object_type type;
        std::size_t texel;
        bool has_levels;
        Mem buffer;  // the memory of the image if it is a 1D buffer image
        Mem image;
        std::vector<LevelModel> levels;
    };

    std::size_t roll(std::size_t least, std::size_t most) {
        return std::uniform_int_distribution<std::size_t>(least, most)(random_);
    }

    Target make_target(cl_mem_object_type type, const cl_image_format& format, std::size_t texel, bool has_levels) {
        Target target{type, texel, has_levels, {}, {}, {}};
        Size3 size{roll(1, 40), coordinates_of(type) >= 2 ? roll(1, 20) : 1,
                   coordinates_of(type) == 3 ? roll(1, 6) : 1};
        const cl_uint levels = has_levels ? static_cast<cl_uint>(roll(1, 8)) : 1;
        cl_image_desc description = describe(type, size, has_levels ? levels : 0);
        if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
            target.buffer = buffer(size[0] * texel);
            description.mem_object = target.buffer.get();
        }
        target.image = image(format, description);
        const unsigned spatial = coordinates_of(type) - (is_array(type) ? 1 : 0);
        for (cl_uint level = 0; level < levels; ++level) {
            LevelModel model{size, {}};
            for (unsigned d = 0; d < spatial; ++d) model.size[d] = std::max<std::size_t>(1, size[d] >> level);
            model.bytes.resize(model.size[0] * model.size[1] * model.size[2] * texel);
            for (auto& byte : model.bytes) byte = static_cast<std::uint8_t>(random_());
            Part all{level, {}, {}, model.size};
            if (has_levels) all.origin[coordinates_of(type)] = level;
            EXPECT_EQ(write_image(target.image, all.origin, all.region, model.bytes.data()), CL_SUCCESS);
            target.levels.push_back(std::move(model));
        }
        return target;
    }

    /// Returns a random box. If `largest` is not null, it is the maximum size of the box.
    Part random_part(const Target& target, const Size3* largest = nullptr) {
        Part part;
        part.level = static_cast<unsigned>(roll(0, target.levels.size() - 1));
        const Size3& size = target.levels[part.level].size;
        for (unsigned d = 0; d < 3; ++d) {
            part.region[d] = roll(1, largest ? std::min(size[d], (*largest)[d]) : size[d]);
            part.at[d] = roll(0, size[d] - part.region[d]);
            part.origin[d] = part.at[d];
        }
        if (target.has_levels) part.origin[coordinates_of(target.type)] = part.level;
        return part;
    }

    static std::size_t offset(const Target& target, const Part& part, std::size_t y, std::size_t z) {
        const Size3& size = target.levels[part.level].size;
        return (((part.at[2] + z) * size[1] + part.at[1] + y) * size[0] + part.at[0]) * target.texel;
    }

    /// Calls `row(pointer into the model, y, z)` for each row of a box.
    template <class Row>
    static void for_rows(Target& target, const Part& part, Row&& row) {
        for (std::size_t z = 0; z < part.region[2]; ++z)
            for (std::size_t y = 0; y < part.region[1]; ++y)
                row(target.levels[part.level].bytes.data() + offset(target, part, y, z), y, z);
    }

    /// Chooses pitches for host memory and returns them. Stores in `given` the pitches to pass to the API, where 0
    /// means the default.
    Pitches random_pitches(const Target& target, const Part& part, Pitches& given) {
        const std::size_t row = part.region[0] * target.texel;
        given = {};
        if (roll(0, 1) == 0) given.row = row + roll(0, 3) * target.texel;
        Pitches used{given.row != 0 ? given.row : row, 0};
        const bool rows_are_layers = target.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
        const std::size_t least = rows_are_layers ? used.row : used.row * part.region[1];
        if ((rows_are_layers || coordinates_of(target.type) == 3) && roll(0, 1) == 0)
            given.slice = least + roll(0, 2) * used.row;
        used.slice = given.slice != 0 ? given.slice : least;
        // In an array of 1D images, each row of the box is a layer.
        if (rows_are_layers) used.row = used.slice;
        return used;
    }

    void read_and_compare(Target& target) {
        const Part part = random_part(target);
        Pitches given;
        const Pitches used = random_pitches(target, part, given);
        std::vector<std::uint8_t> host(used.slice * part.region[2] + used.row * part.region[1]);
        ASSERT_EQ(read_image(target.image, part.origin, part.region, host.data(), given.row, given.slice), CL_SUCCESS);
        for_rows(target, part, [&](const std::uint8_t* model, std::size_t y, std::size_t z) {
            EXPECT_TRUE(std::equal(model, model + part.region[0] * target.texel,
                                   host.begin() + static_cast<std::ptrdiff_t>(z * used.slice + y * used.row)));
        });
    }

    void write(Target& target) {
        const Part part = random_part(target);
        Pitches given;
        const Pitches used = random_pitches(target, part, given);
        std::vector<std::uint8_t> host(used.slice * part.region[2] + used.row * part.region[1]);
        for (auto& byte : host) byte = static_cast<std::uint8_t>(random_());
        ASSERT_EQ(write_image(target.image, part.origin, part.region, host.data(), given.row, given.slice), CL_SUCCESS);
        for_rows(target, part, [&](std::uint8_t* model, std::size_t y, std::size_t z) {
            std::memcpy(model, host.data() + z * used.slice + y * used.row, part.region[0] * target.texel);
        });
    }

    /// Maps a box, compares its texels with the model, and then changes them.
    void map(Target& target) {
        const Part part = random_part(target);
        std::size_t row = 0, slice = 0;
        cl_int status = CL_SUCCESS;
        auto* const bytes = static_cast<std::uint8_t*>(
            clEnqueueMapImage(queue, target.image.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, part.origin.data(),
                              part.region.data(), &row, &slice, 0, nullptr, nullptr, &status));
        ASSERT_EQ(status, CL_SUCCESS);
        if (target.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) row = slice;
        for_rows(target, part, [&](std::uint8_t* model, std::size_t y, std::size_t z) {
            std::uint8_t* const at = bytes + z * slice + y * row;
            EXPECT_TRUE(std::equal(model, model + part.region[0] * target.texel, at));
            for (std::size_t i = 0; i < part.region[0] * target.texel; ++i)
                model[i] = at[i] = static_cast<std::uint8_t>(random_());
        });
        EXPECT_EQ(clEnqueueUnmapMemObject(queue, target.image.get(), bytes, 0, nullptr, nullptr), CL_SUCCESS);
    }

    /// Copies a box in the model. Reads all texels before it writes any.
    static void copy_in_model(Target& from, const Part& source, Target& to, const Part& written) {
        std::vector<std::uint8_t> taken;
        const std::size_t row = written.region[0] * to.texel;
        for_rows(from, source, [&](const std::uint8_t* model, std::size_t, std::size_t) {
            taken.insert(taken.end(), model, model + row);
        });
        const std::uint8_t* next = taken.data();
        for_rows(to, written, [&](std::uint8_t* model, std::size_t, std::size_t) {
            std::memcpy(model, next, row);
            next += row;
        });
    }

    void copy(Target& from, Target& to) {
        Part source = random_part(from);
        Part written = random_part(to, &source.region);
        source.region = written.region;
        ASSERT_EQ(copy_image(from.image, to.image, source.origin, written.origin, written.region), CL_SUCCESS);
        copy_in_model(from, source, to, written);
    }

    void copy_by_buffer(Target& from, Target& to) {
        Part source = random_part(from);
        Part written = random_part(to, &source.region);
        source.region = written.region;
        const std::size_t bytes = written.region[0] * written.region[1] * written.region[2] * to.texel;
        const std::size_t begin = roll(0, 9), room = begin + bytes;
        const Mem between = buffer(room);
        ASSERT_EQ(clEnqueueCopyImageToBuffer(queue, from.image.get(), between.get(), source.origin.data(),
                                             source.region.data(), begin, 0, nullptr, nullptr),
                  CL_SUCCESS);
        ASSERT_EQ(clEnqueueCopyBufferToImage(queue, between.get(), to.image.get(), begin, written.origin.data(),
                                             written.region.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        copy_in_model(from, source, to, written);
    }

    /// Fills a box with a random colour. All formats in this file are unsigned integers, so the bytes of the colour are
    /// the bytes of the texel.
    void fill(Target& target) {
        const Part part = random_part(target);
        const std::size_t component = target.texel > 4 ? 4 : 1;
        const cl_uint most = component == 4 ? ~cl_uint{0} : 255;
        cl_uint color[4];
        for (cl_uint& channel : color) channel = static_cast<cl_uint>(random_()) & most;
        ASSERT_EQ(clEnqueueFillImage(queue, target.image.get(), color, part.origin.data(), part.region.data(), 0,
                                     nullptr, nullptr),
                  CL_SUCCESS);
        for_rows(target, part, [&](std::uint8_t* model, std::size_t, std::size_t) {
            for (std::size_t i = 0; i < part.region[0] * target.texel; i += component)
                std::memcpy(model + i, &color[i % target.texel / component], component);
        });
    }

    void play(const cl_image_format& format, std::size_t texel, bool has_levels, unsigned commands) {
        std::vector<Target> targets;
        for (const cl_mem_object_type type : image_types)
            targets.push_back(make_target(type, format, texel, has_levels && type != CL_MEM_OBJECT_IMAGE1D_BUFFER));
        for (unsigned i = 0; i < commands && !HasFailure(); ++i) {
            Target& target = targets[roll(0, targets.size() - 1)];
            Target& other = targets[roll(0, targets.size() - 1)];
            switch (roll(0, 5)) {
                case 0: write(target); break;
                case 1: map(target); break;
                case 2: fill(target); break;
                case 3: copy_by_buffer(target, other); break;
                case 4:
                    if (&target != &other) copy(target, other);
                    break;
                default: read_and_compare(target);
            }
        }
        for (Target& target : targets)
            for (int i = 0; i < 10; ++i) read_and_compare(target);
    }

    std::mt19937 random_{20210930};
};

TEST_F(RandomCommands, OneByteTexels) { play({CL_R, CL_UNSIGNED_INT8}, 1, false, 2000); }

TEST_F(RandomCommands, FourByteTexels) { play({CL_RGBA, CL_UNSIGNED_INT8}, 4, false, 2000); }

TEST_F(RandomCommands, SixteenByteTexels) { play({CL_RGBA, CL_UNSIGNED_INT32}, 16, false, 2000); }

TEST_F(RandomCommands, MipLevels) {
    for (int i = 0; i < 5; ++i) play({CL_RGBA, CL_UNSIGNED_INT8}, 4, true, 500);
}

}  // namespace
}  // namespace lanewise::test
