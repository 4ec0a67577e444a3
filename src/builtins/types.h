// The types of OpenCL C, and templates for writing builtins. The templates give the element type and the width of a
// type, other types of the same width, and lane-wise selection. Macros emit one overload per width. Only those sources
// of this folder that are written in C++ for OpenCL include this file. The file defines no symbols.
//
// A builtin is one template over scalars and vectors in namespace `lw`; a macro then emits the thin overloads with
// OpenCL C's mangling. Templates use `choose` instead of `?:` or `if` on a comparison of values that may be vectors: a
// true comparison is 1 for scalars, but -1 in each lane of a vector.
#pragma once

#define LW_DECLARE_VECTORS(T)                           \
    typedef T T##2 __attribute__((ext_vector_type(2))); \
    typedef T T##3 __attribute__((ext_vector_type(3))); \
    typedef T T##4 __attribute__((ext_vector_type(4))); \
    typedef T T##8 __attribute__((ext_vector_type(8))); \
    typedef T T##16 __attribute__((ext_vector_type(16)))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef ulong size_t;
typedef ulong uintptr_t;
typedef long ptrdiff_t;

LW_DECLARE_VECTORS(char);
LW_DECLARE_VECTORS(uchar);
LW_DECLARE_VECTORS(short);
LW_DECLARE_VECTORS(ushort);
LW_DECLARE_VECTORS(int);
LW_DECLARE_VECTORS(uint);
LW_DECLARE_VECTORS(long);
LW_DECLARE_VECTORS(ulong);
LW_DECLARE_VECTORS(half);
LW_DECLARE_VECTORS(float);
LW_DECLARE_VECTORS(double);

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/// Attributes of all functions of the library that are not builtins themselves.
#define LW_INLINE static inline __attribute__((always_inline))

/// Sets the link name `__lw_<name>` of a helper function that other shards call.
#define LW_SHARED(name) __asm__("__lw_" #name)

namespace lw {

// ---- type functions -----------------------------------------------------------------------------

template <class T, int N>
struct VectorOf {
    using type = T __attribute__((ext_vector_type(N)));
};
template <class T>
struct VectorOf<T, 1> {
    using type = T;
};

/// Vector of N elements of type T; T itself for N = 1.
template <class T, int N>
using Vector = typename VectorOf<T, N>::type;

template <class V>
struct Shape {
    using type = V;
    static constexpr int width = 1;
};
template <class T, int N>
struct Shape<T __attribute__((ext_vector_type(N)))> {
    using type = T;
    static constexpr int width = N;
};

/// Element type and number of elements of a vector; for a scalar, its own type and 1.
template <class V>
using Element = typename Shape<V>::type;
template <class V>
constexpr int width_of = Shape<V>::width;

template <class A, class B>
constexpr bool same_type = false;
template <class A>
constexpr bool same_type<A, A> = true;

template <int bytes>
struct IntegerOf;
template <>
struct IntegerOf<1> {
    using s = char;
    using u = uchar;
};
template <>
struct IntegerOf<2> {
    using s = short;
    using u = ushort;
};
template <>
struct IntegerOf<4> {
    using s = int;
    using u = uint;
};
template <>
struct IntegerOf<8> {
    using s = long;
    using u = ulong;
};

/// Type with the width of V and elements of type T.
template <class T, class V>
using WithElement = Vector<T, width_of<V>>;
/// Type with the width of V, whose elements are signed integers of the same size as V's elements. The elements of
/// `Unsigned` are unsigned integers.
template <class V>
using Signed = WithElement<typename IntegerOf<sizeof(Element<V>)>::s, V>;
template <class V>
using Unsigned = WithElement<typename IntegerOf<sizeof(Element<V>)>::u, V>;

template <class V>
constexpr bool is_float = same_type<Element<V>, half> || same_type<Element<V>, float> || same_type<Element<V>, double>;
template <class V>
constexpr bool is_half = same_type<Element<V>, half>;
template <class V>
constexpr bool is_signed = is_float<V> || same_type<Element<V>, Signed<Element<V>>>;
template <class V>
constexpr int bits_of = 8 * sizeof(Element<V>);

template <bool c, class A, class B>
struct ConditionalOf {
    using type = A;
};
template <class A, class B>
struct ConditionalOf<false, A, B> {
    using type = B;
};
template <bool c, class A, class B>
using Conditional = typename ConditionalOf<c, A, B>::type;

/// The result type of a comparison of two values of type V: bool for scalars, a vector of -1 and 0 for vectors.
template <class V>
using Mask = Conditional<width_of<V> == 1, bool, Signed<V>>;

// ---- values -------------------------------------------------------------------------------------

/// Reinterprets the bits of x as another type of the same size.
template <class To, class From>
LW_INLINE To bits(From x) {
    return __builtin_bit_cast(To, x);
}

/// Converts every element to the element type T, as C does.
template <class T, class V>
LW_INLINE WithElement<T, V> to(V x) {
    if constexpr (width_of<V> == 1)
        return static_cast<T>(x);
    else
        return __builtin_convertvector(x, WithElement<T, V>);
}

/// Returns a value whose elements are all `x`.
template <class V>
LW_INLINE V splat(Element<V> x) {
    if constexpr (width_of<V> == 1)
        return x;
    else
        return V(x);
}

/// Selects `yes` in the lanes where `mask` is true, and `no` in the other lanes. `mask` is the result of a comparison.
/// The elements of `mask` and the elements of V may differ in size.
template <class M, class V>
LW_INLINE V choose(M mask, V yes, V no) {
    if constexpr (width_of<V> == 1)
        return mask ? yes : no;
    else if constexpr (sizeof(Element<M>) == sizeof(Element<V>))
        return bits<Signed<V>>(mask) ? yes : no;
    else
        return __builtin_convertvector(mask, Signed<V>) ? yes : no;
}

/// True if a mask is true in any component of a source vector. Meant for early builtins (docs/ir.md), since the
/// function's chain of scalar operations can be vectorized later. Late builtins reduce masks by any_lane and all_lanes
/// instead.
template <class M>
LW_INLINE bool any_component(M mask) {
    if constexpr (width_of<M> == 1) {
        return mask;
    } else {
        Element<M> any = mask[0];
        for (int i = 1; i < width_of<M>; ++i) any |= mask[i];
        return any != 0;
    }
}

/// True if a mask is true in any lane. all_lanes() requires that the mask is true in all lanes.
template <class M>
LW_INLINE bool any_lane(M mask) {
    if constexpr (width_of<M> == 1)
        return mask;
    else
        return __builtin_reduce_or(mask) != 0;
}
template <class M>
LW_INLINE bool all_lanes(M mask) {
    if constexpr (width_of<M> == 1)
        return mask;
    else
        return __builtin_reduce_and(mask) != 0;
}

}  // namespace lw

// ---- overloads ----------------------------------------------------------------------------------

/// Expands to M(T) for a scalar type and its vectors.
#define LW_WIDTHS(M, T) M(T) M(T##2) M(T##3) M(T##4) M(T##8) M(T##16)
/// M(T, name) for a scalar type and its vectors.
#define LW_WIDTHS_2(M, T, name) M(T, name) M(T##2, name) M(T##3, name) M(T##4, name) M(T##8, name) M(T##16, name)
/// M(T, name) for the vectors of a scalar type.
#define LW_VECTORS_2(M, T, name) M(T##2, name) M(T##3, name) M(T##4, name) M(T##8, name) M(T##16, name)

/// M(V, name) for every integer type, or every floating-point type (vectors included).
#define LW_INTEGERS_2(M, name)   \
    LW_WIDTHS_2(M, char, name)   \
    LW_WIDTHS_2(M, uchar, name)  \
    LW_WIDTHS_2(M, short, name)  \
    LW_WIDTHS_2(M, ushort, name) \
    LW_WIDTHS_2(M, int, name)    \
    LW_WIDTHS_2(M, uint, name)   \
    LW_WIDTHS_2(M, long, name)   \
    LW_WIDTHS_2(M, ulong, name)
#define LW_FLOATS_2(M, name) LW_WIDTHS_2(M, half, name) LW_WIDTHS_2(M, float, name) LW_WIDTHS_2(M, double, name)

/// Emits overloads `V name(V)`, `V name(V, V)`, `V name(V, V, V)` that call the template lw::name.
#define LW_UNARY(V, name) \
    V name(V x) { return lw::name(x); }
#define LW_BINARY(V, name) \
    V name(V x, V y) { return lw::name(x, y); }
#define LW_TERNARY(V, name) \
    V name(V x, V y, V z) { return lw::name(x, y, z); }
