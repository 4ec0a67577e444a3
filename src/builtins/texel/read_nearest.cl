// Reads by coordinates of type float with the nearest filter.
#include "texel/texel_sample.h"

namespace lw {

#define LW_READ(W, suffix, T, name)                                                                             \
    Joined<Vector<T, W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,                    \
                              FloatLanes<W> z) __asm__("__lw_image_" #name suffix);                             \
    Joined<Vector<T, W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y, FloatLanes<W> z) { \
        return join(sample_nearest<Vector<T, W>>(image, &image->level, sampler, x, y, z));                      \
    }
#define LW_READS(W, suffix) LW_READ(W, suffix, float, read_nearest_float) LW_READ(W, suffix, int, read_nearest_int)
LW_LANES(LW_READS)

}  // namespace lw
