// Names of cl_khr_command_buffer_mutable_dispatch 0.9.5 that older headers define differently. Included by
// cl_headers.h.
#pragma once

#include <cstddef>

#include "runtime/object/new_cl_names.h"

namespace lanewise::runtime {

/// CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR, which has another value in older headers.
inline constexpr cl_command_buffer_update_type_khr mutable_dispatch_config_type = 0;

/// cl_mutable_dispatch_config_khr, which has further members in older headers.
struct MutableDispatchConfig {
    cl_mutable_command_khr command;
    cl_uint num_args;
    cl_uint num_svm_args;
    cl_uint num_exec_infos;
    cl_uint work_dim;
    const cl_mutable_dispatch_arg_khr* arg_list;
    const cl_mutable_dispatch_arg_khr* arg_svm_list;
    const cl_mutable_dispatch_exec_info_khr* exec_info_list;
    const std::size_t* global_work_offset;
    const std::size_t* global_work_size;
    const std::size_t* local_work_size;
};
static_assert(sizeof(MutableDispatchConfig) == 9 * sizeof(void*) || sizeof(void*) == 4);

}  // namespace lanewise::runtime
