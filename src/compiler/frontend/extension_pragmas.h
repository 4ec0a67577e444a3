// Accepts `#pragma OPENCL EXTENSION` for all extensions of lanewise/features.h. Clang itself warns at these pragmas
// that the extension is unknown or needs no pragma. OpenCL C demands that programs enable an extension before they use
// it. With -Werror, Clang's warning would make the builds of these programs fail. Pragmas for other extensions still
// give the warning: "Warn on the #pragma OPENCL EXTENSION if the extension extension_name is not supported" (OpenCL C
// 3.0, section 6.2.1).
//
// Not thread-safe; called by the thread that runs the front end.
#pragma once

namespace clang {
class Preprocessor;
}

namespace lanewise::compiler {

void accept_extension_pragmas(clang::Preprocessor& preprocessor);

}  // namespace lanewise::compiler
