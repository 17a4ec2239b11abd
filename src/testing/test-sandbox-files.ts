// What a sandbox must do with files.
import { describe, expect, it } from "vitest";

import { SandboxError } from "../sandboxes/sandbox.ts";
import { MEGABYTE } from "./sandbox-under-test.ts";
import type { SandboxUnderTest } from "./sandbox-under-test.ts";

export function testFiles(subject: SandboxUnderTest): void {
  describe("keeps files", () => {
    it("of any bytes, names and modes, as they are", async () => {
      const names = [
        "plain",
        "with space",
        "ünï/cödé",
        "new\nline",
        `long/${"x".repeat(200)}`,
        "-rf",
        "a'\"$b",
      ];
      const bytes = Buffer.from([0, 255, 10, 13, 128]);
      await subject.shared().writeFiles(names.map((path) => ({ path, bytes, mode: "100644" })));
      for (const name of names) expect(await subject.shared().readFile(name, 100)).toEqual(bytes);
      await subject.shared().writeFiles([
        { path: "bin/tool", bytes: Buffer.from("#!/bin/sh\necho ran\n"), mode: "100755" },
        { path: "link", bytes: Buffer.from("bin/tool"), mode: "120000" },
        { path: "empty", bytes: Buffer.alloc(0), mode: "100644" },
      ]);
      expect(
        (
          await subject.run("./link; stat -c %a bin/tool plain; readlink link; wc -c < empty")
        ).stdout.toString(),
      ).toBe("ran\n755\n644\nbin/tool\n0\n");
    });

    it("of five megabytes, also with an absolute path", async () => {
      const bytes = Buffer.alloc(5 * MEGABYTE, "abcdefghijk");
      const path = `${subject.shared().scratch}/deep/er/large`;
      await subject.shared().writeFiles([{ path, bytes, mode: "100644" }]);
      expect((await subject.shared().readFile(path, bytes.length))?.equals(bytes)).toBe(true);
    });

    it("and replaces a link, a folder or a parent that is in the way", async () => {
      await subject.run(
        "mkdir way; echo kept > way/target; ln -s target way/link; mkdir -p way/folder/x; echo f > way/parent",
      );
      const bytes = Buffer.from("new");
      const paths = ["way/link", "way/folder", "way/parent/child"];
      await subject.shared().writeFiles(paths.map((path) => ({ path, bytes, mode: "100644" })));
      for (const path of paths) expect(await subject.shared().readFile(path, 10)).toEqual(bytes);
      expect((await subject.shared().readFile("way/target", 10))?.toString()).toBe("kept\n");
    });

    it("and says null where no file is, and refuses one that is too large", async () => {
      await subject.run("mkfifo pipe; mkdir -p folder; ln -s nowhere dangling");
      for (const path of ["missing", "pipe", "folder", "dangling", "missing/below"]) {
        expect(await subject.shared().readFile(path, 10)).toBeNull();
      }
      await subject.run("printf 0123456789 > ten");
      expect(await subject.shared().readFile("ten", 10)).toHaveLength(10);
      await expect(subject.shared().readFile("ten", 9)).rejects.toMatchObject({
        code: "file-too-large",
      });
    });

    it("and writes none outside", async () => {
      await subject.run("ln -s /usr/share out");
      const outside = ["/usr/share/plumbline-was-here", "out/plumbline-was-here"];
      for (const path of outside) {
        const file = { path, bytes: Buffer.from("x"), mode: "100644" } as const;
        await expect(subject.shared().writeFiles([file])).rejects.toBeInstanceOf(SandboxError);
        expect(await subject.shared().readFile(path, 10)).toBeNull();
      }
    });
  });
}
