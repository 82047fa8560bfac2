import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDosah } from "../../../../test/promises/run-command.fixture.ts";
import { openTestServices, type TestServices } from "../../../../test/promises/service.fixture.ts";
import { editedKnowledge } from "../../../knowledge/edited-copy.fixture.ts";
import { KNOWLEDGE_DIR } from "../../../knowledge/load.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices();
});

afterAll(() => dosah.close());

const check = (...words: string[]) => runDosah(dosah.call, ["knowledge", "check", ...words]);

/** The line, from 1, on which a text of a shipped file stands for the first time. */
function lineOf(file: string, text: string): number {
  const before = readFileSync(join(KNOWLEDGE_DIR, file), "utf8").split(text)[0] ?? "";
  return before.split("\n").length;
}

interface Corruption {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What the line says behind file and line. */
  readonly says: RegExp;
  /** Lines between the corrupted place and the line that is named: a missing key is reported at its parent. */
  readonly above?: number;
}

describe("a mistake in the knowledge ends the check with exit code 1 and names file and line:", () => {
  test.each<[string, Corruption]>([
    [
      "a citation of an article that does not exist, in a text",
      {
        file: "obligations/article-21.yaml",
        from: "en: Take technical",
        to: "en: Under Article 99 of Directive (EU) 2022/2555, take technical",
        says: /0\.description\.en: not_confirmed: Article 99 of Directive \(EU\) 2022\/2555$/,
      },
    ],
    [
      "a citation of an act that is not registered, in a text",
      {
        file: "questionnaire/incidents.yaml",
        from: "sk: ",
        to: "sk: Podľa § 5 zákona č. 1/1999 Z. z. ",
        says: /title\.sk: unrecognized: § 5 zákona č\. 1\/1999 Z\. z\.$/,
      },
    ],
    [
      "a reference to a place that does not exist",
      {
        file: "questionnaire/incidents.yaml",
        from: "legalReferences: [nis2 23(4)(a)",
        to: "legalReferences: [nis2 23(99)",
        says: /questions\.\d+\.legalReferences\.0: names no act of knowledge\/acts, or no place that exists in it$/,
      },
    ],
    [
      "a reference in braces that does not exist",
      {
        file: "ai-act/questions.yaml",
        from: "({ai-act annex III}), napríklad",
        to: "({ai-act annex XX}), napríklad",
        says: /1\.help\.sk: \{ai-act annex XX\} is (neither a value of this text nor a|no) citation that exists$/,
      },
    ],
    [
      "a missing language",
      {
        file: "obligations/article-20.yaml",
        from: "    cs: ",
        to: "    # cs: ",
        says: /0\.(name|description)\.cs: Invalid input: expected string, received undefined$/,
        above: 2,
      },
    ],
    [
      "a question that pre-fills an unknown obligation",
      {
        file: "questionnaire/access.yaml",
        from: "obligations: [NIS2-21-2-I-ACC",
        to: "obligations: [NIS2-21-2-I-XXX",
        says: /questions\.1\.obligations\.0: is no code of knowledge\/obligations$/,
      },
    ],
    [
      "a next step that names an unknown obligation",
      {
        file: "nis2/next-steps.yaml",
        from: "obligations: [NIS2-27-2]",
        to: "obligations: [NIS2-27-9]",
        says: /0\.obligations\.0: is no code of knowledge\/obligations$/,
      },
    ],
    [
      "a limit that counts nothing",
      { file: "limits.yaml", from: "perMinute: 60", to: "perMinute: 0", says: /mcp_endpoint\.perMinute: / },
    ],
    [
      "a change of the rules that has no version",
      {
        file: "nis2/size-thresholds.yaml",
        from: "staffBelow: 50",
        to: "staffBelow: 51",
        says: /^releases\.yaml:5 scope: is not what was published as version \d+\.\d+: add a version to changelog\.yaml/,
      },
    ],
  ])("%s", async (_what, { file, from, to, says, above = 0 }) => {
    const dir = editedKnowledge(file, from, to);
    const { code, out, err } = await check("--dir", dir, "--locale", "en");
    const [first = "", ...rest] = err.split("\n");
    expect(code).toBe(1);
    if (!says.source.startsWith("^")) {
      const [, named, line, message = ""] = /^(\S+):(\d+) (.*)$/.exec(first) ?? [];
      expect(named?.endsWith(file), first).toBe(true);
      expect(Number(line), first).toBe(lineOf(file, from) - above);
      expect(message).toMatch(says);
    } else expect(first).toMatch(says);
    expect(rest).toEqual(["The knowledge files have mistakes.", "Correct the lines named above."]);
    expect(out).toMatch(/, 1 failures$/);
  });
});

test("a check of the domain scan without an entry, and an entry without a check", async () => {
  const dir = editedKnowledge("scan/checks.yaml", "- id: dns.caa", "- id: dns.cab");
  const { code, err } = await check("--dir", dir, "--locale", "en");
  expect(code).toBe(1);
  expect(err.split("\n").slice(0, 2)).toEqual([
    "scan/checks.yaml:1 dns.caa: has no entry",
    "scan/checks.yaml:1 dns.cab: is no check of src/scanner/checks/index.ts",
  ]);
});

test("with --json the failures are data", async () => {
  const dir = editedKnowledge("questionnaire/access.yaml", "obligations: [NIS2", "obligations: [NIS3");
  const { code, out } = await check("--dir", dir, "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out).failures).toMatchObject([
    {
      file: expect.stringContaining("questionnaire/access.yaml"),
      line: lineOf("questionnaire/access.yaml", "obligations: [NIS2"),
    },
  ]);
});

test("a copy of what is shipped has no mistake", async () => {
  const dir = editedKnowledge("nis2/sectors.yaml", "# The sectors", "# Sectors");
  expect(await check("--dir", dir)).toMatchObject({ code: 0, err: "" });
});
