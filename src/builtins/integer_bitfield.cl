// Bit-field functions of cl_khr_extended_bit_ops (OpenCL C 3.0 extension, section 6.15.3).
#include "integer_ops.h"

namespace lw {

/// Returns a value with the lowest `count` bits set; count may be bits_of<V>.
template <class V>
LW_INLINE V low_bits(uint count) {
    using T = Element<Unsigned<V>>;
    const ulong mask = count < 64 ? (1UL << (count & 63)) - 1 : ~0UL;
    return bits<V>(splat<Unsigned<V>>(T(mask)));
}

template <class V>
LW_INLINE V bitfield_insert(V base, V insert, uint offset, uint count) {
    using U = Unsigned<V>;
    const U mask = bits<U>(low_bits<V>(count)) << splat<U>(offset & (bits_of<V> - 1));
    const U shifted = bits<U>(insert) << splat<U>(offset & (bits_of<V> - 1));
    return bits<V>(U((bits<U>(base) & ~mask) | (shifted & mask)));
}

template <class V>
LW_INLINE Unsigned<V> bitfield_extract_unsigned(V base, uint offset, uint count) {
    using U = Unsigned<V>;
    return U(bits<U>(base) >> splat<U>(offset & (bits_of<V> - 1))) & low_bits<U>(count);
}

// Shifts the field to the highest bits and back, which extends the sign of the field.
template <class V>
LW_INLINE Signed<V> bitfield_extract_signed(V base, uint offset, uint count) {
    using I = Signed<V>;
    using U = Unsigned<V>;
    const uint last = bits_of<V> - 1;
    const U top = bits<U>(base) << splat<U>((bits_of<V> - offset - count) & last);
    const I field = bits<I>(top) >> splat<I>((bits_of<V> - count) & last);
    return count == 0 ? splat<I>(0) : field;
}

template <class V>
LW_INLINE V bit_reverse(V x) {
    return __builtin_elementwise_bitreverse(x);
}

}  // namespace lw

#define LW_INSERT(V, name) \
    V name(V base, V insert, uint offset, uint count) { return lw::name(base, insert, offset, count); }
#define LW_EXTRACT_SIGNED(V, name) \
    lw::Signed<V> name(V base, uint offset, uint count) { return lw::name(base, offset, count); }
#define LW_EXTRACT_UNSIGNED(V, name) \
    lw::Unsigned<V> name(V base, uint offset, uint count) { return lw::name(base, offset, count); }

LW_INTEGERS_2(LW_INSERT, bitfield_insert)
LW_INTEGERS_2(LW_EXTRACT_SIGNED, bitfield_extract_signed)
LW_INTEGERS_2(LW_EXTRACT_UNSIGNED, bitfield_extract_unsigned)
LW_INTEGERS_2(LW_UNARY, bit_reverse)
