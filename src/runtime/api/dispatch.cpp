#include "runtime/api/dispatch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/live_handle.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/queue.h"
#include "runtime/object/object.h"

namespace lanewise::runtime {

namespace api {

namespace {

/// Checks a context, queue or device, so that even functions of unsupported features report an invalid one. First
/// arguments of other types belong to unsupported features and cannot be checked.
template <class First>
void check_first(First) {}
void check_first(cl_context context) { deref_live(context); }
void check_first(cl_command_queue queue) { deref_live(queue); }
void check_first(cl_device_id device) { deref(device); }

/// The function in an ABSENT slot. It checks its first argument, and reports CL_INVALID_OPERATION in the way that its
/// return type allows.
template <class Function>
struct Absent;

template <class First, class... Rest>
struct Absent<cl_int(First, Rest...)> {
    static cl_int call(First first, Rest...) {
        return entry(
            [&] {
                check_first(first);
                throw Error(CL_INVALID_OPERATION,
                            "The function belongs to an optional feature that the device does not support. Query "
                            "CL_DEVICE_EXTENSIONS and the device's limits first.");
            },
            "A function of an unsupported feature");
    }
};

template <class Result, class First, class... Rest>
struct Absent<Result*(First, Rest...)> {
    static Result* call(First first, Rest... rest) {
        const cl_int code = Absent<cl_int(First)>::call(first);
        const auto last = std::get<sizeof...(Rest) - 1>(std::tuple(rest...));
        if constexpr (std::is_same_v<std::remove_const_t<decltype(last)>, cl_int*>) {
            if (last) *last = code;
        }
        return nullptr;
    }
};

template <class Slot>
constexpr Slot absent_slot() {
    return &Absent<std::remove_pointer_t<Slot>>::call;
}

_cl_icd_dispatch functions() {
    _cl_icd_dispatch table{};
#define BUILT(name) table.name = &name;
#define ABSENT(name) table.name = absent_slot<decltype(table.name)>();
#include "runtime/api/api_table.def"
#undef BUILT
#undef ABSENT
    return table;
}

struct NamedFunction {
    std::string_view name;
    void* function;
};

auto named_functions() {
    const _cl_icd_dispatch table = functions();
    std::array named{
#define BUILT(name) NamedFunction{#name, reinterpret_cast<void*>(table.name)},
#define ABSENT(name) BUILT(name)
#include "runtime/api/api_table.def"
#undef ABSENT
#undef BUILT
    };
    std::ranges::sort(named, {}, &NamedFunction::name);
    return named;
}

/// The table for the ICD loader. A loader that is newer than our headers may read more slots than _cl_icd_dispatch has.
struct LoaderTable {
    _cl_icd_dispatch functions;
    void* newer_slots[16];
};

LoaderTable make_table() {
    LoaderTable table{functions(), {}};
    // No loader calls these two functions through the table, since they have no object as an argument. cl_khr_icd 2.0.0
    // uses their slots for another purpose.
    table.functions.clGetPlatformIDs = std::bit_cast<cl_api_clGetPlatformIDs>(icd2_tag);
    table.functions.clUnloadCompiler = std::bit_cast<cl_api_clUnloadCompiler>(icd2_tag);
    return table;
}

}  // namespace

void* find_function(std::string_view name) noexcept {
    static const auto named = named_functions();
    const auto found = std::ranges::lower_bound(named, name, {}, &NamedFunction::name);
    if (found != named.end() && found->name == name) return found->function;
    return find_extension_function(name);
}

}  // namespace api

const _cl_icd_dispatch* dispatch_table() noexcept {
    static const api::LoaderTable table = api::make_table();
    return &table.functions;
}

namespace {
std::atomic<void*> data_of_loader = nullptr;
}

void* loader_data() noexcept { return data_of_loader.load(std::memory_order_acquire); }

void set_loader_data(void* data) noexcept { data_of_loader.store(data, std::memory_order_release); }

}  // namespace lanewise::runtime
