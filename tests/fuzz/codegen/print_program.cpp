#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "print_terms.h"

namespace lanewise::fuzz {
namespace {

std::string array_name(const char* direction, Scalar scalar) {
    return std::string(direction) + "_" + Type{scalar, 1}.name();
}

std::string array_place(const char* direction, Scalar scalar, std::size_t offset) {
    return "(" + array_name(direction, scalar) + " + " + std::to_string(offset) + ")";
}

// Returns whether vectors are accessed by vload and vstore as parts of an array of scalars. Vectors of three elements
// are always accessed in this way, because an array of such vectors would have gaps. Other vectors are accessed in this
// way if `number` is odd.
bool is_in_parts(Type type, std::size_t number) { return type.width == 3 || (type.is_vector() && number % 2 == 1); }

std::string scalar_pointer(Type type, const char* qualifier, const std::string& place) {
    return "(" + std::string(qualifier) + "global " + Type{type.scalar, 1}.name() + "*)" + place;
}

// Returns OpenCL C source that loads element `index` of the array at `place`.
std::string loaded(Type type, unsigned number, const std::string& place, const std::string& index) {
    if (is_in_parts(type, number))
        return "vload" + std::to_string(type.width) + "(" + index + ", " + scalar_pointer(type, "const ", place) + ")";
    return "((const global " + type.name() + "*)" + place + ")[" + index + "]";
}

std::string store(Type type, std::size_t number, const std::string& place, const std::string& value) {
    if (is_in_parts(type, number))
        return "vstore" + std::to_string(type.width) + "(" + value + ", i, " + scalar_pointer(type, "", place) + ");";
    return "((global " + type.name() + "*)" + place + ")[i] = " + value + ";";
}

// The parameters of all functions: one array for each scalar type. If each term had an array of its own, the addresses
// of the arrays would differ by constants. The loop optimizer would spend much time comparing all these addresses.
class Parameters {
public:
    Parameters(const Inputs& inputs, const Outputs& outputs, const ProgramKind& kind) {
        std::set<Scalar> read;
        for (const auto& [key, place] : inputs.places) read.insert(key.type.scalar);
        for (const Scalar scalar : read) add("const global uchar*", array_name("in", scalar));
        for (const auto& [key, column] : inputs.edges)
            add("const global uchar*", "end_" + input_name(key.type, key.number));
        for (const auto& [scalar, base] : outputs.bases) add("global uchar*", array_name("out", scalar));
        if (kind.has_flow) all_.emplace_back("int", "bound");
    }

    // Returns the declarations of all parameters, with a comma before each.
    std::string declared(const char* qualifier) const {
        std::string text;
        for (const auto& [type, name] : all_) text += ", " + type + (type.back() == '*' ? qualifier : "") + " " + name;
        return text;
    }
    std::string passed() const {
        std::string text;
        for (const auto& [type, name] : all_) text += ", " + name;
        return text;
    }

private:
    void add(std::string type, std::string name) { all_.emplace_back(std::move(type), std::move(name)); }

    std::vector<std::pair<std::string, std::string>> all_;
};

class ProgramPrinter {
public:
    ProgramPrinter(const std::vector<TermPtr>& terms, const Inputs& inputs, const ProgramKind& kind)
        : terms_(terms),
          inputs_(inputs),
          kind_(kind),
          outputs_(Outputs::of(terms)),
          parameters_(inputs, outputs_, kind) {}

    std::string print_all() {
        out_ << "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF\n";
        print_inputs();
        for (std::size_t i = 0; i < terms_.size(); ++i) print_function(i);
        print_kernels(0, terms_.size());
        return out_.str();
    }

private:
    // Prints macros that load the inputs. In programs with control flow, the input's name is also a macro, so that the
    // input is loaded where it is used.
    void print_inputs() {
        for (const auto& [key, column] : inputs_.places) {
            const auto [type, number] = key;
            const std::string place = array_place("in", type.scalar, column.offset - inputs_.base_of(type.scalar));
            out_ << "#define " << input_macro(type, number) << "(j) " << loaded(type, number, place, "j") << '\n';
            if (kind_.has_flow)
                out_ << "#define " << input_name(type, number) << ' ' << input_macro(type, number) << "(i)\n";
        }
        for (const auto& [key, column] : inputs_.edges)
            out_ << "#define " << edge_name(key.type, key.number) << ' '
                 << loaded(key.type, key.number, "end_" + input_name(key.type, key.number), "i") << '\n';
    }

    void print_function(std::size_t number) {
        const Term& term = *terms_[number];
        out_ << "static void t" << number << "(size_t i" << parameters_.declared("") << ") {\n";
        if (!kind_.has_flow)
            for (const InputKey& key : inputs_of(term))
                out_ << "    const " << key.type.name() << ' ' << input_name(key.type, key.number) << " = "
                     << input_macro(key.type, key.number) << "(i);\n";
        const auto stored = [&](const std::string& value) {
            const Scalar scalar = term.type.scalar;
            return store(term.type, number,
                         array_place("out", scalar, outputs_.offsets[number] - outputs_.bases.at(scalar)), value);
        };
        out_ << "    " << print_stores(term, stored) << "\n}\n";
    }

    // Prints the store of a term's result. If the term's outermost form is control flow, the store is inside of the
    // control flow.
    template <class Stored>
    static std::string print_stores(const Term& term, Stored stored) {
        const auto argument = [&](std::size_t i) { return print(*term.arguments[i]); };
        switch (term.form) {
            case Form::store_if: return "if (" + argument(0) + ") " + stored(argument(1));
            case Form::branch:
                return "if (" + argument(0) + ") " + stored(argument(1)) + " else " + stored(argument(2));
            case Form::inside: return "if (i < bound) " + stored(argument(0)) + " else " + stored(argument(1));
            default: return stored(print(term));
        }
    }

    // Prints a kernel of `count` terms. Then prints kernels for each half of these terms in the same way, recursively.
    void print_kernels(std::size_t first, std::size_t count) {
        if (kind_.has_sub_groups)
            out_ << "__attribute__((intel_reqd_sub_group_size(" << kind_.sub_group_size << ")))\n";
        out_ << "kernel void " << kernel_name(first, count) << "(" << parameters_.declared(" restrict").substr(2)
             << ") {\n    const size_t i = get_global_id(0);\n";
        for (std::size_t i = first; i < first + count; ++i)
            out_ << "    t" << i << "(i" << parameters_.passed() << ");\n";
        out_ << "}\n";
        if (count == 1) return;
        print_kernels(first, count / 2);
        print_kernels(first + count / 2, count - count / 2);
    }

    const std::vector<TermPtr>& terms_;
    const Inputs& inputs_;
    const ProgramKind& kind_;
    const Outputs outputs_;
    const Parameters parameters_;
    std::ostringstream out_;
};

}  // namespace

Outputs Outputs::of(const std::vector<TermPtr>& terms) {
    Outputs outputs;
    outputs.offsets.resize(terms.size());
    std::map<Scalar, std::vector<std::size_t>> by_scalar;
    for (std::size_t i = 0; i < terms.size(); ++i) by_scalar[terms[i]->type.scalar].push_back(i);
    for (const auto& [scalar, numbers] : by_scalar) {
        outputs.bases[scalar] = outputs.bytes;
        for (const std::size_t i : numbers) {
            outputs.offsets[i] = outputs.bytes;
            outputs.bytes += (items * terms[i]->type.bytes() + 127) / 128 * 128;
        }
    }
    return outputs;
}

std::string kernel_name(std::size_t first, std::size_t count) {
    return "k" + std::to_string(first) + "_" + std::to_string(count);
}

std::string print_program(const std::vector<TermPtr>& terms, const Inputs& inputs, const ProgramKind& kind) {
    return ProgramPrinter(terms, inputs, kind).print_all();
}

}  // namespace lanewise::fuzz
