"""Lets ICD loaders find the driver in every Python of the environment.

The file lanewise.pth calls show_driver() when the interpreter starts, unless the user has set a variable of the
loaders. The module therefore imports nothing that the interpreter has not imported itself.
"""
import os
import sys

_REGISTERED = "/etc/OpenCL/vendors"


def _has_driver(folder):
    """Returns whether the folder has an .icd file of another driver."""
    try:
        return any(name.endswith(".icd") and name != "lanewise.icd" for name in os.listdir(folder))
    except OSError:
        return False


def show_driver(site_packages):
    """Sets variables so that loaders add the driver to the drivers that they find elsewhere.

    The Khronos loader adds the libraries in OCL_ICD_FILENAMES. For the loader ocl-icd, OCL_ICD_VENDORS replaces all other
    drivers. It is therefore set only if there are none: neither registered drivers nor drivers for the loader of the
    package pyopencl, nor an environment of conda, whose loaders have a folder of their own.
    """
    library = os.path.join(site_packages, "lanewise", "lib", "liblanewise.so")
    os.environ["OCL_ICD_FILENAMES"] = library
    if not (_has_driver(_REGISTERED) or _has_driver(os.path.join(site_packages, "pyopencl", ".libs"))
            or os.path.exists(os.path.join(sys.prefix, "conda-meta"))):
        os.environ["OCL_ICD_VENDORS"] = library
