#include "compiler/widen/calls/image_calls.h"

#include <llvm/IR/Module.h>

#include <numeric>

#include "compiler/ir/calls/builtin_names.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned fewest_lanes = 8, most_lanes = 16;  // numbers of lanes for which the library has functions

// Whether the argument may differ between lanes: true for coordinates and colours, false for images and samplers.
bool differs_between_lanes(const llvm::Value& argument) {
    return !argument.getType()->isPointerTy() && !argument.getType()->isIntegerTy(64);
}

constexpr llvm::StringLiteral reads_texels = "__lw_image_read_texel_", reads_row = "__lw_image_read_row_";

std::string vector_name(llvm::StringRef scalar, unsigned lanes) { return (scalar + "_v" + llvm::Twine(lanes)).str(); }

}  // namespace

bool ImageCalls::can_be_widened(const llvm::CallInst& call) const {
    const std::string whole = vector_name(call.getCalledFunction()->getName(), std::min(lanes_, most_lanes));
    return lanes_ >= fewest_lanes && is_late_builtin(whole) &&
           llvm::all_of(call.args(), [&](const llvm::Value* argument) {
               return differs_between_lanes(*argument) || chunk_.shapes.of(argument).is_uniform();
           });
}

// Whether lanes read consecutive columns of one row and slice. The arguments of `call` are image, sampler, column, row,
// slice.
bool ImageCalls::reads_a_row(const llvm::CallInst& call) const {
    if (!call.getCalledFunction()->getName().starts_with(reads_texels)) return false;
    const Shape column = chunk_.shapes.of(call.getArgOperand(2));
    return column.is_strided() && column.stride == 1 && !column.checked &&
           chunk_.shapes.of(call.getArgOperand(3)).is_uniform() && chunk_.shapes.of(call.getArgOperand(4)).is_uniform();
}

bool ImageCalls::widen(llvm::Instruction& original) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&original);
    if (!call || !call->getCalledFunction() || !is_texel_function(call->getCalledFunction()->getName())) return false;
    if (!call->getType()->isVoidTy() && chunk_.shapes.of(call).is_uniform()) return false;
    if (!can_be_widened(*call)) {
        serial_.run(*call);
        return true;
    }
    const unsigned piece = std::min(lanes_, most_lanes);
    Parts results;
    for (unsigned first = 0; first < lanes_; first += piece) results.push_back(call_piece(*call, first, piece));
    if (!call->getType()->isVoidTy()) values_.set_parts(call, join_results(*call, results, piece));
    return true;
}

llvm::Value* ImageCalls::slice(llvm::Value* lanes, unsigned first, unsigned piece) {
    llvm::SmallVector<int, 16> order(piece);
    std::iota(order.begin(), order.end(), static_cast<int>(first));
    if (piece != lanes_) lanes = builder_.CreateShuffleVector(lanes, order);
    // Inactive lanes may contain poison, which `freeze` turns into an arbitrary but fixed value.
    return builder_.CreateFreeze(lanes);
}

llvm::Value* ImageCalls::bits_on(unsigned first, unsigned piece) {
    if (!chunk_.masks.current()) return builder_.getInt32((1u << piece) - 1);
    llvm::Value* bits = builder_.CreateLShr(chunk_.masks.bits(chunk_.masks.current()), first);
    return builder_.CreateZExt(builder_.CreateTrunc(bits, builder_.getIntNTy(piece)), builder_.getInt32Ty());
}

Parts ImageCalls::row_arguments(const llvm::CallInst& call, unsigned first) {
    Parts arguments;
    for (const llvm::Value* argument : call.args()) {
        llvm::Value* value = values_.scalar(argument);
        const bool may_be_anything = differs_between_lanes(*argument) && !llvm::isa<llvm::Constant>(value);
        arguments.push_back(may_be_anything ? builder_.CreateFreeze(value) : value);
    }
    if (first) arguments[2] = builder_.CreateAdd(arguments[2], builder_.getInt32(first));
    return arguments;
}

llvm::Value* ImageCalls::argument_piece(const llvm::Value& original, unsigned first, unsigned piece) {
    if (!differs_between_lanes(original)) return values_.scalar(&original);
    Parts elements;
    for (llvm::Value* element : values_.parts(&original)) elements.push_back(slice(element, first, piece));
    return elements.size() == 1 ? elements.front() : shuffles_.concatenate(elements);
}

llvm::CallInst* ImageCalls::call_piece(llvm::CallInst& call, unsigned first, unsigned piece) {
    const llvm::Function& scalar = *call.getCalledFunction();
    const bool writes = call.getType()->isVoidTy();
    llvm::StringRef family = scalar.getName();
    std::string row_family;
    Parts arguments;
    if (reads_a_row(call)) {
        row_family = (reads_row + family.drop_front(reads_texels.size())).str();
        family = row_family;
        arguments = row_arguments(call, first);
    } else {
        for (const llvm::Value* argument : call.args()) arguments.push_back(argument_piece(*argument, first, piece));
    }
    if (writes) arguments.back() = bits_on(first, piece);

    llvm::SmallVector<llvm::Type*, 8> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::Type* result = call.getType();
    if (auto* colour = llvm::dyn_cast<llvm::FixedVectorType>(result))
        result = llvm::FixedVectorType::get(colour->getElementType(), colour->getNumElements() * piece);
    const std::string name = vector_name(family, piece);
    llvm::FunctionCallee callee =
        chunk_.kernel.getParent()->getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setCallingConv(scalar.getCallingConv());
    function->setMemoryEffects(scalar.getMemoryEffects());
    function->setDoesNotThrow();
    if (!writes) function->setWillReturn();
    llvm::CallInst* made = builder_.CreateCall(callee, arguments);
    made->setCallingConv(call.getCallingConv());
    return made;
}

Parts ImageCalls::join_results(const llvm::CallInst& call, llvm::ArrayRef<llvm::Value*> results, unsigned piece) {
    Parts parts;
    for (unsigned element = 0; element < leaf_types(call.getType()).size(); ++element) {
        llvm::SmallVector<int, 16> order(piece);
        std::iota(order.begin(), order.end(), static_cast<int>(element * piece));
        Parts pieces;
        for (llvm::Value* result : results) pieces.push_back(builder_.CreateShuffleVector(result, order));
        parts.push_back(shuffles_.concatenate(pieces));
    }
    return parts;
}

}  // namespace lanewise::compiler
