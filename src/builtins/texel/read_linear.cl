// Reads with the linear filter.
#include "texel/texel_sample.h"

namespace lw {

#define LW_READ(W, suffix, name, sample)                                                                         \
    Joined<FloatLanes<W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,                    \
                               FloatLanes<W> z) __asm__("__lw_image_" #name suffix);                             \
    Joined<FloatLanes<W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y, FloatLanes<W> z) { \
        return join(sample<W>(image, &image->level, sampler, x, y, z));                                          \
    }
#define LW_READS(W, suffix)                                  \
    LW_READ(W, suffix, read_linear_flat, sample_linear_flat) \
    LW_READ(W, suffix, read_linear_deep, sample_linear_deep)
LW_LANES(LW_READS)

}  // namespace lw
