import { expect, test } from "vitest";
import { bareServices, unlimited } from "../../../capabilities/bare-services.fixture.ts";
import { createCall } from "../../../capabilities/calling/call.ts";
import type { Services } from "../../../capabilities/contexts.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";
import { EXIT, runCommand } from "../cli.ts";
import { aiAct } from "./ai-act.ts";

const services: Services = bareServices(knowledge);

const call = createCall(services, unlimited);

/** Runs `dosah ai-act` with the words after it. */
async function run(words: string) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    status: () => {},
    read: async () => new Uint8Array(),
  };
  const code = await runCommand(aiAct, ["ai-act", ...words.split(" ").filter((word) => word !== "")], {
    call,
    terminal,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

async function answer(words: string) {
  const { code, out, err } = await run(`${words} --json`);
  expect(err).toBe("");
  expect(code).toBe(EXIT.answered);
  return JSON.parse(out);
}

test("the options are the parameters in kebab case", async () => {
  const classified = await answer(
    "--annex-iii-use credit_scoring --annex-iii-exception preparatory --profiling --as-of 2026-12-01",
  );
  expect(classified).toMatchObject({ class: "high_risk", asOf: "2026-12-01" });
  expect(classified.reasons.map(({ id }: { id: string }) => id)).toEqual([
    "annex-iii-5b",
    "profiling-blocks-exception",
  ]);
});

test("every fact has its option, every yes has its no", () => {
  expect(Object.keys(aiAct.options ?? {})).toEqual(
    expect.arrayContaining([
      "role",
      "annex-iii-use",
      "annex-iii-exception",
      "interacts-with-people",
      "no-decides-about-natural-persons",
      "emotion-at-workplace-or-education",
      "other-prohibited-practices",
      "as-of",
    ]),
  );
  expect(Object.keys(aiAct.options ?? {})).toHaveLength(4 + 1 + 2 * 14);
});

test("a stated no differs from silence", async () => {
  const duties = async (words: string) => (await answer(words)).obligations.map(({ id }: { id: string }) => id);
  expect(await duties("--annex-iii-use public_benefits")).toContain("register-use");
  expect(await duties("--annex-iii-use public_benefits --no-public-body-or-public-service")).not.toContain(
    "register-use",
  );
});

test("letters come one by one or with commas", async () => {
  const reasons = async (words: string) => (await answer(words)).reasons.map(({ id }: { id: string }) => id);
  expect(await reasons("--other-prohibited-practices a,ba --other-prohibited-practices h")).toEqual([
    "prohibited-a",
    "prohibited-ba",
    "prohibited-h",
  ]);
});

test("without --json it is text: the class, why, the duties with their days, what was assumed", async () => {
  const { out, code } = await run("--annex-iii-use credit_scoring --locale en");
  expect(code).toBe(EXIT.answered);
  expect(out).toContain("High risk. Duties of the deployer: 11");
  expect(out).toContain(
    "[Article 6(2) of Regulation (EU) 2024/1689; Annex III, point 5(b), to Regulation (EU) 2024/1689]",
  );
  expect(out).toContain("applies from 2 February 2025: Take measures");
  expect(out).toContain("  - from 2 December 2027: Before first use");
  expect(out).toContain("\n    Read literally, this provision applies from 2 August 2026");
  expect(out).toContain("What was assumed:");
});

test.each<[string, string, string]>([
  ["a day that does not exist", "--as-of 2026-02-30", "--as-of"],
  ["an unknown use", "--annex-iii-use chess", "--annex-iii-use"],
  ["letter f", "--other-prohibited-practices f", "--other-prohibited-practices:"],
  ["yes and no at once", "--profiling --no-profiling", "--profiling"],
  ["an unknown option", "--chess", "--chess"],
  ["a word too many", "chess", "more after the command"],
])("%s is a usage error that names it", async (_case, words, named) => {
  const { code, out, err } = await run(words);
  expect(code).toBe(EXIT.usage);
  expect(out).toBe("");
  expect(err).toContain(named);
});
