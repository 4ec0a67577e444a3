// Writes colours. The argument `on` has one bit for each lane, which is set if the lane is active.
#include "texel/texel_encode.h"
#include "texel/texel_fetch.h"
#include "texel/texel_store.h"

namespace lw {

template <class V, class I>
LW_INLINE void write_texel(Image* image, I x, I y, I z, Joined<V> colour, uint on) {
    constexpr int W = width_of<V>;
    Level* level = &image->level;
    BoolLanes<W> stores =
        within<W>(x, level->width) & within<W>(y, level->height) & within<W>(z, slices_of(image, level));
    if constexpr (W > 1) stores &= (WordLanes<W>(on) >> bits<WordLanes<W>>(lane_numbers<I>()) & 1u) != 0;
    const Four<V> components = components_of(image, part<V>(colour));
    store_texels<W>(image, level, x, y, z, stores, encode<W>(image->format.kind, components));
}

#define LW_WRITE(W, suffix, T, name)                                                                             \
    void name(Image* image, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z, Joined<Vector<T, W>> colour,            \
              uint on) __asm__("__lw_image_" #name suffix);                                                      \
    void name(Image* image, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z, Joined<Vector<T, W>> colour, uint on) { \
        write_texel<Vector<T, W>>(image, x, y, z, colour, on);                                                   \
    }
#define LW_WRITES(W, suffix) LW_WRITE(W, suffix, float, write_texel_float) LW_WRITE(W, suffix, int, write_texel_int)
LW_LANES(LW_WRITES)

}  // namespace lw
