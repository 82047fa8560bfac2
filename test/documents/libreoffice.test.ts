import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { exampleReport, ODD_TEXTS } from "../../src/documents/report.fixture.ts";
import { writeDocx } from "../../src/documents/write-docx.ts";
import { writeXlsx } from "../../src/documents/write-xlsx.ts";

const SOFFICE = "soffice";
const isInstalled = spawnSync(SOFFICE, ["--version"]).status === 0;

const dir = mkdtempSync(join(tmpdir(), "libreoffice-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Opens a file without a window and saves it as another kind; a file that needs a repair is not opened so. */
function converted(name: string, bytes: Uint8Array, format: string, ending: string): string {
  writeFileSync(join(dir, name), bytes);
  const profile = `-env:UserInstallation=file://${join(dir, "profile")}`;
  const saved = ["--headless", "--convert-to", format, "--outdir", dir, join(dir, name)];
  execFileSync(SOFFICE, [profile, ...saved], { stdio: "ignore", timeout: 60_000 });
  return readFileSync(join(dir, name.replace(/\.\w+$/, `.${ending}`)), "utf8");
}

describe.skipIf(!isInstalled)("LibreOffice opens what we write (skipped where it is not installed)", () => {
  test.each(LOCALES)("a text document in %s, with every text as it is", (locale) => {
    const report = exampleReport(locale);
    const written = converted(`report-${locale}.docx`, writeDocx(report), "txt:Text (encoded):UTF8", "txt");
    const text = written.replaceAll("\u00a0", " ");
    for (const each of [report.title, ...ODD_TEXTS]) expect(text).toContain(each);
  });

  test("a spreadsheet, where what looks like a formula is a text", () => {
    const table = { columns: [{ title: "evidenceNote", width: 1 }], rows: ODD_TEXTS.map((text) => [text]) };
    const bytes = writeXlsx({ locale: "sk", title: "Register", day: "2026-11-23", sheet: "Register", table });
    const text = converted("register.xlsx", bytes, "csv:Text - txt - csv (StarCalc):44,34,76", "csv");
    for (const each of ODD_TEXTS) expect(text).toContain(each.replaceAll('"', '""'));
  });
});
