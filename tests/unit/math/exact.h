// Math functions for long double, computed by MPFR. Their results are the reference for the builtins for double. MPFR's
// results are right to the last bit of long double. The long double functions of libm have errors in the last bits, or
// are slower than MPFR's functions.
#pragma once

#include <mpfr.h>

namespace lanewise::test::exact {

/// An MPFR number with more bits of precision than long double.
class Number {
public:
    explicit Number(long double value) {
        mpfr_init2(number_, 96);
        mpfr_set_ld(number_, value, MPFR_RNDN);
    }
    ~Number() { mpfr_clear(number_); }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;

    operator mpfr_ptr() { return number_; }
    long double value() const { return mpfr_get_ld(number_, MPFR_RNDN); }

private:
    mpfr_t number_;
};

/// Returns function(x).
template <class Function>
long double of(Function function, long double x) {
    Number number(x);
    function(number, number, MPFR_RNDN);
    return number.value();
}

/// Returns function(x, y).
template <class Function>
long double of(Function function, long double x, long double y) {
    Number first(x), second(y);
    function(first, first, second, MPFR_RNDN);
    return first.value();
}

inline long double log_gamma(long double x) {
    Number number(x);
    int sign;
    mpfr_lgamma(number, &sign, number, MPFR_RNDN);
    return number.value();
}

inline void divide_by_pi(mpfr_ptr number) {
    Number pi(0);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_div(number, number, pi, MPFR_RNDN);
}

/// Returns function(x) / pi.
template <class Function>
long double over_pi(Function function, long double x) {
    Number number(x);
    function(number, number, MPFR_RNDN);
    divide_by_pi(number);
    return number.value();
}

inline long double atan2_over_pi(long double y, long double x) {
    Number first(y), second(x);
    mpfr_atan2(first, first, second, MPFR_RNDN);
    divide_by_pi(first);
    return first.value();
}

/// Returns the remainder of x / y. Sets `quotient` to the sign and the low seven bits of the integer nearest to x / y.
inline long double remainder_and_quotient(long double x, long double y, int& quotient) {
    Number first(x), second(y);
    long whole = 0;
    mpfr_remquo(first, &whole, first, second, MPFR_RNDN);
    const int low = static_cast<int>((whole < 0 ? 0ul - static_cast<unsigned long>(whole) : whole) & 127);
    quotient = whole < 0 ? -low : low;
    return first.value();
}

/// Returns the n-th root of |x|; n is not 0.
inline long double root(long double x, int n) {
    Number number(x);
    mpfr_abs(number, number, MPFR_RNDN);
    mpfr_rootn_ui(number, number, n < 0 ? 0ul - static_cast<unsigned long>(n) : static_cast<unsigned long>(n),
                  MPFR_RNDN);
    if (n < 0) mpfr_ui_div(number, 1, number, MPFR_RNDN);
    return number.value();
}

}  // namespace lanewise::test::exact
