import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fileTrouble } from "./trouble.ts";
import { writeWhole } from "./write-whole.ts";

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dosah-whole-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a file is whole under its name, its owner's alone, and the only one that is left", () => {
  const folder = emptyFolder();
  writeWhole(join(folder, "secret"), "text\n", false);
  expect(readFileSync(join(folder, "secret"), "utf8")).toBe("text\n");
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("a file that is there stays, unless it is to be replaced", () => {
  const file = join(emptyFolder(), "secret");
  writeFileSync(file, "first");
  expect(() => writeWhole(file, "second", false)).toThrow(/EEXIST/);
  expect(readFileSync(file, "utf8")).toBe("first");
  writeWhole(file, "second", true);
  expect(readFileSync(file, "utf8")).toBe("second");
});

test("what stands between a process and a file is said with path, owner and next step", () => {
  const folder = emptyFolder();
  const at = (code: string) => Object.assign(new Error("no"), { code, path: join(folder, "a", "b") });
  expect(fileTrouble(at("ENOSPC"))).toMatch(/: the disk is full\. Free space/);
  expect(fileTrouble(at("EROFS"))).toMatch(/is read-only\. Name another DATA_DIR/);
  expect(fileTrouble(at("EACCES"))).toBe(
    `${join(folder, "a", "b")}: user ${process.getuid?.()} may not read or write there; ${folder} belongs to user ` +
      `${statSync(folder).uid}. Run the command as that user or as root, or give it away: chown -R ${process.getuid?.()} ${folder}`,
  );
  expect(fileTrouble(Object.assign(new Error("no"), { errcode: 13 }))).toMatch(/^DATA_DIR: the disk is full/);
  expect(fileTrouble(at("EADDRINUSE"))).toBeUndefined();
});
