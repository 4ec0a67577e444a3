// Values of OpenCL C's arithmetic types, with a second implementation of operators and builtin functions, independent
// of the compiler. Computes the expected results of random programs. Thread-safety: functions without state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanewise::fuzz {

enum class Scalar : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

unsigned bytes_of(Scalar scalar);
bool is_float(Scalar scalar);
bool is_signed(Scalar scalar);
Scalar unsigned_of(Scalar scalar);
/// Returns the element type of the result of comparing vectors of `scalar`: the signed integer of the same size.
Scalar mask_of(Scalar scalar);

struct Type {
    Scalar scalar = Scalar::u32;
    unsigned width = 1;  // 1, 2, 3, 4, 8 or 16

    bool operator==(const Type&) const = default;
    bool is_vector() const { return width > 1; }
    unsigned elements_in_memory() const { return width == 3 ? 4 : width; }
    unsigned bytes() const { return bytes_of(scalar) * elements_in_memory(); }
    std::string name() const;
};

inline constexpr Type u32{Scalar::u32, 1};

/// A scalar or a vector. Each lane holds an integer that is sign- or zero-extended to 64 bits according to its type, or
/// the bits of a floating-point number.
struct Value {
    Type type;
    std::array<std::uint64_t, 16> lanes{};

    bool is_true() const { return lanes[0] != 0; }
};

Value make_value(Type type, std::uint64_t lane0);
Value load_value(Type type, const std::byte* memory);
void store_value(const Value& value, std::byte* memory);

enum class Operator : std::uint8_t {
    add,
    sub,
    mul,
    divide,
    remainder,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    half_sum,  // (a >> 1) + (b >> 1), which cannot overflow
    less,
    less_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
};

/// Computes `a operation b`. A division is (a >> 1) / (b | 1), or a / (b | 1) for unsigned types. A comparison of
/// scalars gives an int.
Value apply(Operator operation, const Value& a, const Value& b);

enum class Function : std::uint8_t {
    negate,
    complement,
    absolute,  // last function with one argument
    popcount,
    clz,
    floor,
    ceil,
    trunc,
    rint,
    sqrt,
    clean,
    minimum,
    maximum,
    mul_hi,
    hadd,
    rhadd,
    rotate,
    add_sat,
    sub_sat,
    abs_diff,  // last function with two arguments
    bitselect,
    clamp,
    fma,
    select,  // last function with three arguments
    // Only for integers:
    ctz,
    mad_sat,
    mad_hi,  // only for unsigned types
    mul24,   // only for 32-bit integers
    // Only for floating-point types:
    sign,
    round,
    fmin,
    fmax,
    fdim,
    fmod,
    remainder,
    copysign,
    // Only for vectors of 2, 4, 8 or 16 elements. The last argument is a mask of unsigned integers of the elements'
    // size.
    shuffle,
    shuffle2,
};

/// Computes `function`. `clean` replaces NaN by 0. `mul24` multiplies the low 16 bits of the first argument by the low
/// 15 bits of the second. `fmin` and `fmax` make zeros positive, because OpenCL does not define their sign. The last
/// argument of `select` is a mask with as many elements as the first argument (mask_of()).
Value apply(Function function, const std::vector<Value>& arguments);

/// Computes (T)x or convert_T(x). Conversions from floating-point types to integers compute convert_T_sat(x).
Value convert(Type type, const Value& value);

/// Computes as_T(x) between integer types of the same size.
Value reinterpret(Type type, const Value& value);

}  // namespace lanewise::fuzz
