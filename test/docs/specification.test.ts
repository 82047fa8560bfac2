import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from "../../src/capabilities/calling/json-schema.ts";
import { capabilities } from "../../src/capabilities/index.ts";
import { COMMANDS } from "../../src/faces/cli/cli.ts";
import { paths, privatePaths } from "../../src/faces/web/paths.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { type Page, proseOf, ROOT, readPage } from "./markdown.ts";

const page = readPage("docs/specification.md");

const requirements = z
  .array(z.object({ section: z.string(), promises: z.array(z.object({ id: z.string() })) }))
  .parse(parse(readFileSync(join(ROOT, "test/requirements.yaml"), "utf8")));

const known = requirements.flatMap(({ section, promises }) => promises.map(({ id }) => `${section}.${id}`));

/** The ids of a page: the first cells of all tables whose first heading is `id`, in their order. */
function idsOf({ text }: Page): readonly string[] {
  const tables = text.matchAll(/^\| id \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/gm);
  return [...tables].flatMap(([, rows = ""]) =>
    [...rows.matchAll(/^\| `([^`]+)` \| +(?=[^|\s])/gm)].map(([, id = ""]) => id),
  );
}

/** What stands below a heading, up to the next heading of the same or a higher level. */
function sectionOf({ text }: Page, heading: string): string {
  const level = heading.indexOf(" ");
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) return "";
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The top names of an object, of all its branches where it has several. */
function namesOf({ properties, anyOf, oneOf }: JsonSchema): readonly string[] {
  const branches = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? (each as JsonSchema[]) : []));
  return [...new Set([...Object.keys(properties ?? {}), ...branches.flatMap(namesOf)])];
}

/** The names that a text lacks between backticks. */
const missingIn = (text: string, names: readonly string[]) => names.filter((name) => !text.includes(`\`${name}`));

describe("the specification and its requirements have the same ids", () => {
  test("every requirement stands in the specification, once", () => {
    expect([...idsOf(page)].sort()).toEqual([...known].sort());
  });

  test("an id that is missing, unknown or without a sentence would be found", () => {
    const table = "| id | promise |\n|---|---|\n| `a.b` | It is so. |\n| `c.d` |  |\n";
    expect(idsOf({ path: "", text: table })).toEqual(["a.b"]);
  });
});

describe("the specification names everything that is offered:", () => {
  const tools = capabilities
    .filter((capability) => capability.mcp !== undefined)
    .filter(({ access }) => access === "public");

  test.each(tools.map((tool) => [tool.name, tool] as const))("parameters and output fields of %s", (name, tool) => {
    const section = sectionOf(page, `### ${name}`);
    expect(missingIn(section, namesOf(inputJsonSchema(tool.input)))).toEqual([]);
    expect(missingIn(section, namesOf(outputJsonSchema(tool.published.output)))).toEqual([]);
  });

  test("every REST endpoint", () => {
    const offers = capabilities.flatMap(({ rest = [] }) => rest).map(({ method, path }) => `${method} ${path}`);
    expect(missingIn(sectionOf(page, "## REST"), offers)).toEqual([]);
  });

  test("every page", () => {
    expect(
      missingIn(
        sectionOf(page, "## Pages"),
        [...Object.values(paths), ...Object.values(privatePaths)].map((path) => path || "/"),
      ),
    ).toEqual([]);
  });

  test("every command", () => {
    expect(
      missingIn(
        sectionOf(page, "## Command line"),
        COMMANDS.map(({ words }) => words),
      ),
    ).toEqual([]);
  });

  test("every number of the limits that it promises", () => {
    const rows = new Map(
      [...sectionOf(page, "## Limits").matchAll(/^\| `([^`]+)` \| .* \| ([^|]+) \| ([^|]+) \|$/gm)].map(
        ([, id, minute = "", day = ""]) => [id, [minute, day].map((cell) => cell.split("; "))] as const,
      ),
    );
    const promised = loadLimits(KNOWLEDGE_DIR).flatMap(({ note, perMinute, perDay }) => {
      const id = /^docs\/specification\.md, `([^`]+)`/.exec(note)?.[1];
      return id === undefined ? [] : [{ id, numbers: [perMinute, perDay] }];
    });
    expect(promised.length).toBeGreaterThan(10);
    for (const { id, numbers } of promised) {
      for (const [index, number] of numbers.entries()) {
        expect(rows.get(id)?.[index], id).toContain(number === undefined ? "–" : String(number));
      }
    }
  });

  test("and a name that is missing would be found", () => {
    const text = proseOf({ path: "", text: "\n## A\n\n`one`\n\n## B\n\n`two`\n" });
    expect(missingIn(sectionOf({ path: "", text }, "## A"), ["one", "two"])).toEqual(["two"]);
  });
});
