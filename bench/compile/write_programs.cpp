// Writes programs of the repository to files, to compare compile times (bench/compile/table.py): the collection's
// kernels, and kernels that are hard to compile (tests/shapes).
//
//  write_programs FOLDER     makes FOLDER/collection/NAME.cl, FOLDER/shapes/NAME.cl; if a program needs build options,
//                            the first line of its file is a comment that contains them: //OPTIONS ...
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "collection/collection.h"
#include "shapes.h"

namespace {

namespace fs = std::filesystem;

void write(const fs::path& folder, std::string name, const std::string& source, const std::string& options = {}) {
    fs::create_directories(folder);
    std::ranges::replace(name, '/', '_');
    std::ofstream file(folder / (name + ".cl"));
    if (!options.empty()) file << "//OPTIONS " << options << '\n';
    file << source << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(
            stderr,
            "usage: write_programs FOLDER\nWrites the programs of the collection and of the shapes to FOLDER.\n");
        return 1;
    }
    const fs::path folder = argv[1];
    for (const bench::CollectionKernel& kernel : bench::whole_collection())
        write(folder / "collection", kernel.name, kernel.source, kernel.options);
    for (const auto& shape : lanewise::shapes::all_shapes()) write(folder / "shapes", shape.name, shape.source);
    write(folder / "shapes", "many_kernels", lanewise::shapes::many_kernels(200));
    return 0;
}
