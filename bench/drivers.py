"""Parses the drivers on command lines of this folder's scripts: NAME=ICD_FILE[:LIBRARY_PATH]."""
import os
import pathlib
import sys


def parse_driver(text):
    name, _, location = text.partition("=")
    icd, _, library_path = location.partition(":")
    if not name or not pathlib.Path(icd).exists():
        sys.exit(f"'{text}' is no NAME=ICD_FILE[:LIBRARY_PATH], or there is no such .icd file. Example: "
                 "lanewise=build/vendors/lanewise.icd")
    return name, pathlib.Path(icd), library_path


def environment(icd, library_path, folder):
    """Returns the environment of a process that finds only this driver. Uses a folder, since some loaders need one."""
    link = pathlib.Path(folder) / icd.name
    if not link.exists():
        link.write_text(icd.read_text())
    env = dict(os.environ, OCL_ICD_VENDORS=str(folder))
    if library_path:
        env["LD_LIBRARY_PATH"] = library_path
    return env
