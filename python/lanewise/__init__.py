"""Lanewise, an OpenCL 3.1 driver for CPUs.

Most programs need nothing of this module: ICD loaders find the installed driver (see `python -m lanewise`).

    lanewise.library()      path of the driver's library
    lanewise.icd()          path of an .icd file that names the library
    lanewise.environment()  variables that show a loader this driver and no other
"""
import os

__all__ = ["environment", "icd", "library"]

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def __getattr__(name):
    if name == "__version__":
        from importlib.metadata import version  # slow, so only on demand

        return version("lanewise")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def library():
    """Returns the path of liblanewise.so, for OCL_ICD_FILENAMES or to load it in place of a loader."""
    return os.path.join(_FOLDER, "lib", "liblanewise.so")


def icd():
    """Returns the path of lanewise.icd, a file with the library's path, in a folder of its own for OCL_ICD_VENDORS.

    A wheel cannot know where it will be installed, so the first call writes the path into the installed file. Raises
    OSError if the file is wrong and cannot be written.
    """
    path = os.path.join(_FOLDER, "vendors", "lanewise.icd")
    wanted = library() + "\n"
    with open(path, encoding="utf-8") as file:
        if file.read() == wanted:
            return path
    try:
        # Another process may read the file at any time, so it is replaced as a whole.
        temporary = f"{path}.{os.getpid()}"
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(wanted)
        os.replace(temporary, path)
    except OSError as error:
        raise OSError(error.errno, "lanewise.icd does not name the library, and its folder cannot be written. Write a "
                      f"file that contains {library()}, or set OCL_ICD_FILENAMES to this path.", path) from error
    return path


def environment():
    """Returns the variables with which a loader finds this driver and no other."""
    return {"OCL_ICD_FILENAMES": library(), "OCL_ICD_VENDORS": library()}
