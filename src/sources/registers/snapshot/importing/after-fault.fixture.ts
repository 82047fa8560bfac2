import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";
import type { Country } from "../../../../core/country.ts";
import { openSnapshot } from "../serving/open.ts";
import { checksumBeside, sha256Of } from "./checksum-file.ts";
import { icoAt, publishedFile } from "./register-files.fixture.ts";

/** Runs a module's text in a process of its own. @returns the signal or status with which it ended. */
export async function runModule(text: string): Promise<string | number | null> {
  const child = spawn(process.execPath, ["--input-type=module", "--no-warnings", "-e", text], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [status, signal] = await once(child, "close");
  return signal ?? status;
}

/**
 * The published file is whole: it opens, fits its checksum where it has one, and holds the old firms or the new ones.
 * @param names of the firms of `country` with the first numbers, as they were and as they are to be.
 */
export function expectWhole(
  dir: string,
  country: Country,
  names: Readonly<Record<"old" | "new", readonly string[]>>,
): "old" | "new" {
  const file = publishedFile(dir);
  const snapshot = openSnapshot(file);
  const most = Math.max(names.old.length, names.new.length);
  const held = Array.from({ length: most }, (_, at) => snapshot.find(icoAt(at), country)?.name).filter(
    (name) => name !== undefined,
  );
  snapshot.close();
  expect([names.old, names.new]).toContainEqual(held);
  const expected = checksumBeside(file);
  if (expected !== undefined) expect(sha256Of(file)).toBe(expected);
  return held.length === names.new.length ? "new" : "old";
}
