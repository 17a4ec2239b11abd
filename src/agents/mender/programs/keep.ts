// Python source, run in the sandbox: makes one edit in the work tree.
export const keep = String.raw`"""The only program that writes into the work tree."""
import os

from . import edit_list


def main(arguments):
    """keep WORKDIR NUMBER: writes that edit into the work tree."""
    workdir, number = arguments[0], int(arguments[1])
    edit = edit_list.read()[number]
    path = os.path.join(workdir, edit["file"])
    with open(path, "rb") as file:
        before = file.read()
    with open(path, "wb") as file:
        file.write(edit_list.applied(edit, before))
    print("kept: " + edit_list.described(edit, "written to the work tree"))
`;
