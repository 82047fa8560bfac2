import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { status, statusLines } from "../../src/capabilities/operation/status.ts";
import { sourceStatus } from "../../src/capabilities/registers/source-status.ts";
import { LOCALES } from "../../src/core/locale.ts";
import { asFormerLayout } from "../../src/sources/registers/snapshot/layout/former-layout.fixture.ts";
import { openTestServices, startTestService } from "./service.fixture.ts";

/** A data folder of its own whose register file has the layout before, or the present one. */
async function dataFolder(isFormer: boolean): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-older-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  await (await openTestServices({ env: { DATA_DIR: dir }, isFirstStart: true })).close();
  if (isFormer) asFormerLayout(join(dir, "registers", "registers.db"));
  return dir;
}

test.each([
  [true, "names from their beginning alone: the file has an older layout"],
  [false, "words in any order, towns, former names, one typing error"],
])(
  "a register file of the layout before (%s) is served, and the status says what a search finds",
  async (isFormer, says) => {
    const opened = await openTestServices({ env: { DATA_DIR: await dataFolder(isFormer) } });
    onTestFinished(opened.close);
    const { answer } = await opened.call(sourceStatus, {}, [], { address: null });
    expect(answer.snapshot).toMatchObject({ hasWordIndex: !isFormer, health: "ok" });
    expect(sourceStatus.cli?.lines(answer, "en", {} as never).join("\n")).toContain(says);
    const report = (await opened.call(status, {}, [], { address: null })).answer;
    expect(report.hasWordIndex).toBe(!isFormer);
    expect(statusLines(report).join("\n")).toContain(says);
  },
);

test("the page of sources says it, and the firms of an older file are still found by name and number", async () => {
  const dosah = await startTestService({ env: { DATA_DIR: await dataFolder(true) } });
  onTestFinished(() => dosah.close());
  for (const locale of LOCALES) {
    expect(await (await dosah.fetch(`/${locale}/sources`)).text()).toContain('data-word-index="false"');
  }
  expect(await (await dosah.fetch("/sk/search?q=slovnaft&country=SK")).text()).toContain('data-hit="SK31322832"');
  expect((await dosah.fetch("/sk/search?q=31322832", { redirect: "manual" })).status).toBe(303);
});
