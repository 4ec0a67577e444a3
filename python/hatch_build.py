"""Gives the wheel its tag: any Python 3, and each Linux whose C library is new enough for the libraries."""
import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LanewiseHook(BuildHookInterface):
    def initialize(self, version, build_data):
        libraries = os.path.join(self.root, "lanewise", "lib")
        tag = os.environ.get("LANEWISE_WHEEL_TAG")
        if not tag or not os.path.isdir(libraries):
            raise RuntimeError("This folder has no libraries. Build the driver, then run cmake/wheel.sh.")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"
