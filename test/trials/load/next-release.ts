import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS } from "../../../src/state/migrations/list.ts";
import { type BuiltDosah, bundle } from "../../promises/built-dosah.fixture.ts";

/**
 * Makes the release that will follow: the same program under another version, with one migration more that the present
 * one can live with, so that both run on one database while instances are upgraded one by one.
 */
export function writeNextRelease(present: BuiltDosah): BuiltDosah {
  const dir = mkdtempSync(join(tmpdir(), "dosah-next-"));
  cpSync(present.dir, dir, { recursive: true, verbatimSymlinks: true });
  const manifest = join(dir, "package.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version: NEXT_VERSION }));
  const list = join(dir, "dist/state/migrations/list.js");
  const newest = MIGRATIONS.length;
  const step = {
    version: newest + 1,
    name: "next-release",
    minProgram: newest,
    text: "ALTER TABLE organization ADD COLUMN next_release text; CREATE TABLE next_release (id text PRIMARY KEY) STRICT",
  };
  const text = readFileSync(list, "utf8").replace("export const MIGRATIONS =", "const present =");
  writeFileSync(list, `${text}\nexport const MIGRATIONS = [...present, ${JSON.stringify(step)}];\n`);
  bundle(join(dir, "dist"));
  return {
    bin: join(dir, "bin", "dosah.js"),
    dir,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** The version that the next release says it is. */
export const NEXT_VERSION = "99.0.0";
