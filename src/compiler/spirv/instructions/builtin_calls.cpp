#include "compiler/spirv/instructions/builtin_calls.h"

#include <unordered_map>

namespace lanewise::compiler::il {
namespace {

class Mangler {
public:
    explicit Mangler(std::string_view function)
        : text_("_Z" + std::to_string(function.size()) + std::string(function)) {}

    void add(const Parameter& parameter) {
        switch (parameter.kind) {
            case Parameter::Kind::number: return add_number(parameter.type, parameter.sign);
            case Parameter::Kind::named:
                return add_compound(std::string(parameter.name), [&] {
                    text_ += std::to_string(parameter.name.size()) + std::string(parameter.name);
                });
            case Parameter::Kind::pointer:
                return add_compound("P" + qualified_key(parameter), [&] {
                    text_ += 'P';
                    add_target(parameter);
                });
        }
    }

    std::string take() { return std::move(text_); }

private:
    static std::string scalar(llvm::Type* type, Sign sign) {
        if (type->isHalfTy()) return "Dh";
        if (type->isFloatTy()) return "f";
        if (type->isDoubleTy()) return "d";
        if (!type->isIntegerTy()) return "v";
        const bool is_signed = sign == Sign::is_signed;
        switch (type->getIntegerBitWidth()) {
            case 1: return "b";
            case 8: return is_signed ? "c" : "h";
            case 16: return is_signed ? "s" : "t";
            case 32: return is_signed ? "i" : "j";
            default: return is_signed ? "l" : "m";
        }
    }

    static std::string number_key(llvm::Type* type, Sign sign) {
        if (!type) return "v";
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
        if (!vector) return scalar(type, sign);
        return "Dv" + std::to_string(vector->getNumElements()) + "_" + scalar(vector->getElementType(), sign);
    }

    void add_number(llvm::Type* type, Sign sign) {
        if (!type || !type->isVectorTy()) {
            text_ += type ? scalar(type, sign) : "v";
            return;
        }
        const std::string key = number_key(type, sign);
        add_compound(key, [&] { text_ += key; });
    }

    static std::string qualifiers(const Parameter& parameter) {
        std::string text;
        if (parameter.space != 0) text += "U3AS" + std::to_string(parameter.space);
        if (parameter.is_volatile) text += 'V';
        if (parameter.is_const) text += 'K';
        return text;
    }

    static std::string qualified_key(const Parameter& parameter) {
        return qualifiers(parameter) +
               (parameter.name.empty() ? number_key(parameter.type, parameter.sign) : std::string(parameter.name));
    }

    void add_target(const Parameter& parameter) {
        const auto add_type = [&] {
            if (parameter.name.empty())
                add_number(parameter.type, parameter.sign);
            else
                add(named(parameter.name));
        };
        const std::string text = qualifiers(parameter);
        if (text.empty()) return add_type();
        add_compound(qualified_key(parameter), [&] {
            text_ += text;
            add_type();
        });
    }

    // Writes a type in full, or its abbreviation (S_, S0_, S1_, ...) if the same type was written before. A type gets
    // its number after the types that it contains.
    template <class Write>
    void add_compound(const std::string& key, Write&& write) {
        if (const auto found = numbers_.find(key); found != numbers_.end()) {
            text_ += 'S';
            if (found->second > 0) text_ += digit(found->second - 1);
            text_ += '_';
            return;
        }
        write();
        numbers_.emplace(key, static_cast<unsigned>(numbers_.size()));
    }

    // Abbreviations are numbered in base 36. One digit suffices, since no builtin has more than 36 different types.
    static char digit(unsigned number) { return static_cast<char>(number < 10 ? '0' + number : 'A' + (number - 10)); }

    std::string text_;
    std::unordered_map<std::string, unsigned> numbers_;
};

}  // namespace

std::string mangle(std::string_view function, llvm::ArrayRef<Parameter> parameters) {
    Mangler mangler(function);
    for (const Parameter& parameter : parameters) mangler.add(parameter);
    if (parameters.empty()) return mangler.take() + "v";
    return mangler.take();
}

llvm::CallInst* call_function(Body& body, std::string_view name, llvm::Type* result,
                              llvm::ArrayRef<llvm::Value*> arguments, bool meets) {
    llvm::SmallVector<llvm::Type*, 8> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::FunctionCallee callee =
        body.all.module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    auto* declared = llvm::dyn_cast<llvm::Function>(callee.getCallee());
    llvm::CallInst* call = body.builder.CreateCall(callee, arguments);
    if (declared) {
        declared->setCallingConv(llvm::CallingConv::SPIR_FUNC);
        declared->addFnAttr(llvm::Attribute::NoUnwind);
        if (meets) declared->addFnAttr(llvm::Attribute::Convergent);
    }
    call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    call->addFnAttr(llvm::Attribute::NoUnwind);
    if (meets) call->addFnAttr(llvm::Attribute::Convergent);
    return call;
}

llvm::CallInst* call_builtin(Body& body, std::string_view function, llvm::Type* result,
                             llvm::ArrayRef<Parameter> parameters, llvm::ArrayRef<llvm::Value*> arguments, bool meets) {
    return call_function(body, mangle(function, parameters), result, arguments, meets);
}

}  // namespace lanewise::compiler::il
