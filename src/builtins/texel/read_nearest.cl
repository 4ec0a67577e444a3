// Reads by coordinates of type float with the nearest filter.
#include "texel/texel_place.h"

namespace lw {

template <class V, class F>
LW_INLINE Joined<V> read_nearest(Image* image, ulong sampler, F x, F y, F z) {
    constexpr int W = width_of<V>;
    Level* level = &image->level;
    const Place<W> place = {
        nearest_number<W>(sampler, x, level->width),
        image->dimensions > 1 ? nearest_number<W>(sampler, y, level->height) : IntLanes<W>(0),
        image->dimensions > 2 ? nearest_number<W>(sampler, z, level->depth) : layer_number<W>(image, z)};
    return join(fetch<V>(image, level, sampler, place));
}

#define LW_READ(W, suffix, T, name)                                                                             \
    Joined<Vector<T, W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,                    \
                              FloatLanes<W> z) __asm__("__lw_image_" #name suffix);                             \
    Joined<Vector<T, W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y, FloatLanes<W> z) { \
        return read_nearest<Vector<T, W>>(image, sampler, x, y, z);                                             \
    }
#define LW_READS(W, suffix) LW_READ(W, suffix, float, read_nearest_float) LW_READ(W, suffix, int, read_nearest_int)
LW_LANES(LW_READS)

}  // namespace lw
