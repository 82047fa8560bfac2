import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The folder of a disk of 64 MB that is there until the test ends; `undefined` where this user may not mount one. */
export function smallDisk(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), "dosah-disk-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", path]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["--lazy", path]));
  return path;
}
