// Reads by integer coordinates, which return single texels, whatever the sampler's filter.
#include "texel/texel_fetch.h"

namespace lw {

template <class V, class I>
LW_INLINE Joined<V> read_texel(Image* image, ulong sampler, I x, I y, I z) {
    const I slice = image->is_array ? clamp_to(z, image->layers) : z;
    return join(fetch<V>(image, &image->level, sampler, {x, y, slice}));
}

#define LW_READ(W, suffix, T, name)                                                                       \
    Joined<Vector<T, W>> name(Image* image, ulong sampler, IntLanes<W> x, IntLanes<W> y,                  \
                              IntLanes<W> z) __asm__("__lw_image_" #name suffix);                         \
    Joined<Vector<T, W>> name(Image* image, ulong sampler, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z) { \
        return read_texel<Vector<T, W>>(image, sampler, x, y, z);                                         \
    }
#define LW_READS(W, suffix) LW_READ(W, suffix, float, read_texel_float) LW_READ(W, suffix, int, read_texel_int)
LW_LANES(LW_READS)

}  // namespace lw
