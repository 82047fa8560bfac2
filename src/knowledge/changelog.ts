import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Day, isDay } from "../core/day.ts";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { loadYaml } from "./load.ts";

/** The parts of the rule set that have a version of their own, with the files that make each. */
export const PART_FILES = {
  acts: ["acts"],
  scope: ["nis2"],
  nace: ["nis2/nace-map.csv", "nis2/nace-titles.csv", "nis2/nace-correspondence.csv", "nis2/cz-nace-subclasses.csv"],
  obligations: ["obligations"],
  questionnaire: ["questionnaire"],
  "ai-act": ["ai-act"],
  frameworks: ["frameworks"],
} as const;

export type Part = keyof typeof PART_FILES;

export const PARTS = ["acts", "scope", "nace", "obligations", "questionnaire", "ai-act", "frameworks"] as const;

/** What a change is for a reader: a result may differ, words alone do, or more can be read while results are the same. */
export const MEANINGS = ["result", "texts", "data"] as const;

/** One change of one part. */
export interface RuleChange {
  readonly part: Part;
  readonly means: (typeof MEANINGS)[number];
  /** From the knowledge folder. */
  readonly files: readonly string[];
  readonly text: Localized;
  /** The provisions that the change follows, as citation references. */
  readonly citations: readonly string[];
  /** Addresses that the change follows. */
  readonly sources: readonly string[];
}

/** A version of the rule set. */
export interface RuleSetVersion {
  readonly version: string;
  /** The day from which Dosah answers by it. */
  readonly date: Day;
  readonly title: Localized;
  readonly changes: readonly RuleChange[];
}

/** What changed in the rule set, and which version each part has. */
export interface Changelog {
  /** Newest first, never empty. */
  readonly versions: readonly RuleSetVersion[];
  /** The newest version. */
  readonly newest: RuleSetVersion;
  /** For each part the newest version that changed it. */
  readonly byPart: Readonly<Record<Part, Pick<RuleSetVersion, "version" | "date">>>;
}

/** What `changelog.yaml` is checked against. */
export interface ChangelogContext {
  readonly acts: ActRegistry;
  /** Versions that stand in files of their part as well: both must say the same. */
  readonly stated: Partial<Readonly<Record<Part, string>>>;
}

/**
 * Reads `changelog.yaml`: newest first, every part named, every file and every provision existing.
 * @param dir the knowledge folder.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadChangelog(dir: string, context: ChangelogContext): Changelog {
  const versions: readonly RuleSetVersion[] = loadYaml(join(dir, "changelog.yaml"), changelogSchema(dir, context));
  const of = (part: Part) => newestOf(part, versions) ?? versions[0];
  const [newest] = versions;
  const [acts, scope, nace, obligations, questionnaire, aiAct, frameworks] = PARTS.map(of);
  if (newest === undefined || !acts || !scope || !nace || !obligations || !questionnaire || !aiAct || !frameworks) {
    throw new Error("The schema lets no empty changelog through.");
  }
  const byPart = { acts, scope, nace, obligations, questionnaire, "ai-act": aiAct, frameworks };
  return Object.freeze({ versions, newest, byPart });
}

/** Compares versions as numbers: `1.10` is later than `1.9`. */
export function isLaterVersion(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number);
  return major === otherMajor ? minor > otherMinor : major > otherMajor;
}

function newestOf(part: Part, versions: readonly RuleSetVersion[]): RuleSetVersion | undefined {
  return versions.find(({ changes }) => changes.some((change) => change.part === part));
}

function changeSchema(dir: string, { acts }: ChangelogContext) {
  return z
    .strictObject({
      part: z.enum(PARTS),
      means: z.enum(MEANINGS),
      files: z.array(z.string().refine((file) => isInside(dir, file), "is no file or folder of knowledge/")).min(1),
      citations: z.array(reference(acts)).default([]),
      sources: z.array(z.url({ protocol: /^https$/ })).default([]),
      text: localized(acts),
    })
    .refine(({ citations, sources }) => citations.length + sources.length > 0, {
      path: ["citations"],
      error: "names neither a provision nor an address that it follows",
    })
    .superRefine(({ part, files }, issues) => {
      const own: readonly string[] = PART_FILES[part];
      for (const [index, file] of files.entries()) {
        if (own.some((root) => file === root || file.startsWith(`${root}/`))) continue;
        issues.addIssue({ code: "custom", path: ["files", index], message: `${file} does not belong to ${part}` });
      }
    });
}

function isInside(dir: string, file: string): boolean {
  return /^[a-z0-9][a-z0-9_/.-]*$/.test(file) && !file.includes("..") && existsSync(join(dir, file));
}

function changelogSchema(dir: string, context: ChangelogContext) {
  const version = z.strictObject({
    version: z.string().regex(/^\d+\.\d+$/, "a version like 1.2, in quotation marks"),
    date: z.string().refine(isDay, "a day that exists, YYYY-MM-DD"),
    title: localized(context.acts),
    changes: z.array(changeSchema(dir, context)).min(1),
  });
  return z
    .array(version)
    .min(1)
    .superRefine((versions, issues) => {
      const complain = (path: PropertyKey[], message: string) => issues.addIssue({ code: "custom", path, message });
      for (const [index, entry] of versions.entries()) {
        const before = versions[index + 1];
        if (before === undefined) continue;
        if (!isLaterVersion(entry.version, before.version))
          complain([index, "version"], "must be later than the one below");
        if (entry.date < before.date) complain([index, "date"], "must not be earlier than the one below");
      }
      for (const part of PARTS) {
        const index = versions.findIndex(({ changes }) => changes.some((change) => change.part === part));
        const newest = versions[index];
        const stated = context.stated[part];
        if (newest === undefined) complain([0], `no version names the part ${part}`);
        else if (stated !== undefined && stated !== newest.version)
          complain([index, "version"], `${part} says of itself that it is version ${stated}, not ${newest.version}`);
      }
    });
}
