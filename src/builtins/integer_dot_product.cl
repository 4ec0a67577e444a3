// Dot products of vectors of four 8-bit integers, cl_khr_integer_dot_product (OpenCL C 3.0, section 6.15.3). A vector
// may be packed into a uint, and the product may be added to an accumulator with saturation.
#include "integer_ops.h"

namespace lw {

/// Computes the dot product in the type R, in which the sum cannot overflow.
template <class R, class A, class B>
LW_INLINE R dot(A a, B b) {
    R sum = R(a[0]) * R(b[0]);
    for (int i = 1; i < 4; ++i) sum += R(a[i]) * R(b[i]);
    return sum;
}

}  // namespace lw

// `form` names the signedness of the packed operands and the result's type.
#define LW_DOT(R, A, B, form)                                                                    \
    R dot(A##4 a, B##4 b) { return lw::dot<R>(a, b); }                                           \
    R dot_acc_sat(A##4 a, B##4 b, R sum) { return lw::add_sat(lw::dot<R>(a, b), sum); }          \
    R dot_4x8packed_##form(uint a, uint b) {                                                     \
        return lw::dot<R>(lw::bits<A##4>(a), lw::bits<B##4>(b));                                 \
    }                                                                                            \
    R dot_acc_sat_4x8packed_##form(uint a, uint b, R sum) {                                      \
        return lw::add_sat(lw::dot<R>(lw::bits<A##4>(a), lw::bits<B##4>(b)), sum);               \
    }

LW_DOT(uint, uchar, uchar, uu_uint)
LW_DOT(int, char, char, ss_int)
LW_DOT(int, uchar, char, us_int)
LW_DOT(int, char, uchar, su_int)
