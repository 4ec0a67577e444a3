// Tests the functions of OpenCL.std that compute each component separately, for all types and lengths. The results must
// equal the results of the same functions in an OpenCL C kernel.
#include <cmath>
#include <functional>
#include <random>

#include "run_spirv.h"

namespace lanewise::test {
namespace {

constexpr std::uint32_t items = 40;  // no multiple of 16, so that chunks of 16 lanes are not all full

struct Number {
    std::string name;   // in OpenCL C
    std::string spirv;  // id of the number's type in SPIR-V modules
    unsigned bytes;
    bool is_float;
};

const Number half_type{"half", "%half", 2, true}, float_type{"float", "%float", 4, true},
    double_type{"double", "%double", 8, true};
const Number signed_types[] = {{"char", "%uchar", 1, false},
                               {"short", "%ushort", 2, false},
                               {"int", "%uint", 4, false},
                               {"long", "%ulong", 8, false}};
const Number unsigned_types[] = {{"uchar", "%uchar", 1, false},
                                 {"ushort", "%ushort", 2, false},
                                 {"uint", "%uint", 4, false},
                                 {"ulong", "%ulong", 8, false}};

// A function of OpenCL.std. Each character of `operands` is an operand: = has the result's type, i is an int, and u is
// an unsigned integer of the result's width. The characters * and # are addresses for a second result: * of the
// result's type, and # of type int. In `expression`, the operands are a, b and c, and the second result is s.
struct Function {
    std::string name;
    std::string expression;
    std::string operands;
    std::string result{};  // result type, if it differs from the operands' type
};

struct Buffers {
    std::vector<std::byte> results, seconds;
};

std::string load_text(const std::string& name, const Number& number, unsigned length) {
    std::string parts, text;
    for (unsigned c = 0; c < length; ++c) {
        const std::string at = "_" + name + std::to_string(c);
        text += "%at" + at + " = OpIAdd %ulong %base %n" + std::to_string(c) + "\n%p" + at +
                " = OpInBoundsPtrAccessChain %ptr_" + name + " %" + name + " %at" + at + "\n%x" + at + " = OpLoad " +
                number.spirv + " %p" + at + " Aligned " + std::to_string(number.bytes) + "\n";
        parts += " %x" + at;
    }
    if (length == 1) return text + "%v_" + name + " = OpCopyObject " + number.spirv + parts + "\n";
    return text + "%v_" + name + " = OpCompositeConstruct %vec_" + name + parts + "\n";
}

std::string store_text(const std::string& name, const Number& number, unsigned length) {
    std::string text;
    for (unsigned c = 0; c < length; ++c) {
        const std::string at = "_" + name + std::to_string(c);
        text += "%at" + at + " = OpIAdd %ulong %base %n" + std::to_string(c) + "\n%p" + at +
                " = OpInBoundsPtrAccessChain %ptr_" + name + " %" + name + " %at" + at + "\n";
        if (length > 1)
            text +=
                "%x" + at + " = OpCompositeExtract " + number.spirv + " %v_" + name + " " + std::to_string(c) + "\n";
        text += "OpStore %p" + at + " " + (length > 1 ? "%x" + at : "%v_" + name) + " Aligned " +
                std::to_string(number.bytes) + "\n";
    }
    return text;
}

class Tested {
public:
    Tested(const Function& function, const Number& type) : function_(function), type_(type) {
        result_ = function.result.empty() ? type : number_for(function.result[0]);
        for (const char operand : function.operands) {
            const Number number = number_for(operand);
            if (operand == '*' || operand == '#')
                second_ = number;
            else
                operands_.push_back(number);
        }
        std::seed_seq seed{std::hash<std::string>()(function.name), std::hash<std::string>()(type.name)};
        random_.seed(seed);
    }

    void compare(unsigned length) {
        inputs_.clear();
        for (const Number& number : operands_) inputs_.push_back(random_numbers(number, items * length));
        const std::string what = function_.name + " of " + type_.name + std::to_string(length);
        const Buffers expected =
            run(compiler::compiler_instance().build(source(), "-cl-std=CL3.0"), items * length, items * length, what);
        const std::vector<std::byte> bytes = assemble(module(length));
        const Buffers found = run(compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, ""), items,
                                  items * length, what);
        expect_same(expected.results, found.results, result_, what);
        if (second_.bytes != 0) expect_same(expected.seconds, found.seconds, second_, what + ", second result");
    }

private:
    Number number_for(char operand) const {
        switch (operand) {
            case 'i':
            case '#': return signed_types[2];
            case 'u':
                return type_.bytes == 2 ? unsigned_types[1] : type_.bytes == 4 ? unsigned_types[2] : unsigned_types[3];
            default: return type_;
        }
    }

    std::string source() const {
        std::string text =
            "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void f(global " + result_.name + "* r";
        if (second_.bytes != 0) text += ", global " + second_.name + "* seconds";
        for (std::size_t i = 0; i < operands_.size(); ++i)
            text += ", global " + operands_[i].name + "* p" + std::to_string(i);
        text += ") {\n size_t i = get_global_id(0);\n";
        for (std::size_t i = 0; i < operands_.size(); ++i)
            text += operands_[i].name + " " + static_cast<char>('a' + i) + " = p" + std::to_string(i) + "[i];\n";
        if (second_.bytes != 0) text += second_.name + " s;\n";
        text += "r[i] = " + function_.expression + ";\n";
        if (second_.bytes != 0) text += "seconds[i] = s;\n";
        return text + "}\n";
    }

    std::string module(unsigned length) const {
        std::string types, parameters, body, arguments;
        const auto add = [&](const std::string& name, const Number& number) {
            types += "%ptr_" + name + " = OpTypePointer CrossWorkgroup " + number.spirv + "\n";
            types += length == 1
                         ? ""
                         : "%vec_" + name + " = OpTypeVector " + number.spirv + " " + std::to_string(length) + "\n";
            parameters += "%" + name + " = OpFunctionParameter %ptr_" + name + "\n";
            arguments += " %ptr_" + name;
        };
        add("r", result_);
        if (second_.bytes != 0) add("s", second_);
        std::string call, loads;
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            const std::string name(1, static_cast<char>('a' + i));
            add(name, operands_[i]);
            loads += load_text(name, operands_[i], length);
            call += " %v_" + name;
        }
        for (unsigned c = 0; c < length; ++c)
            types += "%n" + std::to_string(c) + " = OpConstant %ulong " + std::to_string(c) + "\n";
        types +=
            "%length = OpConstant %ulong " + std::to_string(length) + "\n%ft = OpTypeFunction %void" + arguments + "\n";
        const auto value = [&](const std::string& name, const Number& number) {
            return length == 1 ? number.spirv : "%vec_" + name;
        };
        std::string after;
        if (second_.bytes != 0) {
            types += "%ptr_own = OpTypePointer Function " + value("s", second_) + "\n";
            after = "%v_s = OpLoad " + value("s", second_) + " %own\n" + store_text("s", second_, length);
            call += " %own";
        }
        body = "%f = OpFunction %void None %ft\n" + parameters + "%f_block = OpLabel\n" +
               (second_.bytes != 0 ? "%own = OpVariable %ptr_own Function\n" : "") +
               "%f_ids = OpLoad %v3ulong %global_id Aligned 32\n%f_i = OpCompositeExtract %ulong %f_ids 0\n"
               "%base = OpIMul %ulong %f_i %length\n" +
               loads + "%v_r = OpExtInst " + value("r", result_) + " %std " + function_.name + call + "\n" + after +
               store_text("r", result_, length) + "OpReturn\nOpFunctionEnd\n";
        return text_of({.annotations = "OpEntryPoint Kernel %f \"f\" %global_id\n", .globals = types + body});
    }

    std::vector<std::byte> random_numbers(const Number& number, std::size_t count) {
        std::vector<std::byte> bytes(number.bytes * count);
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_());
        if (!number.is_float) {
            // Int operands are small, so that the results of functions with an exponent, such as pown and ldexp, are
            // not all 0 or infinite.
            if (function_.operands.find('i') != std::string::npos && number.name == "int")
                for (std::size_t i = 0; i < count; ++i) set(bytes, i, static_cast<std::int32_t>(random_() % 41) - 20);
            return bytes;
        }
        // Half of the numbers have random bits, and the others have moderate values.
        std::uniform_real_distribution<double> moderate(-4, 4);
        for (std::size_t i = 0; i < count; i += 2) {
            const double value = moderate(random_);
            if (number.bytes == 8) set(bytes, i, value);
            if (number.bytes == 4) set(bytes, i, static_cast<float>(value));
            if (number.bytes == 2) set(bytes, i, static_cast<_Float16>(value));
        }
        return bytes;
    }

    template <class T>
    static void set(std::vector<std::byte>& bytes, std::size_t index, T value) {
        std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
    }

    Buffers run(const compiler::ProgramResult& program, std::uint64_t count, std::size_t numbers,
                const std::string& what) {
        Buffers buffers{std::vector<std::byte>(result_.bytes * numbers),
                        std::vector<std::byte>(second_.bytes * numbers)};
        EXPECT_EQ(program.status, compiler::Status::success) << what << ": " << program.log;
        if (program.status != compiler::Status::success) return buffers;
        const CompiledKernel compiled(program.ir, "f", 0, "");
        EXPECT_TRUE(static_cast<bool>(compiled)) << what << ": " << compiled.log();
        if (!compiled) return buffers;
        ArgumentBlock arguments;
        arguments.add(buffers.results.data());
        if (second_.bytes != 0) arguments.add(buffers.seconds.data());
        for (const auto& input : inputs_) arguments.add(input.data());
        compiled.run(line(count, count), arguments, 0);
        return buffers;
    }

    static double float_at(const std::vector<std::byte>& bytes, std::size_t index, unsigned size) {
        const std::byte* at = bytes.data() + index * size;
        if (size == 8) return *reinterpret_cast<const double*>(at);
        if (size == 4) return *reinterpret_cast<const float*>(at);
        return static_cast<double>(*reinterpret_cast<const _Float16*>(at));
    }

    static void expect_same(const std::vector<std::byte>& expected, const std::vector<std::byte>& found,
                            const Number& number, const std::string& what) {
        for (std::size_t i = 0; i * number.bytes < expected.size(); ++i) {
            if (std::memcmp(&expected[i * number.bytes], &found[i * number.bytes], number.bytes) == 0) continue;
            if (number.is_float && std::isnan(float_at(expected, i, number.bytes)) &&
                std::isnan(float_at(found, i, number.bytes)))
                continue;
            ADD_FAILURE() << what << ": number " << i << " differs";
            return;
        }
    }

    const Function function_;
    const Number type_;
    Number result_, second_{"", "", 0, false};
    std::vector<Number> operands_;
    std::vector<std::vector<std::byte>> inputs_;
    std::mt19937 random_;
};

// Compares one vector length in each call. OpenCL C has no vectors of length 5.
void compare_next(const Function& function, const Number& type) {
    static unsigned turn = 0;
    constexpr unsigned lengths[] = {1, 5, 2, 3, 4, 8, 16};
    Tested(function, type).compare(lengths[turn++ % std::size(lengths)]);
}

std::vector<Function> same_names(std::initializer_list<const char*> names, const std::string& arguments,
                                 const std::string& operands, const std::string& result = {}) {
    std::vector<Function> functions;
    for (const char* name : names) functions.push_back({name, name + arguments, operands, result});
    return functions;
}

void compare_floats(const std::vector<Function>& functions) {
    for (const Function& function : functions)
        for (const Number& type : {half_type, float_type, double_type}) compare_next(function, type);
}

TEST(SpirvOpenCl, FunctionsOfOneNumber) {
    compare_floats(same_names(
        {"acos",   "acosh", "acospi", "asin",  "asinh", "asinpi", "atan",  "atanh",   "atanpi",  "cbrt", "ceil",
         "cos",    "cosh",  "cospi",  "erfc",  "erf",   "exp",    "exp2",  "exp10",   "expm1",   "fabs", "floor",
         "lgamma", "log",   "log2",   "log10", "log1p", "logb",   "rint",  "round",   "rsqrt",   "sin",  "sinh",
         "sinpi",  "sqrt",  "tan",    "tanh",  "tanpi", "tgamma", "trunc", "degrees", "radians", "sign"},
        "(a)", "="));
}

TEST(SpirvOpenCl, FunctionsOfSeveralNumbers) {
    compare_floats(same_names({"atan2", "atan2pi", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "maxmag",
                               "minmag", "nextafter", "pow", "powr", "remainder", "step"},
                              "(a, b)", "=="));
    compare_floats(same_names({"fma", "mad", "mix", "smoothstep"}, "(a, b, c)", "==="));
    compare_floats(
        {{"fclamp", "clamp(a, b, c)", "==="}, {"fmax_common", "max(a, b)", "=="}, {"fmin_common", "min(a, b)", "=="}});
}

TEST(SpirvOpenCl, FunctionsWithIntegers) {
    compare_floats(same_names({"ldexp", "pown", "rootn"}, "(a, b)", "=i"));
    compare_floats(same_names({"ilogb"}, "(a)", "=", "i"));
    compare_floats(same_names({"nan"}, "(a)", "u"));
}

TEST(SpirvOpenCl, FunctionsWithASecondResult) {
    compare_floats(same_names({"fract", "modf", "sincos"}, "(a, &s)", "=*"));
    compare_floats(same_names({"frexp", "lgamma_r"}, "(a, &s)", "=#"));
    compare_floats(same_names({"remquo"}, "(a, b, &s)", "==#"));
}

TEST(SpirvOpenCl, FastFunctionsOfFloat) {
    for (const Function& function :
         same_names({"half_cos",     "half_exp",     "half_exp2",    "half_exp10",   "half_log",    "half_log2",
                     "half_log10",   "half_recip",   "half_rsqrt",   "half_sin",     "half_sqrt",   "half_tan",
                     "native_cos",   "native_exp",   "native_exp2",  "native_exp10", "native_log",  "native_log2",
                     "native_log10", "native_recip", "native_rsqrt", "native_sin",   "native_sqrt", "native_tan"},
                    "(a)", "="))
        compare_next(function, float_type);
    for (const Function& function :
         same_names({"half_divide", "half_powr", "native_divide", "native_powr"}, "(a, b)", "=="))
        compare_next(function, float_type);
}

TEST(SpirvOpenCl, FastFunctionsOfOtherTypesAreTheExactOnes) {
    for (const Number& type : {half_type, double_type}) {
        compare_next({"native_sin", "sin(a)", "="}, type);
        compare_next({"half_log2", "log2(a)", "="}, type);
        compare_next({"native_divide", "a / b", "=="}, type);
        compare_next({"half_recip", "1 / a", "="}, type);
    }
}

TEST(SpirvOpenCl, IntegerFunctionsTakeTheSignOfTheirNames) {
    const auto with_prefix = [](const std::string& prefix, std::initializer_list<const char*> names,
                                const std::string& arguments, const std::string& operands) {
        std::vector<Function> functions = same_names(names, arguments, operands);
        for (Function& function : functions) function.name = prefix + function.name;
        return functions;
    };
    for (const std::string prefix : {"s_", "u_"}) {
        std::vector<Function> functions = with_prefix(
            prefix, {"abs_diff", "add_sat", "hadd", "rhadd", "max", "min", "mul_hi", "sub_sat"}, "(a, b)", "==");
        for (const Function& function : with_prefix(prefix, {"clamp", "mad_hi", "mad_sat"}, "(a, b, c)", "==="))
            functions.push_back(function);
        functions.push_back({prefix + "abs", "abs(a)", "="});
        for (const Number& type : prefix == "s_" ? signed_types : unsigned_types)
            for (const Function& function : functions) compare_next(function, type);
        const Number& word = (prefix == "s_" ? signed_types : unsigned_types)[2];
        compare_next({prefix + "mul24", "mul24(a, b)", "=="}, word);
        compare_next({prefix + "mad24", "mad24(a, b, c)", "==="}, word);
    }
    for (const Number& type : unsigned_types) {
        for (const Function& function : same_names({"clz", "ctz", "popcount"}, "(a)", "="))
            compare_next(function, type);
        compare_next({"rotate", "rotate(a, b)", "=="}, type);
    }
}

}  // namespace
}  // namespace lanewise::test
