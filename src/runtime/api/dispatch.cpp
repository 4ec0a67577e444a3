#include "runtime/api/dispatch.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

#include "runtime/api/extensions.h"
#include "runtime/object/object.h"

namespace lanewise::runtime {

namespace api {

namespace {

_cl_icd_dispatch functions() {
    _cl_icd_dispatch table{};
#define BUILT(name) table.name = &name;
#define ABSENT(name) BUILT(name)
#include "runtime/api/api_table.def"
#undef ABSENT
#undef BUILT
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

/// The table for the ICD loader. A loader that is newer than the OpenCL headers of this build may read more slots than
/// _cl_icd_dispatch has.
struct LoaderTable {
    _cl_icd_dispatch functions;
    void* newer_slots[16];
};

// Stores the functions that OpenCL 3.1 appends to the table. If the OpenCL headers are older, their _cl_icd_dispatch
// lacks the slots of these functions.
void add_newer_functions(LoaderTable& table) {
    void* const added[] = {find_extension_function("clGetKernelSuggestedLocalWorkSize")};
    constexpr std::size_t last = offsetof(_cl_icd_dispatch, clSetContextDestructorCallback);
    static_assert(last + sizeof(void*) + sizeof added <= sizeof(LoaderTable));
    std::memcpy(reinterpret_cast<std::byte*>(&table) + last + sizeof(void*), added, sizeof added);
}

LoaderTable make_table() {
    LoaderTable table{functions(), {}};
    add_newer_functions(table);
    // No loader calls clGetPlatformIDs or clUnloadCompiler through the table, since neither has an object as an
    // argument. As cl_khr_icd 2.0.0 requires, the slots of these two functions contain a tag.
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
