#!/usr/bin/env python3
"""Writes the root file system of a container image to standard output, as a tar archive: the named
Debian packages and what they depend on, as this machine has them installed. No hub, no download.

    scripts/container-image.py | docker import - plumbline-test:latest
"""

import io
import os
import subprocess
import sys
import tarfile

PACKAGES = (
    "base-files bash coreutils dash diffutils findutils git grep gzip hostname patch python3 sed tar"
    " util-linux"
)
# What the packages' own set-up scripts would have made.
MERGED = ["bin", "sbin", "lib", "lib64"]
LINKS = {"usr/bin/sh": "dash", **{name: f"usr/{name}" for name in MERGED}}
FILES = {
    "etc/passwd": "root:x:0:0:root:/root:/bin/bash\nagent:x:1000:1000::/home/agent:/bin/bash\n",
    "etc/group": "root:x:0:\nagent:x:1000:\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}
FOLDERS = ["dev", "proc", "sys", "root", "run", "tmp", "var/tmp"]
LEFT_OUT = ("usr/share/doc/", "usr/share/man/", "usr/share/locale/", "usr/share/info/")


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def closure(packages: list[str]) -> list[str]:
    options = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"]
    command = ["apt-cache", "depends", "--recurse", "--installed", *[f"--no-{o}" for o in options]]
    lines = output(*command, *packages).splitlines()
    named = {line.split(":")[0] for line in lines if line[:1].isalnum()}
    known = output("dpkg-query", "-W", "-f", "${binary:Package}\n").split()
    return [package for package in known if package.split(":")[0] in named]


def paths_of(packages: list[str]) -> list[str]:
    found = set()
    for path in output("dpkg", "-L", *packages).splitlines():
        if not path.startswith("/") or path == "/.":
            continue
        # A package may name /bin/x where /bin leads to /usr/bin.
        found.add(os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))[1:])
    return sorted(path for path in found if not path.startswith(LEFT_OUT))


def entry(name: str, kind: bytes, mode: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.mode = kind, mode
    return info


def main() -> None:
    packages = closure((sys.argv[1:] or PACKAGES.split()))
    with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as archive:
        made = {*LINKS, *FILES, *FOLDERS}
        for path in paths_of(packages):
            if os.path.lexists(f"/{path}") and path not in made:
                archive.add(f"/{path}", arcname=path, recursive=False)
        for name, target in LINKS.items():
            info = entry(name, tarfile.SYMTYPE, 0o777)
            info.linkname = target
            archive.addfile(info)
        for name in FOLDERS:
            archive.addfile(entry(name, tarfile.DIRTYPE, 0o1777 if name.endswith("tmp") else 0o755))
        for name, text in FILES.items():
            info = entry(name, tarfile.REGTYPE, 0o644)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))


main()
