// Tests imports and exports of functions and variables.
#include "linked_modules.h"

namespace lanewise::test {
namespace {

TEST(SpirvLinkage, ObjectsInSpirvAreLinked) {
    const ProgramResult main = compile(text_of(calling(import_f, import("f"))));
    for (const char* linkage : {"Export", "LinkOnceODR", "WeakAMD"}) {
        std::string text = text_of(exporting(linkage, twice));
        text.replace(text.find("OpEntryPoint"), text.find('\n', text.find("OpEntryPoint")) - text.find("OpEntryPoint"),
                     "");
        const ProgramResult part = compile(text);
        expect_twice(run(link({&main, &part}), "k"));
        const ProgramResult library = link({&part}, "-create-library");
        EXPECT_TRUE(library.is_library);
        expect_twice(run(link({&library, &main}), "k"));
    }
    const ProgramResult unresolved = link({&main});
    EXPECT_EQ(unresolved.status, Status::failed);
    EXPECT_NE(unresolved.log.find("f\n"), unresolved.log.npos) << unresolved.log;
}

TEST(SpirvLinkage, OneOfSeveralDefinitionsStays) {
    const ProgramResult main = compile(text_of(calling(import_f, import("f"))));
    const auto part = [](const std::string& linkage, const std::string& body) {
        std::string text = text_of(exporting(linkage, body));
        text.replace(text.find("\"k\""), 3, "\"other_" + linkage + "\"");
        return compile(text);
    };
    const ProgramResult first = part("LinkOnceODR", twice), second = part("LinkOnceODR", twice);
    const ProgramResult weak = part("WeakAMD", "%f_r = OpCopyObject %uint %f_x\n"), strong = part("Export", twice);
    expect_twice(run(link({&main, &weak, &strong}), "k"));
    expect_twice(run(link({&strong, &weak, &main}), "k"));
    const ProgramResult both = link({&strong, &strong, &main});
    EXPECT_EQ(both.status, Status::failed);
}

TEST(SpirvLinkage, ObjectsInOpenClCAreLinked) {
    const ProgramResult main = compile(text_of(calling(import_f, import("f"))));
    const ProgramResult part = compile_source("uint f(uint x) { return 2 * x; }");
    expect_twice(run(link({&main, &part}), "k"));
    std::string text = text_of(exporting("Export", twice));
    text.replace(text.find("\"k\""), 3, "\"other\"");
    const ProgramResult exported = compile(text);
    const ProgramResult source = compile_source(
        "uint f(uint x); kernel void source(global uint* out) { size_t i = get_global_id(0); out[i] = f(i); }");
    expect_twice(run(link({&source, &exported}), "source"));
}

TEST(SpirvLinkage, VariablesAreLinked) {
    const std::string types = "%ptr_array = OpTypePointer CrossWorkgroup %uint\n";
    const ProgramResult main = compile(text_of(
        {.annotations = "OpDecorate %v LinkageAttributes \"v\" Import\n",
         .globals = types + "%v = OpVariable %ptr_array CrossWorkgroup\n",
         .body = "%low = OpUConvert %uint %i\n%x = OpLoad %uint %v\n%y = OpIMul %uint %low %x\nOpStore %place %y\n"}));
    for (const char* linkage : {"Export", "LinkOnceODR", "WeakAMD"}) {
        std::string text =
            text_of({.annotations = "OpDecorate %v LinkageAttributes \"v\" " + std::string(linkage) + "\n",
                     .globals = types + "%v = OpVariable %ptr_array CrossWorkgroup %uint_2\n"});
        text.replace(text.find("\"k\""), 3, "\"other\"");
        const ProgramResult part = compile(text);
        text.replace(text.find("\"other\""), 7, "\"third\"");
        const ProgramResult again = compile(text);
        expect_twice(run(link({&main, &part}), "k"));
        const ProgramResult twice_defined = link({&main, &part, &again});
        EXPECT_EQ(twice_defined.status, std::string(linkage) == "Export" ? Status::failed : Status::success);
    }
    const ProgramResult source = compile_source("global uint v = 2;");
    expect_twice(run(link({&main, &source}), "k"));
    EXPECT_EQ(link({&main}).status, Status::failed);
}

TEST(SpirvLinkage, AModuleMayImportWhatItExports) {
    const std::string both =
        "OpDecorate %f LinkageAttributes \"f\" Import\nOpDecorate %g LinkageAttributes \"f\" Export\n"
        "OpDecorate %vi LinkageAttributes \"v\" Import\nOpDecorate %w LinkageAttributes \"v\" Export\n";
    expect_twice(run(
        build(text_of(calling(both,
                              "%ptr_array = OpTypePointer CrossWorkgroup %uint\n"
                              "%vi = OpVariable %ptr_array CrossWorkgroup\n"
                              "%w = OpVariable %ptr_array CrossWorkgroup %uint_2\n" +
                                  import("f") +
                                  function("g", "%factor = OpLoad %uint %vi\n%g_r = OpIMul %uint %g_x %factor\n")))),
        "k"));
}

TEST(SpirvLinkage, KernelsOfOtherObjectsAreCalled) {
    const ProgramResult main =
        compile(text_of({.annotations = "OpDecorate %other LinkageAttributes \"other\" Import\n",
                         .globals = "%other = OpFunction %void None %kernel_type\n"
                                    "%other_out = OpFunctionParameter %ptr_global_uint\nOpFunctionEnd\n",
                         .body = "%done = OpFunctionCall %void %other %out\n"}));
    std::string text =
        text_of({.body = "%low = OpUConvert %uint %i\n%y = OpIMul %uint %low %uint_2\nOpStore %place %y\n"});
    text.replace(text.find("\"k\""), 3, "\"other\"");
    const ProgramResult part = compile(text);
    for (const char* kernel : {"k", "other"}) expect_twice(run(link({&main, &part}), kernel));
}

TEST(SpirvLinkage, WrongTypesOfImportsAreErrors) {
    const ProgramResult main = compile(text_of(calling(import_f, import("f"))));
    const ProgramResult part = compile_source("float f(float x, float y) { return x; }");
    const ProgramResult program = link({&main, &part});
    EXPECT_EQ(program.status, Status::failed);
    EXPECT_NE(program.log.find("\nf\n"), program.log.npos) << program.log;
}

TEST(SpirvLinkage, ImportedBuiltinsComeFromTheLibrary) {
    const ModuleText module{.annotations = "OpDecorate %f LinkageAttributes \"_Z6rotatejj\" Import\n",
                            .globals =
                                "%binary = OpTypeFunction %uint %uint %uint\n"
                                "%f = OpFunction %uint None %binary\n%f_x = OpFunctionParameter %uint\n"
                                "%f_y = OpFunctionParameter %uint\nOpFunctionEnd\n",
                            .body =
                                "%low = OpUConvert %uint %i\n%v = OpFunctionCall %uint %f %low %uint_1\n"
                                "OpStore %place %v\n"};
    expect_twice(run_spirv(module, 20));
    // The mangled name says that the function has two uint parameters, but the imported function has only one
    // parameter.
    const ProgramResult wrong =
        build(text_of(calling("OpDecorate %f LinkageAttributes \"_Z6rotatejj\" Import\n", import("f"))));
    const std::string log = wrong.status == Status::success ? CompiledKernel(wrong.ir, "k", 0, "").log() : wrong.log;
    EXPECT_NE(log.find("_Z6rotatejj"), log.npos) << log;
}

TEST(SpirvLinkage, PointersMayPointIntoOtherObjects) {
    const ProgramResult main =
        compile(text_of({.annotations = import_f,
                         .globals = unary +
                                    "%ptr_f = OpTypePointer CodeSectionINTEL %unary\n"
                                    "%pf = OpConstantFunctionPointerINTEL %ptr_f %f\n"
                                    "%own = OpTypePointer Function %ptr_f\n" +
                                    import("f"),
                         .body = "%slot = OpVariable %own Function\nOpStore %slot %pf\n%low = OpUConvert %uint %i\n"
                                 "%callee = OpLoad %ptr_f %slot\n%v = OpFunctionPointerCallINTEL %uint %callee %low\n"
                                 "OpStore %place %v\n"}));
    const ProgramResult part = compile_source("uint f(uint x) { return 2 * x; }");
    expect_twice(run(link({&main, &part}), "k"));
}

}  // namespace
}  // namespace lanewise::test
