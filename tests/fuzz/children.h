// Runs the kernels that a random program enqueues. Collects the enqueued kernels until the program has ended, and then
// runs them one after another. Also runs the kernels that these kernels enqueue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../unit/compiler/run_kernel.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::fuzz {

class Children {
public:
    using MakeKernel = std::function<test::CompiledKernel(const std::string& name)>;

    /// `names` are the names of the program's block kernels, indexed by the kernels' numbers. `make` is called to
    /// compile a kernel when the kernel is enqueued for the first time.
    Children(std::vector<std::string> names, MakeKernel make);

    /// Returns the callbacks to pass to CompiledKernel::run.
    test::Callbacks callbacks() { return {&functions_, this}; }

    /// Runs all enqueued kernels. Returns the text of an error, or an empty string if there was none.
    std::string run();

private:
    struct Child {
        std::uint64_t kernel = 0;
        NDRange range;
        std::shared_ptr<std::byte> literal;
    };
    static std::int32_t enqueue(const abi::Launch*, const abi::Worker*, const abi::EnqueueRequest*);
    static std::uint64_t device_call(const abi::Launch*, const abi::Worker*, abi::DeviceCall, std::uint64_t,
                                     std::uint64_t);
    bool add(const abi::EnqueueRequest& request);
    const test::CompiledKernel& kernel(std::uint64_t number);

    abi::RuntimeFunctions functions_{};
    std::vector<std::string> names_;
    MakeKernel make_;
    std::map<std::uint64_t, test::CompiledKernel> kernels_;
    std::vector<Child> waiting_;
    std::uint64_t events_ = 0, released_ = 0;
    std::string wrong_;
};

}  // namespace lanewise::fuzz
