import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PART_FILES, PARTS, type Part } from "./changelog.ts";
import { loadYaml } from "./load.ts";
import { knowledgeFiles } from "./texts.ts";
import { parseYamlFile } from "./yaml-file.ts";

/** What a part held when its version was published. */
export interface Release {
  readonly version: string;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

export type Releases = Readonly<Record<Part, Release>>;

/** Written by `dosah knowledge release`. */
const RELEASES_FILE = "releases.yaml";

const release = z.strictObject({
  version: z.string().regex(/^\d+\.\d+$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits"),
});

const schema = z.strictObject({
  acts: release,
  scope: release,
  nace: release,
  obligations: release,
  questionnaire: release,
  "ai-act": release,
  frameworks: release,
});

const HEAD = `# The version and the SHA-256 of every part of the rule set when it was last published: of the published file, where there
# is one (obligations.json and so on), else of its files without comments. Never written by hand:
# \`npm run dosah -- knowledge release\` writes it, \`npm run dosah -- knowledge check\` and a test compare.
`;

/**
 * Reads `releases.yaml`; `undefined` where nothing was published yet.
 * @throws KnowledgeError for a file that was written by hand and has a mistake.
 */
export function loadReleases(dir: string): Releases | undefined {
  const file = join(dir, RELEASES_FILE);
  return existsSync(file) ? loadYaml(file, schema) : undefined;
}

/** Writes `releases.yaml`. */
export function writeReleases(dir: string, releases: Releases): void {
  const lines = PARTS.map((part) => {
    const { version, sha256 } = releases[part];
    return `${part}: { version: "${version}", sha256: ${sha256} }\n`;
  });
  writeFileSync(join(dir, RELEASES_FILE), HEAD + lines.join(""));
}

/** The line of a part in `releases.yaml`. */
export function lineOfRelease(part: Part): number {
  return HEAD.split("\n").length + PARTS.indexOf(part);
}

/**
 * The SHA-256 of what the YAML files of a part say: their values in their order. Comments, blank lines and the way a value is
 * written do not count.
 */
export function checksumOfFiles(dir: string, part: Part): string {
  const roots: readonly string[] = PART_FILES[part];
  const hash = createHash("sha256");
  for (const file of knowledgeFiles(dir)) {
    if (!roots.some((root) => file === root || file.startsWith(`${root}/`))) continue;
    if (!file.endsWith(".yaml")) continue;
    hash.update(JSON.stringify([file, parseYamlFile(join(dir, file)).document.toJS()]));
  }
  return hash.digest("hex");
}
