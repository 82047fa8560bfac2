import { readFileSync } from "node:fs";

const manifest: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Version of this Dosah, as in package.json. */
export const VERSION = manifest.version;

/** The commit that it was built from; `null` where the build knew none. */
export const COMMIT = readCommit();

function readCommit(): string | null {
  try {
    return readFileSync(new URL("./commit", import.meta.url), "utf8").trim();
  } catch {
    return null;
  }
}
