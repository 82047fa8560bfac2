import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resText } from "../../src/sources/registers/snapshot/importing/register-files.fixture.ts";
import { GENEROUS, type Json, jsonPost, startTestService, type TestService } from "./service.fixture.ts";

const ICO = "27082440";
/** What nothing may hold once the number stands in the list. */
const NAMED = /mrkvi|polní/i;

let dosah: TestService;
const list = () => join(dosah.dataDir, "suppress.txt");

beforeAll(async () => {
  const trader = { ico: ICO, name: "Jozefína Mrkvičková", address: "Polní 7", form: "101", nace: "35110", size: "240" };
  const others = Array.from({ length: 20 }, (_, index) => ({ name: `Mrkev ${index}, s.r.o.`, nace: "62010" }));
  const text = resText([trader, ...others]);
  dosah = await startTestService({ limits: GENEROUS, files: [{ country: "CZ", format: "res", text }] });
});
afterAll(() => dosah.close());

/** Where the name or the address is named, in all faces; asked by number and by the beginning of the name. */
async function telling(): Promise<readonly string[]> {
  const text = async (path: string, init?: RequestInit) => (await dosah.fetch(path, init)).text();
  const answers = {
    tool: JSON.stringify(await dosah.tool("nis2_scope_check", { ico: ICO, country: "CZ" })),
    detail: await text("/api/company-search", jsonPost({ ico: ICO, country: "CZ" })),
    rest: await text(`/api/scope-check?ico=${ICO}&country=CZ`),
    byNumber: await text(`/api/company-search?q=${ICO}`),
    byName: await text("/api/company-search?q=jozefina"),
    verdict: await text(`/sk/firma/cz/${ICO}`),
    search: await text(`/cs/search?q=${ICO}`),
    searchByName: await text("/en/search?q=jozefina"),
  };
  return Object.entries(answers).flatMap(([name, answer]) => (NAMED.test(answer) ? [name] : []));
}

const EVERYWHERE = ["tool", "detail", "rest", "byNumber", "byName", "verdict", "search", "searchByName"];

const category = async () =>
  (await dosah.tool("nis2_scope_check", { ico: ICO, country: "CZ" })).structuredContent.category as Json;

const found = async (query: string) =>
  ((await (await dosah.fetch(`/api/company-search?q=${query}`)).json()) as Json).results.map(({ ico }: Json) => ico);

/** A changed list holds within a second. */
const holds = { timeout: 15_000, interval: 200 };

describe("somebody who objected to being named", () => {
  test("is named until the number stands in suppress.txt, and by nobody after that; the category stays", async () => {
    rmSync(list(), { force: true });
    expect(await telling()).toEqual(EVERYWHERE);
    const before = await category();
    expect(before).not.toBe("unknown");

    writeFileSync(list(), `# objected on 20 November 2026\nCZ ${ICO}\n`);
    await expect.poll(telling, holds).toEqual([]);
    expect(await category()).toBe(before);
    expect([await found("jozefina"), await found(ICO)]).toEqual([[], [ICO]]);
    expect(await (await dosah.fetch(`/sk/firma/cz/${ICO}`)).text()).toContain("firma bez zobrazeného názvu");
  });

  test("stays unnamed when another register file takes the place, and is named again without the line", async () => {
    writeFileSync(list(), `${ICO}\n`);
    await expect.poll(telling, holds).toEqual([]);
    const registers = join(dosah.dataDir, "registers", "registers.db");
    copyFileSync(registers, `${registers}.next`);
    renameSync(`${registers}.next`, registers);
    await expect.poll(() => found(ICO), holds).toEqual([ICO]);
    expect(await telling()).toEqual([]);
    writeFileSync(list(), "\n");
    await expect.poll(telling, holds).toEqual(EVERYWHERE);
  });
});
