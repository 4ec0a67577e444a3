#include "device/kernel/imports.h"

#include <math.h>
#include <string.h>

#include <algorithm>
#include <vector>

// Helpers of the compiler's support library. Only their addresses are taken, so no signature is
// needed.
extern "C" {
void __extendhfsf2();
void __truncsfhf2();
void __truncdfhf2();
void __multi3();
void __divti3();
void __modti3();
void __udivti3();
void __umodti3();
void __ashlti3();
void __ashrti3();
void __lshrti3();
void __fixsfti();
void __fixdfti();
void __fixunssfti();
void __fixunsdfti();
void __floattisf();
void __floattidf();
void __floatuntisf();
void __floatuntidf();
void __powisf2();
void __powidf2();
}

namespace lanewise::device {
namespace {

struct Import {
    std::string_view symbol;
    const void* address;
};

// Each overload picks libm's own function out of the set that the C++ headers overload its name
// with.
const void* d(double (*f)(double)) { return reinterpret_cast<const void*>(f); }
const void* d2(double (*f)(double, double)) { return reinterpret_cast<const void*>(f); }
const void* d3(double (*f)(double, double, double)) { return reinterpret_cast<const void*>(f); }
const void* f(float (*f)(float)) { return reinterpret_cast<const void*>(f); }
const void* f2(float (*f)(float, float)) { return reinterpret_cast<const void*>(f); }
const void* f3(float (*f)(float, float, float)) { return reinterpret_cast<const void*>(f); }

template <typename Result, typename... Args>
const void* any(Result (*function)(Args...)) {
    return reinterpret_cast<const void*>(function);
}

std::vector<Import> memory_functions() {
    return {
        {"memcpy", any<void*, void*, const void*, size_t>(memcpy)},
        {"memmove", any<void*, void*, const void*, size_t>(memmove)},
        {"memset", any<void*, void*, int, size_t>(memset)},
        {"memcmp", any<int, const void*, const void*, size_t>(memcmp)},
    };
}

std::vector<Import> double_functions() {
    return {
        {"acos", d(acos)},
        {"acosh", d(acosh)},
        {"asin", d(asin)},
        {"asinh", d(asinh)},
        {"atan", d(atan)},
        {"atanh", d(atanh)},
        {"cbrt", d(cbrt)},
        {"ceil", d(ceil)},
        {"cos", d(cos)},
        {"cosh", d(cosh)},
        {"erf", d(erf)},
        {"erfc", d(erfc)},
        {"exp", d(exp)},
        {"exp2", d(exp2)},
        {"exp10", d(exp10)},
        {"expm1", d(expm1)},
        {"fabs", d(fabs)},
        {"floor", d(floor)},
        {"lgamma", d(lgamma)},
        {"log", d(log)},
        {"log10", d(log10)},
        {"log1p", d(log1p)},
        {"log2", d(log2)},
        {"logb", d(logb)},
        {"nearbyint", d(nearbyint)},
        {"rint", d(rint)},
        {"round", d(round)},
        {"roundeven", d(roundeven)},
        {"sin", d(sin)},
        {"sinh", d(sinh)},
        {"sqrt", d(sqrt)},
        {"tan", d(tan)},
        {"tanh", d(tanh)},
        {"tgamma", d(tgamma)},
        {"trunc", d(trunc)},
        {"atan2", d2(atan2)},
        {"copysign", d2(copysign)},
        {"fdim", d2(fdim)},
        {"fmax", d2(fmax)},
        {"fmin", d2(fmin)},
        {"fmod", d2(fmod)},
        {"hypot", d2(hypot)},
        {"nextafter", d2(nextafter)},
        {"pow", d2(pow)},
        {"remainder", d2(remainder)},
        {"fma", d3(fma)},
        {"frexp", any<double, double, int*>(frexp)},
        {"ilogb", any<int, double>(ilogb)},
        {"ldexp", any<double, double, int>(ldexp)},
        {"lgamma_r", any<double, double, int*>(lgamma_r)},
        {"llrint", any<long long, double>(llrint)},
        {"llround", any<long long, double>(llround)},
        {"lrint", any<long, double>(lrint)},
        {"lround", any<long, double>(lround)},
        {"modf", any<double, double, double*>(modf)},
        {"nan", any<double, const char*>(nan)},
        {"remquo", any<double, double, double, int*>(remquo)},
        {"scalbln", any<double, double, long>(scalbln)},
        {"scalbn", any<double, double, int>(scalbn)},
        {"sincos", any<void, double, double*, double*>(sincos)},
    };
}

std::vector<Import> float_functions() {
    return {
        {"acosf", f(acosf)},
        {"acoshf", f(acoshf)},
        {"asinf", f(asinf)},
        {"asinhf", f(asinhf)},
        {"atanf", f(atanf)},
        {"atanhf", f(atanhf)},
        {"cbrtf", f(cbrtf)},
        {"ceilf", f(ceilf)},
        {"cosf", f(cosf)},
        {"coshf", f(coshf)},
        {"erff", f(erff)},
        {"erfcf", f(erfcf)},
        {"expf", f(expf)},
        {"exp2f", f(exp2f)},
        {"exp10f", f(exp10f)},
        {"expm1f", f(expm1f)},
        {"fabsf", f(fabsf)},
        {"floorf", f(floorf)},
        {"lgammaf", f(lgammaf)},
        {"logf", f(logf)},
        {"log10f", f(log10f)},
        {"log1pf", f(log1pf)},
        {"log2f", f(log2f)},
        {"logbf", f(logbf)},
        {"nearbyintf", f(nearbyintf)},
        {"rintf", f(rintf)},
        {"roundf", f(roundf)},
        {"roundevenf", f(roundevenf)},
        {"sinf", f(sinf)},
        {"sinhf", f(sinhf)},
        {"sqrtf", f(sqrtf)},
        {"tanf", f(tanf)},
        {"tanhf", f(tanhf)},
        {"tgammaf", f(tgammaf)},
        {"truncf", f(truncf)},
        {"atan2f", f2(atan2f)},
        {"copysignf", f2(copysignf)},
        {"fdimf", f2(fdimf)},
        {"fmaxf", f2(fmaxf)},
        {"fminf", f2(fminf)},
        {"fmodf", f2(fmodf)},
        {"hypotf", f2(hypotf)},
        {"nextafterf", f2(nextafterf)},
        {"powf", f2(powf)},
        {"remainderf", f2(remainderf)},
        {"fmaf", f3(fmaf)},
        {"frexpf", any<float, float, int*>(frexpf)},
        {"ilogbf", any<int, float>(ilogbf)},
        {"ldexpf", any<float, float, int>(ldexpf)},
        {"lgammaf_r", any<float, float, int*>(lgammaf_r)},
        {"llrintf", any<long long, float>(llrintf)},
        {"llroundf", any<long long, float>(llroundf)},
        {"lrintf", any<long, float>(lrintf)},
        {"lroundf", any<long, float>(lroundf)},
        {"modff", any<float, float, float*>(modff)},
        {"nanf", any<float, const char*>(nanf)},
        {"remquof", any<float, float, float, int*>(remquof)},
        {"scalblnf", any<float, float, long>(scalblnf)},
        {"scalbnf", any<float, float, int>(scalbnf)},
        {"sincosf", any<void, float, float*, float*>(sincosf)},
    };
}

std::vector<Import> support_functions() {
    return {
        {"__extendhfsf2", any(__extendhfsf2)}, {"__truncsfhf2", any(__truncsfhf2)},
        {"__truncdfhf2", any(__truncdfhf2)},   {"__multi3", any(__multi3)},
        {"__divti3", any(__divti3)},           {"__modti3", any(__modti3)},
        {"__udivti3", any(__udivti3)},         {"__umodti3", any(__umodti3)},
        {"__ashlti3", any(__ashlti3)},         {"__ashrti3", any(__ashrti3)},
        {"__lshrti3", any(__lshrti3)},         {"__fixsfti", any(__fixsfti)},
        {"__fixdfti", any(__fixdfti)},         {"__fixunssfti", any(__fixunssfti)},
        {"__fixunsdfti", any(__fixunsdfti)},   {"__floattisf", any(__floattisf)},
        {"__floattidf", any(__floattidf)},     {"__floatuntisf", any(__floatuntisf)},
        {"__floatuntidf", any(__floatuntidf)}, {"__powisf2", any(__powisf2)},
        {"__powidf2", any(__powidf2)},
    };
}

std::vector<Import> sorted_imports() {
    std::vector<Import> imports;
    for (const auto& part :
         {memory_functions(), double_functions(), float_functions(), support_functions()}) {
        imports.insert(imports.end(), part.begin(), part.end());
    }
    std::sort(imports.begin(), imports.end(),
              [](const Import& a, const Import& b) { return a.symbol < b.symbol; });
    return imports;
}

}  // namespace

const void* find_import(std::string_view symbol) {
    static const std::vector<Import> imports = sorted_imports();
    const auto found = std::lower_bound(
        imports.begin(), imports.end(), symbol,
        [](const Import& import, std::string_view name) { return import.symbol < name; });
    return found != imports.end() && found->symbol == symbol ? found->address : nullptr;
}

}  // namespace lanewise::device
