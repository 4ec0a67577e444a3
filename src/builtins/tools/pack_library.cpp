// Build-time tool: packs the compiled builtin sources into one file with an index of their functions
// (library_format.h). The tool checks that the library defines all functions that it calls.
//
//   pack_library -o OUTPUT --early FILE.bc... --late FILE.bc...
//
// The tool fails if a function is defined twice or a called function is not defined, since builds of users' kernels
// would otherwise fail. The library need not define `ocl.*`, intrinsics and the C functions of the device
// (lanewise/device_imports.def).
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "builtins/library_format.h"
#include "builtins/tools/split_module.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace lanewise::builtins;

namespace {

// Approximate number of instructions in each part into which the module of a source file is split. These parts are the
// library's shards. Small parts are read faster, but make the library larger.
constexpr unsigned instructions_of_part = 400;

struct Input {
    std::string path;
    bool late = false;
};

struct Part {
    std::string path;
    bool late = false;
    std::string bitcode;
};

struct Library {
    std::vector<Part> parts;
    std::map<std::string, std::size_t> definitions;  // for each function name, the number of the part that defines it
    std::map<std::string, std::string> undefined;    // for each function name, the path of a file that calls it
    bool failed = false;

    void error(const std::string& message) {
        std::fprintf(stderr, "pack_library: %s\n", message.c_str());
        failed = true;
    }
};

bool is_import(const std::string& name) {
    static const std::set<std::string> imports{
#define IMPORT(name, ...) #name,
#define SUPPORT_IMPORT(name) #name,
#include "lanewise/device_imports.def"
    };
    return imports.contains(name);
}

bool resolved_elsewhere(const std::string& name) {
    return name.starts_with("ocl.") || name.starts_with("llvm.") || is_import(name);
}

void note_names(Library& library, const llvm::Module& module, const std::string& path) {
    for (const llvm::Function& function : module) {
        const std::string name = function.getName().str();
        if (function.isDeclaration()) {
            if (!resolved_elsewhere(name)) library.undefined.emplace(name, path);
        } else if (!function.hasLocalLinkage()) {
            const auto [previous, added] = library.definitions.emplace(name, library.parts.size());
            if (!added) library.error(name + " is defined in " + path + " and " + library.parts[previous->second].path);
        }
    }
}

// Drops names of source files, and metadata (aliasing, ranges) that is wrong after inlining into other modules.
void drop_source(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : block) instruction.dropUnknownNonDebugMetadata();
    module.setSourceFileName("builtins");
    module.setModuleIdentifier("builtins");
    while (!module.named_metadata_empty()) module.eraseNamedMetadata(&*module.named_metadata_begin());
}

// Reads one file, splits it, records the functions that it defines and calls, and adds its parts to the library.
void read(Library& library, const Input& input) {
    llvm::LLVMContext context;
    auto buffer = llvm::MemoryBuffer::getFile(input.path);
    if (!buffer) return library.error("cannot read " + input.path);
    auto module = llvm::parseBitcodeFile(**buffer, context);
    if (!module) return library.error(input.path + ": " + llvm::toString(module.takeError()));
    drop_source(**module);
    for (const auto& part : split_module(**module, instructions_of_part)) {
        note_names(library, *part, input.path);
        std::string bitcode;
        llvm::raw_string_ostream stream(bitcode);
        llvm::WriteBitcodeToFile(*part, stream);
        library.parts.push_back({input.path, input.late, bitcode});
    }
}

void check_closed(Library& library) {
    for (const auto& [name, path] : library.undefined)
        if (!library.definitions.contains(name))
            library.error(name + ", called in " + path + ", is defined nowhere, nor is it one of device_imports.def");
}

template <class T>
void append(std::string& out, const T& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string pack(const Library& library) {
    const std::size_t shard_count = library.parts.size();
    const std::size_t name_count = library.definitions.size();
    std::size_t offset = sizeof(LibraryHeader) + shard_count * sizeof(ShardEntry) + name_count * sizeof(NameEntry);

    std::string names, name_entries;
    for (const auto& [name, shard] : library.definitions) {  // std::map iterates in the bytewise order of names
        append(name_entries, NameEntry{static_cast<std::uint32_t>(offset + names.size()),
                                       static_cast<std::uint16_t>(name.size()), static_cast<std::uint16_t>(shard)});
        names += name;
    }
    offset += names.size();

    std::string bodies, shard_entries;
    for (const Part& part : library.parts) {
        bodies.append((16 - (offset + bodies.size()) % 16) % 16, '\0');
        append(shard_entries, ShardEntry{static_cast<std::uint32_t>(offset + bodies.size()),
                                         static_cast<std::uint32_t>(part.bitcode.size()), part.late ? 1u : 0u});
        bodies += part.bitcode;
    }

    std::string out;
    append(out, LibraryHeader{static_cast<std::uint32_t>(shard_count), static_cast<std::uint32_t>(name_count)});
    return out + shard_entries + name_entries + names + bodies;
}

}  // namespace

int main(int argc, char** argv) {
    Library library;
    std::vector<Input> inputs;
    std::string output;
    bool late = false;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "-o" && i + 1 < argc)
            output = argv[++i];
        else if (argument == "--early")
            late = false;
        else if (argument == "--late")
            late = true;
        else
            inputs.push_back({argument, late});
    }
    for (const Input& input : inputs) read(library, input);
    check_closed(library);
    if (library.failed) return 1;

    const std::string packed = pack(library);
    std::ofstream file(output, std::ios::binary);
    file.write(packed.data(), static_cast<std::streamsize>(packed.size()));
    if (!file.flush()) {
        std::fprintf(stderr, "pack_library: cannot write %s\n", output.c_str());
        return 1;
    }
}
