import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BIOME = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** A file, what it imports, and whether that points down. */
const IMPORTS: readonly [file: string, imported: string, mayStand: boolean][] = [
  ["src/core/a.ts", "./ico.ts", true],
  ["src/core/b.ts", "../knowledge/load.ts", false],
  ["src/core/c.ts", "node:fs", false],
  ["src/knowledge/a.ts", "../core/ico.ts", true],
  ["src/knowledge/b.ts", "../rules/nis2-scope/size.ts", false],
  ["src/rules/ai-act/a.ts", "../../knowledge/ai-act.ts", true],
  ["src/rules/ai-act/b.ts", "node:fs", false],
  ["src/rules/ai-act/c.ts", "../../sources/registers/register.ts", false],
  ["src/sources/feeds/a.ts", "../../outbound/request-json.ts", true],
  ["src/identity/a.ts", "./token.ts", true],
  ["src/identity/b.ts", "../state/feed-items.ts", false],
  ["src/identity/c.ts", "oidc-provider", true],
  ["src/capabilities/connections/a.ts", "oidc-provider", false],
  ["src/state/oauth.ts", "oidc-provider", false],
  ["src/documents/a.ts", "../core/locale.ts", true],
  ["src/documents/b.ts", "../knowledge/load.ts", false],
  ["src/state/f.ts", "../documents/document.ts", false],
  ["src/capabilities/answers/e.ts", "../../documents/document.ts", true],
  ["src/faces/web/f.ts", "../../documents/document.ts", false],
  ["src/mail/a.ts", "../core/locale.ts", true],
  ["src/mail/b.ts", "../state/mails.ts", false],
  ["src/outbound/a.ts", "./request-json.ts", true],
  ["src/outbound/b.ts", "../sources/feeds/merge.ts", false],
  ["src/limits/c.ts", "../outbound/request-json.ts", false],
  ["src/scanner/collect/a.ts", "../../outbound/guarded/guard.ts", true],
  ["src/scanner/collect/b.ts", "../../core/locale.ts", true],
  ["src/scanner/collect/c.ts", "node:net", false],
  ["src/scanner/collect/d.ts", "node:dns/promises", false],
  ["src/scanner/collect/e.ts", "../../knowledge/load.ts", false],
  ["src/scanner/collect/f.ts", "../../state/feed-items.ts", false],
  ["src/scanner/checks/a.ts", "../observation.ts", true],
  ["src/scanner/checks/b.ts", "../collect/collect.ts", false],
  ["src/scanner/checks/c.ts", "node:crypto", false],
  ["src/scanner/formats/a.ts", "../../knowledge/scan.ts", false],
  ["src/outbound/guarded/a.ts", "../../scanner/judge.ts", false],
  ["src/sources/feeds/f.ts", "../../scanner/judge.ts", false],
  ["src/knowledge/d.ts", "../scanner/judge.ts", false],
  ["src/rules/ai-act/d.ts", "../../scanner/judge.ts", false],
  ["src/capabilities/answers/d.ts", "../../scanner/judge.ts", true],
  ["src/faces/web/e.ts", "../../scanner/judge.ts", false],
  ["src/sources/feeds/b.ts", "../../knowledge/feeds.ts", false],
  ["src/sources/feeds/c.ts", "../../state/feed-items.ts", false],
  ["src/sources/feeds/e.ts", "../../cache/answer-cache.ts", false],
  ["src/sources/registers/ares/a.ts", "../live/live-register.ts", true],
  ["src/sources/registers/ares/b.ts", "../combined/combine.ts", false],
  ["src/sources/registers/rpo/a.ts", "../../../knowledge/feeds.ts", false],
  ["src/sources/registers/further/a.ts", "../fetch/fetch-registers.ts", false],
  ["src/sources/registers/further/b.ts", "../registers.ts", false],
  ["src/sources/registers/combined/a.ts", "../ares/ares-register.ts", true],
  ["src/sources/registers/snapshot/importing/a.ts", "../../rpo/read-rpo.ts", false],
  ["src/sources/registers/snapshot/importing/b.ts", "../../registers.ts", false],
  ["src/sources/registers/snapshot/importing/c.ts", "../../register.ts", true],
  ["src/sources/registers/snapshot/importing/d.ts", "../../../../core/ico.ts", true],
  ["src/sources/registers/snapshot/e.ts", "../further/definition.ts", false],
  ["src/state/a.ts", "../core/feed-item.ts", true],
  ["src/state/b.ts", "../sources/feeds/merge.ts", false],
  ["src/state/backup/c.ts", "../migrate.ts", true],
  ["src/state/d.ts", "pg", true],
  ["src/state/e.ts", "../cache/answer-cache.ts", false],
  ["src/cache/a.ts", "../core/feed-item.ts", true],
  ["src/cache/b.ts", "../state/state.ts", false],
  ["src/capabilities/operation/a.ts", "pg", false],
  ["src/capabilities/operation/b.ts", "../../state/state.ts", true],
  ["src/faces/cli/c.ts", "../../state/state.ts", false],
  ["src/faces/cli/commands/d.ts", "../../../capabilities/operation/backup.ts", true],
  ["src/jobs/c.ts", "../state/job-table.ts", true],
  ["src/jobs/d.ts", "kysely", false],
  ["src/wiring/a.ts", "pg", false],
  ["src/knowledge/c.ts", "pg", false],
  ["src/limits/a.ts", "./plan.ts", true],
  ["src/limits/b.ts", "../capabilities/capability.ts", false],
  ["src/capabilities/answers/a.ts", "../../rules/nis2-scope/facts.ts", true],
  ["src/capabilities/answers/b.ts", "../../faces/web/paths.ts", false],
  ["src/faces/web/radar/a.ts", "../../../capabilities/registers/nis2-stats.ts", true],
  ["src/faces/web/radar/b.ts", "../../rest/rest.ts", false],
  ["src/faces/web/radar/c.ts", "../../../rules/nis2-scope/size.ts", false],
  ["src/faces/web/d.ts", "../../wiring/open-jobs.ts", false],
  ["src/sources/feeds/d.ts", "../../wiring/open-feed.ts", false],
  ["src/capabilities/answers/c.ts", "../../service.ts", false],
  ["src/faces/cli/a.ts", "./cli.ts", true],
  ["src/faces/cli/b.ts", "../../knowledge/load.ts", false],
  ["src/jobs/a.ts", "../capabilities/capability.ts", true],
  ["src/jobs/b.ts", "../faces/web/web.ts", false],
  ["src/state/g.ts", "../files/make-folder.ts", true],
  ["src/files/a.ts", "../core/ico.ts", false],
  ["src/metrics/a.ts", "../http/request-notes.ts", true],
  ["src/limits/d.ts", "../metrics/cells.ts", false],
  ["src/faces/web/g.ts", "../../http/response-headers.ts", false],
];

/** Only the state speaks to a database server, whatever folder comes next. */
const SERVER_CLIENTS = readdirSync(join(ROOT, "src"), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== "state"
    ? ["pg", "kysely"].map((client): [string, string] => [`src/${entry.name}/client-${client}.ts`, client])
    : [],
);

const CIRCLE = ["src/faces/mcp/round.ts", "src/faces/mcp/about.ts"] as const;

let dir: string;
let refused: ReadonlyMap<string, string>;

/** One run of the linter, with the rules of this project, over a tree that holds nothing but the imports above. */
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "layers-")));
  for (const file of ["biome.json", ".gitignore"]) copyFileSync(join(ROOT, file), join(dir, file));
  const write = (file: string, text: string) => {
    mkdirSync(join(dir, dirname(file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  for (const [file, imported] of [...IMPORTS, ...SERVER_CLIENTS]) {
    write(file, `import { thing } from "${imported}";\n\nexport const own = thing;\n`);
  }
  // Types alone make a circle too.
  write(CIRCLE[0], 'import type { About } from "./about.ts";\n\nexport type Round = About | 1;\n');
  write(CIRCLE[1], 'import type { Round } from "./round.ts";\n\nexport type About = Round | 2;\n');
  refused = refusals();
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The rule that refused each file. */
function refusals(): ReadonlyMap<string, string> {
  const found = lint().matchAll(/^::error title=(?<rule>[^,]+),file=(?<file>[^,]+),/gm);
  return new Map([...found].map(({ groups }) => [relative(dir, groups?.file ?? ""), groups?.rule ?? ""]));
}

function lint(): string {
  try {
    return execFileSync(process.execPath, [BIOME, "lint", "--reporter=github", "--max-diagnostics=none", "."], {
      cwd: dir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    // Findings end the linter with 1; what it found is on its output.
    return String((error as { stdout?: string }).stdout ?? "");
  }
}

describe("an import points down: faces, capabilities, rules and sources, knowledge, core", () => {
  test.each(IMPORTS.filter(([, , mayStand]) => !mayStand))("%s may not import %s", (file) => {
    expect(refused.get(file)).toBe("lint/style/noRestrictedImports");
  });

  test.each(IMPORTS.filter(([, , mayStand]) => mayStand))("%s may import %s", (file) => {
    expect(refused.get(file)).toBeUndefined();
  });
});

test.each(SERVER_CLIENTS)("%s may not import %s", (file) => {
  expect(refused.get(file)).toMatch(/noRestrictedImports/);
});

test("files that import each other in a circle are refused, even where only types go round", () => {
  for (const file of CIRCLE) expect(refused.get(file)).toBe("lint/suspicious/noImportCycles");
});
