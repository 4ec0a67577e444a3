// Reads and writes of mip levels (cl_khr_mipmap_image, cl_khr_mipmap_image_writes). Each work-item may use a different
// level, so reads for several lanes sample one level after another. Functions that write a mip level exist only for one
// lane.
#include "texel/texel_encode.h"
#include "texel/texel_sample.h"
#include "texel/texel_store.h"

namespace lw {

LW_INLINE Level* levels_of(Image* image) { return (Level*)image->levels; }

/// Clamps the level of detail to the sampler's bounds and to the image's levels; nan becomes the lower bound.
LW_INLINE float bounded_lod(Image* image, ulong sampler, float lod) {
    const float lowest = float((sampler >> sampler::min_lod_shift) & sampler::lod_mask) / 256.0f;
    const uint below = uint(sampler >> sampler::max_lod_shift);
    const float last = float(image->mip_levels - 1);
    const float highest = below ? __builtin_elementwise_min(float(0xffff - below) / 256.0f, last) : last;
    const float above = lod > lowest ? lod : lowest;
    return above < highest ? above : highest;
}

template <class V, class F>
LW_INLINE Four<V> sample(Image* image, Level* level, ulong sampler, F x, F y, F z) {
    constexpr int W = width_of<V>;
    if constexpr (is_float<V>) {
        if (sampler & sampler::linear)
            return image->dimensions == 3 ? sample_linear_deep<W>(image, level, sampler, x, y, z)
                                          : sample_linear_flat<W>(image, level, sampler, x, y, z);
    }
    return sample_nearest<V>(image, level, sampler, x, y, z);
}

template <class V>
LW_INLINE Joined<V> read_level(Image* image, ulong sampler, float x, float y, float z, float lod) {
    Level* levels = levels_of(image);
    const float bounded = bounded_lod(image, sampler, lod);
    if constexpr (is_float<V>) {
        if (sampler & sampler::mip_linear) {
            const int first = int(bounded);
            const float share = bounded - float(first);
            Four<V> colours[2] = {};
#pragma clang loop unroll(disable)
            for (int i = 0; i < (share > 0.0f ? 2 : 1); ++i)
                colours[i] = sample<V>(image, levels + first + i, sampler, x, y, z);
            Four<V> mean;
            for (int c = 0; c < 4; ++c) mean.of[c] = colours[0].of[c] * (1.0f - share) + colours[1].of[c] * share;
            return join(mean);
        }
    }
    // Sample the nearest level; if two levels are equally near, sample the finer one.
    return join(sample<V>(image, levels + int(__builtin_elementwise_ceil(bounded + 0.5f)) - 1, sampler, x, y, z));
}

/// The two levels that each lane reads, and the weight of the second one.
template <int W>
struct LevelLanes {
    IntLanes<W> number[2];
    FloatLanes<W> share;
};

template <int W>
LW_INLINE LevelLanes<W> levels_at(Image* image, ulong sampler, FloatLanes<W> lod, bool is_between) {
    FloatLanes<W> bounded(0.0f);
    for (int lane = 0; lane < W; ++lane) bounded[lane] = bounded_lod(image, sampler, lod[lane]);
    if (!is_between) {
        const IntLanes<W> nearest = to<int>(__builtin_elementwise_ceil(bounded + 0.5f)) - 1;
        return {{nearest, nearest}, FloatLanes<W>(0.0f)};
    }
    const IntLanes<W> first = to<int>(bounded);
    const FloatLanes<W> share = bounded - to<float>(first);
    return {{first, choose(share > 0.0f, first + 1, first)}, share};
}

/// Samples each lane's colour from its own level, with one iteration for each distinct level.
template <class V>
LW_INLINE Four<V> sample_levels(Image* image, ulong sampler, IntLanes<width_of<V>> number, FloatLanes<width_of<V>> x,
                                FloatLanes<width_of<V>> y, FloatLanes<width_of<V>> z) {
    constexpr int W = width_of<V>;
    Four<V> colours = {};
    IntLanes<W> left(-1);
    for (int lane = 0; lane < W; ++lane) {
        if (left[lane] == 0) continue;
        const IntLanes<W> here = left & (number == number[lane]);
        const Four<V> found = sample<V>(image, levels_of(image) + number[lane], sampler, x, y, z);
        for (int c = 0; c < 4; ++c) colours.of[c] = choose(here != 0, found.of[c], colours.of[c]);
        left &= ~here;
    }
    return colours;
}

template <class V>
LW_INLINE Joined<V> read_levels(Image* image, ulong sampler, FloatLanes<width_of<V>> x, FloatLanes<width_of<V>> y,
                                FloatLanes<width_of<V>> z, FloatLanes<width_of<V>> lod) {
    constexpr int W = width_of<V>;
    const bool is_between = is_float<V> && (sampler & sampler::mip_linear);
    const LevelLanes<W> levels = levels_at<W>(image, sampler, lod, is_between);
    Four<V> colours[2] = {};
#pragma clang loop unroll(disable)
    for (int i = 0; i < 2; ++i) {
        if (i == 1 && !(is_between && !all_lanes(levels.share == 0.0f))) break;
        colours[i] = sample_levels<V>(image, sampler, levels.number[i], x, y, z);
    }
    if constexpr (is_float<V>) {
        for (int c = 0; is_between && c < 4; ++c) {
            const V second = choose(levels.share > 0.0f, colours[1].of[c], V(0.0f));
            colours[0].of[c] = colours[0].of[c] * (1.0f - levels.share) + second * levels.share;
        }
    }
    return join(colours[0]);
}

template <class V>
LW_INLINE void write_level(Image* image, int x, int y, int z, int lod, Joined<V> colour) {
    if (uint(lod) >= image->mip_levels) return;
    Level* level = levels_of(image) + lod;
    const bool inside =
        within<1>(x, level->width) & within<1>(y, level->height) & within<1>(z, slices_of(image, level));
    store_texels<1>(image, level, x, y, z, inside,
                    encode<1>(image->format.kind, components_of(image, part<V>(colour))));
}

float4 read_level_float(Image* image, ulong sampler, float x, float y, float z, float lod)
    LW_SHARED(image_read_level_float);
float4 read_level_float(Image* image, ulong sampler, float x, float y, float z, float lod) {
    return read_level<float>(image, sampler, x, y, z, lod);
}
int4 read_level_int(Image* image, ulong sampler, float x, float y, float z, float lod) LW_SHARED(image_read_level_int);
int4 read_level_int(Image* image, ulong sampler, float x, float y, float z, float lod) {
    return read_level<int>(image, sampler, x, y, z, lod);
}
void write_level_float(Image* image, int x, int y, int z, int lod, float4 colour) LW_SHARED(image_write_level_float);
void write_level_float(Image* image, int x, int y, int z, int lod, float4 colour) {
    write_level<float>(image, x, y, z, lod, colour);
}
void write_level_int(Image* image, int x, int y, int z, int lod, int4 colour) LW_SHARED(image_write_level_int);
void write_level_int(Image* image, int x, int y, int z, int lod, int4 colour) {
    write_level<int>(image, x, y, z, lod, colour);
}

#define LW_READ_LEVELS(W, T)                                                                                    \
    Joined<Vector<T, W>> read_levels_##T##_##W(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,   \
                                               FloatLanes<W> z,                                                 \
                                               FloatLanes<W> lod) __asm__("__lw_image_read_level_" #T "_v" #W); \
    Joined<Vector<T, W>> read_levels_##T##_##W(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,   \
                                               FloatLanes<W> z, FloatLanes<W> lod) {                            \
        return read_levels<Vector<T, W>>(image, sampler, x, y, z, lod);                                         \
    }
LW_READ_LEVELS(8, float)
LW_READ_LEVELS(8, int)
LW_READ_LEVELS(16, float)
LW_READ_LEVELS(16, int)

}  // namespace lw
