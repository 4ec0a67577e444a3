"""hashcat (Debian's packages hashcat, hashcat-data): cracks the example hash of each kind.

--built: the folder of the program `hashcat`. Before the example, hashcat's self-test of the kind runs. Each kind has
its own kernels, some with tens of thousands of instructions. Examples that need a file, or that hashcat cannot print as
text, are left out.
"""
import json
import pathlib
import subprocess
import tempfile

from suites.program import Program, with_line

# Runs in the driver's process. Caches of kernels and found passwords stay in a folder that is removed afterwards.
SCRIPT = r"""
set -e
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
printf '%s\n' "$3" > "$folder/hash"; printf '%s\n' "$4" > "$folder/words"
"$1" -m "$2" -a 0 -D 1 --force --potfile-disable --logfile-disable --quiet --session "x$$" "$folder/hash" \
    "$folder/words" 2>&1
echo "cracked"
"""


def examples(hashcat):
    """Returns {mode: (hash, password)} as hashcat lists its examples."""
    done = subprocess.run([hashcat, "--hash-info", "--machine-readable"], capture_output=True, text=True,
                          errors="replace", check=True)
    found = {}
    for mode, facts in json.loads(done.stdout[done.stdout.index("{"):]).items():
        text, password = facts.get("example_hash"), facts.get("example_pass")
        if facts.get("example_hash_format") == "plain" and text and password and "\n" not in text:
            found[int(mode)] = (text, password)
    return found


def programs(built, _sources):
    hashcat = built / "hashcat"
    folder = pathlib.Path(tempfile.gettempdir())
    for mode, (text, password) in sorted(examples(hashcat).items()):
        command = ["/bin/bash", "-c", SCRIPT, "hashcat", str(hashcat), str(mode), text, password]
        yield Program(f"mode {mode}", command, folder, with_line("^cracked"), timeout=100)
