import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { resText } from "../../src/sources/registers/snapshot/importing/register-files.fixture.ts";
import { slovakRegisters } from "../promises/register-files.fixture.ts";
import { runDosah } from "../promises/run-command.fixture.ts";
import { startTestService, type TestService } from "../promises/service.fixture.ts";
import { curlRequest, differences, sameLine, shellWords } from "./commands.ts";
import { documentationPages, type Fence, fencesOf, type Page, readPage } from "./markdown.ts";

/** Lines of `sh` blocks that set something up instead of asking Dosah something, or that ask the world outside. */
const NOT_RUN = [
  /^npm /,
  /^[A-Z_]+=\S.* npm /,
  /^claude mcp add /,
  /^npx dosah serve\b/,
  /^npx dosah registers fetch\b/,
  /^npx dosah (backup|restore) /,
  /^npx dosah scope - /,
  /^npx dosah batch /,
  /dosah completion /,
  /^#/,
];

const OUTPUTS = ["text", "json", "http"];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dosah-docs-"));
  const [rpo, ruz, nis2] = slovakRegisters;
  const files = {
    "res_data.csv": resText([{ name: "Firma" }]),
    "res_pf_nace.csv": "ICO,KODCIS,HODN,ZDRUDAJ,DATPLAT\n",
    "rpo-batch.json.gz": rpo?.text ?? "",
    "ruz.ndjson": ruz?.text ?? "",
    "nis2-register.ndjson": nis2?.text ?? "",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names of files that the documentation speaks of, as files of this test. */
const withFiles = (words: readonly string[]) =>
  words.map((word) => (/^[\w-]+\.(csv|ndjson|json\.gz)$/.test(word) ? join(folder, word) : word));

const pages = documentationPages().filter((page) => fencesOf(page).some(({ language }) => language === "sh"));

describe.each(pages.map((page) => [page.path, page] as const))("%s", (_path, page) => {
  test("shows commands that work, with what they really print", async () => {
    const dosah = await startTestService();
    onTestFinished(dosah.close);
    const fences = fencesOf(page);
    for (const [index, fence] of fences.entries()) {
      if (fence.language !== "sh") continue;
      const next = fences[index + 1];
      const shown =
        next !== undefined && OUTPUTS.includes(next.language) && follows(page, fence, next) ? next : undefined;
      for (const line of fence.text.split("\n")) {
        const wrong = await runLine(dosah, line.replace(/\s+# .*$/, ""), shown);
        expect(wrong, line).toEqual([]);
      }
    }
  });
});

/** True when nothing but blank lines stands between two blocks. */
function follows({ text }: Page, first: Fence, second: Fence): boolean {
  return text.includes(`${first.text}\n\`\`\`\n\n\`\`\`${second.language}\n${second.text}\n`);
}

/** Runs one line and says what is wrong with it or with the shown output. */
async function runLine(dosah: TestService, line: string, shown: Fence | undefined): Promise<string[]> {
  if (line === "" || NOT_RUN.some((pattern) => pattern.test(line))) return [];
  const words = shellWords(line);
  if (words[0] === "curl") {
    const { path, init, showsHeaders } = curlRequest(words);
    const response = await dosah.fetch(path, init);
    const body = await response.text();
    if (shown === undefined) return response.ok ? [] : [`${response.status} ${body}`];
    if (showsHeaders) return headerDifferences(response, shown.text);
    return differences(JSON.parse(body), JSON.parse(shown.text));
  }
  if (words[0] !== "npx" || words[1] !== "dosah") return ["this test does not know what to do with it"];
  const { code, out, err } = await runDosah(dosah.service.call, withFiles(words.slice(2)));
  if (shown === undefined) return code === 0 ? [] : [`exit code ${code}: ${err}`];
  const real = `${out}${err}`.split("\n");
  const wanted = shown.text.split("\n");
  const start = real.findIndex((_line, at) => wanted.every((want, index) => sameLine(real[at + index] ?? "", want)));
  return start < 0 ? [`shown:\n${shown.text}\nreal:\n${real.join("\n")}`] : [];
}

function headerDifferences(response: Response, shown: string): string[] {
  const [status = "", ...headers] = shown.split("\n");
  const statusIsReal = status === `HTTP/1.1 ${response.status}`;
  return [
    ...(statusIsReal ? [] : [`shown ${status}, real ${response.status}`]),
    ...headers.flatMap((header) => {
      const [name = "", ...rest] = header.split(":");
      const real = response.headers.get(name);
      return real === rest.join(":").trim() ? [] : [`shown ${header}, real ${real}`];
    }),
  ];
}

test("every JSON block is JSON, and every YAML block of limits is accepted as LIMITS_FILE", () => {
  for (const page of documentationPages()) {
    for (const { language, text } of fencesOf(page)) {
      if (language === "json") expect(() => JSON.parse(text), `${page.path}: ${text}`).not.toThrow();
      if (language !== "yaml" || page.path !== "docs/limits.md") continue;
      const file = join(folder, "limits.yaml");
      writeFileSync(file, text);
      const named = Object.keys(parse(text));
      const replaced = loadLimits(KNOWLEDGE_DIR, file).filter(({ name }) => named.includes(name));
      expect(replaced).toHaveLength(named.length);
    }
  }
});

test("what connects an agent is the same in the documentation and on the page of the service", async () => {
  const dosah = await startTestService();
  onTestFinished(dosah.close);
  const html = await (await dosah.fetch("/en/docs/agents")).text();
  const onPage = html.replaceAll("&quot;", '"');
  const blocks = fencesOf(readPage("docs/connect.md")).filter(
    ({ text }) => /mcp(_s|S)ervers|"servers"|claude mcp/.test(text) && !text.includes("Authorization"),
  );
  expect(blocks).toHaveLength(4);
  for (const { text } of blocks) expect(onPage).toContain(text);
});

describe("the check of the documentation finds", () => {
  test.each<[string, unknown, unknown, number]>([
    ["nothing where the real answer has more", { a: 1, b: [1, 2], c: { d: null } }, { a: 1, b: [1], c: {} }, 0],
    ["another value", { a: 1 }, { a: 2 }, 1],
    ["a field that is not there", { a: 1 }, { b: null }, 1],
    ["an item too many", [1], [1, 2], 1],
    ["an object where a list is shown", {}, [], 1],
  ])("%s", (_case, real, shown, wrong) => {
    expect(differences(real, shown)).toHaveLength(wrong);
  });

  test("a line that differs, where no … stands", () => {
    expect(sameLine("29 rows read, 0 skipped", "… rows read, … skipped")).toBe(true);
    expect(sameLine("29 rows read.", "29 rows read?")).toBe(false);
    expect(sameLine("29 rows read and more", "29 rows read")).toBe(false);
  });

  test("a command that fails, and one that nobody knows", async () => {
    const dosah = await startTestService();
    onTestFinished(dosah.close);
    expect(await runLine(dosah, "npx dosah scope 12", undefined)).toHaveLength(1);
    expect(await runLine(dosah, "rm -rf /", undefined)).toHaveLength(1);
    expect(await runLine(dosah, 'curl "http://localhost:3000/api/nope"', undefined)).toHaveLength(1);
    expect(await runLine(dosah, "npx dosah search slovnaft", { language: "text", text: "nothing" })).toHaveLength(1);
  });
});
