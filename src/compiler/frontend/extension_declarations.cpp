#include "compiler/frontend/extension_declarations.h"

#include <algorithm>

#include "compiler/frontend/intel_sub_groups.h"

namespace lanewise::compiler {
namespace {

// The declarations of an extension, and the names that a program contains if it needs the declarations.
struct Declarations {
    std::string_view mark;
    std::span<const std::string_view> prefixes;  // prefixes of the functions' names
    const std::string_view* text;
};

constexpr std::string_view sub_group_prefixes[] = {"intel_sub_group_"};

constexpr std::string_view bfloat_prefixes[] = {"intel_convert_"};
constexpr std::string_view bfloat_text = R"(
#ifdef cl_intel_bfloat16_conversions
#define __lw_bfloats(n)                                                                                    \
    ushort##n __attribute__((overloadable, const)) intel_convert_bfloat16##n##_as_ushort##n(float##n);     \
    float##n __attribute__((overloadable, const)) intel_convert_as_bfloat16##n##_float##n(ushort##n);
__lw_bfloats() __lw_bfloats(2) __lw_bfloats(3) __lw_bfloats(4) __lw_bfloats(8) __lw_bfloats(16)
#undef __lw_bfloats
#endif
)";

constexpr std::string_view copy_prefixes[] = {"async_work_group_copy_2D2D'", "async_work_group_copy_3D3D'"};
constexpr std::string_view copy_text = R"(
#ifdef cl_khr_extended_async_copies
#define __lw_copies(to, from)                                                                              \
    event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(                          \
        to void*, size_t, const from void*, size_t, size_t, size_t, size_t, size_t, size_t, event_t);      \
    event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(                          \
        to void*, size_t, const from void*, size_t, size_t, size_t, size_t, size_t, size_t, size_t,        \
        size_t, size_t, event_t);
__lw_copies(__local, __global) __lw_copies(__global, __local)
#undef __lw_copies
#endif
)";

constexpr std::string_view fence_prefixes[] = {"async_work_group_copy_fence'"};
constexpr std::string_view fence_text = R"(
#ifdef cl_khr_async_work_group_copy_fence
void __attribute__((overloadable, convergent)) async_work_group_copy_fence(cl_mem_fence_flags);
#endif
)";

constexpr std::string_view uniform_prefixes[] = {
    "work_group_reduce_logical_",
    "work_group_reduce_and'",
    "work_group_reduce_or'",
    "work_group_reduce_xor'",
    "work_group_reduce_mul'",
    "work_group_scan_inclusive_logical_",
    "work_group_scan_inclusive_and'",
    "work_group_scan_inclusive_or'",
    "work_group_scan_inclusive_xor'",
    "work_group_scan_inclusive_mul'",
    "work_group_scan_exclusive_and'",
    "work_group_scan_exclusive_or'",
    "work_group_scan_exclusive_logical_",
    "work_group_scan_exclusive_xor'",
    "work_group_scan_exclusive_mul'",
};
constexpr std::string_view uniform_text = R"(
#ifdef cl_khr_work_group_uniform_arithmetic
#define __lw_operation(T, name)                                                                            \
    T __attribute__((overloadable, convergent)) work_group_reduce_##name(T);                               \
    T __attribute__((overloadable, convergent)) work_group_scan_inclusive_##name(T);                       \
    T __attribute__((overloadable, convergent)) work_group_scan_exclusive_##name(T);
#define __lw_numbers(T) __lw_operation(T, mul)
#define __lw_integers(T) __lw_numbers(T) __lw_operation(T, and) __lw_operation(T, or) __lw_operation(T, xor)
__lw_operation(int, logical_and) __lw_operation(int, logical_or) __lw_operation(int, logical_xor)
__lw_integers(int) __lw_integers(uint) __lw_integers(long) __lw_integers(ulong)
__lw_numbers(half) __lw_numbers(float) __lw_numbers(double)
#undef __lw_integers
#undef __lw_numbers
#undef __lw_operation
#endif
)";

constexpr std::string_view device_barrier_prefixes[] = {"intel_device_barrier'", "intel_is_device_barrier_valid'"};
constexpr std::string_view device_barrier_text = R"(
#ifdef cl_intel_concurrent_dispatch
void __attribute__((overloadable, convergent)) intel_device_barrier(cl_mem_fence_flags);
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= CL_VERSION_2_0
void __attribute__((overloadable, convergent)) intel_device_barrier(cl_mem_fence_flags, memory_scope);
#endif
bool __attribute__((overloadable, const)) intel_is_device_barrier_valid(void);
#endif
)";

constexpr Declarations extensions[] = {
    {"intel_sub_group_", sub_group_prefixes, &intel_sub_group_header},
    {"intel_convert_", bfloat_prefixes, &bfloat_text},
    {"cl_khr_extended_async_copies", copy_prefixes, &copy_text},
    {"cl_khr_async_work_group_copy_fence", fence_prefixes, &fence_text},
    {"cl_khr_work_group_uniform_arithmetic", uniform_prefixes, &uniform_text},
    {"intel_device_barrier", device_barrier_prefixes, &device_barrier_text},
};

// Returns the declarations of all extensions for which `needs(extension)` is true.
template <class Needs>
std::string texts(Needs needs) {
    std::string joined;
    for (const Declarations& extension : extensions)
        if (needs(extension)) joined += *extension.text;
    return joined;
}

}  // namespace

std::string named_declarations(std::string_view source, std::span<const std::string> arguments,
                               std::span<const Header> headers) {
    return texts([&](const Declarations& extension) {
        const auto names = [&](std::string_view text) { return text.find(extension.mark) != std::string_view::npos; };
        return names(source) || std::ranges::any_of(arguments, names) ||
               std::ranges::any_of(headers, names, &Header::source);
    });
}

std::string missing_declarations(std::string_view log) {
    constexpr std::string_view error = "use of undeclared identifier '";
    if (log.find(error) == std::string_view::npos) return {};
    return texts([&](const Declarations& extension) {
        return std::ranges::any_of(extension.prefixes, [&](std::string_view prefix) {
            return log.find(std::string(error) + std::string(prefix)) != std::string_view::npos;
        });
    });
}

}  // namespace lanewise::compiler
