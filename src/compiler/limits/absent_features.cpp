#include "compiler/limits/absent_features.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {
namespace {

// The name in the source of an image function, or nothing: `_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i`.
llvm::StringRef image_function(llvm::StringRef mangled) {
    std::size_t length = 0;
    if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return {};
    const llvm::StringRef name = mangled.take_front(length);
    if (!mangled.drop_front(name.size()).contains("ocl_image")) return {};
    const bool is_known = llvm::StringSwitch<bool>(name)
                              .Cases({"read_imagef", "read_imagei", "read_imageui", "read_imageh"}, true)
                              .Cases({"write_imagef", "write_imagei", "write_imageui", "write_imageh"}, true)
                              .Cases({"get_image_width", "get_image_height", "get_image_depth", "get_image_dim"}, true)
                              .Cases({"get_image_channel_data_type", "get_image_channel_order"}, true)
                              .Cases({"get_image_array_size", "get_image_num_samples"}, true)
                              .Case("get_image_num_mip_levels", true)
                              .Default(false);
    return is_known ? name : llvm::StringRef();
}

}  // namespace

bool is_absent_function(llvm::StringRef name) { return !image_function(name).empty(); }

void forget_samplers(llvm::Module& module) {
    // Clang gives variables at program scope neither a definition nor an initial value.
    for (llvm::GlobalVariable& variable : module.globals()) {
        const auto* type = llvm::dyn_cast<llvm::TargetExtType>(variable.getValueType());
        if (!type || type->getName() != "spirv.Sampler" || !variable.isDeclaration()) continue;
        variable.setInitializer(llvm::Constant::getNullValue(variable.getValueType()));
        variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    llvm::Function* maker = module.getFunction("__translate_sampler_initializer");
    if (!maker || !maker->isDeclaration()) return;
    for (llvm::User* user : llvm::make_early_inc_range(maker->users())) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledFunction() != maker) continue;
        call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
        call->eraseFromParent();
    }
}

bool check_absent_features(const llvm::Module& module, llvm::StringRef kernel, std::string& log) {
    for (const llvm::Function& function : module) {
        if (!function.isDeclaration() || function.use_empty()) continue;
        const llvm::StringRef name = image_function(function.getName());
        if (name.empty()) continue;
        log += "error: kernel '" + kernel.str() + "' calls " + name.str() + ", but this device has no images\n";
        return false;
    }
    return true;
}

}  // namespace lanewise::compiler
