import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ImportFile } from "./import-options.ts";
import {
  classify,
  icoAt,
  importing,
  importingAll,
  opened,
  publishedFile,
  resText,
  rpoRows,
  ruzText,
  temporaryFolder,
  writtenFile,
} from "./register-files.fixture.ts";

const ROWS = 50_000;

const rows = Array.from({ length: ROWS }, (_, index) => ({
  ico: String(10_000_000 + index * 7),
  name: `Firma ${(index * 7_919) % 104_729} ${index % 3 === 0 ? "s.r.o." : "a.s."}`,
}));

/** An import in a process of its own, as the command line runs it. It says which phase it is in. */
function childImport(dir: string, file: ImportFile): ChildProcess {
  const module = new URL("./import.ts", import.meta.url).href;
  const list = new URL("../../registers.ts", import.meta.url).href;
  const code = `
    import { importRegister } from ${JSON.stringify(module)};
    import { FILE_REGISTERS as registers } from ${JSON.stringify(list)};
    const classify = ({ nace }) => ({ category: nace.length === 0 ? "unknown" : "out_of_scope", sector: null, reason: null });
    await importRegister({
      ...${JSON.stringify({ dir, rulesVersion: "rules-1", ...file })}, registers, classify, now: () => new Date(),
      onProgress: ({ phase, rows }) => process.stdout.write(phase + " " + rows + "\\n"),
    });
    process.stdout.write("published\\n");
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--no-warnings", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Kills the child when it says something that matches, and waits until it is gone. */
async function killAt(child: ChildProcess, word: RegExp): Promise<void> {
  const gone = once(child, "exit");
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (word.test(said)) child.kill("SIGKILL");
  });
  const [code, signal] = await gone;
  expect([code, signal], `it said: ${said.slice(-200)}`).toEqual([null, "SIGKILL"]);
}

/** The file an import left behind: opened from a copy, so that looking at it changes nothing. */
function leftBehind(dir: string): { db: DatabaseSync; state: Map<string, string> } {
  const folder = join(dir, "registers");
  const copy = join(dir, "copy");
  mkdirSync(copy);
  const names = readdirSync(folder).filter((name) => name.startsWith("next-"));
  for (const name of names) copyFileSync(join(folder, name), join(copy, name.replace(/^next-\w+/, "next")));
  const db = new DatabaseSync(join(copy, "next.db"));
  onTestFinished(() => db.close());
  const entries = db.prepare("SELECT k, v FROM import_state").all();
  return { db, state: new Map(entries.map(({ k, v }) => [String(k), String(v)])) };
}

describe("kill -9", () => {
  test.each([
    ["while rows are read", /rows [1-9]\d{4,}/, false],
    ["while a packed file is read", /rows [1-9]\d{4,}/, true],
    ["while keys are written", /keys 0\n(.*\n)*keys/, false],
    ["while the file is checked", /check/, false],
  ])(
    "%s leaves the published file as it was and a build that the next import takes up",
    async (_title, word, isPacked) => {
      const dir = temporaryFolder();
      const { version } = await importing(dir, {
        country: "SK",
        format: "rpo",
        file: writtenFile(dir, rpoRows([{ name: "Firma SK" }])),
      });
      const text = resText(rows);
      const file: ImportFile = {
        country: "CZ",
        format: "res",
        file: writtenFile(dir, isPacked ? gzipSync(text, { level: 1 }) : text),
      };
      await killAt(childImport(dir, file), word);

      expect(opened(dir).version).toBe(version);
      const { db, state } = leftBehind(dir);
      expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
      const stored = Number(db.prepare("SELECT count(*) AS n FROM company WHERE country = 0").get()?.n);
      const isReading = String(word).includes("rows");
      if (isReading) expect(stored).toBe(JSON.parse(state.get("counters") ?? "{}").firms);
      expect(stored).toBeGreaterThan(0);

      const report = await importing(dir, file);
      expect(report).toMatchObject({ firms: ROWS, lines: ROWS + 1, companies: ROWS });
      if (isReading) expect(report.resumedAtLine).toBeGreaterThan(1_000);
      const snapshot = opened(dir);
      expect(snapshot.find(String(10_000_000 + 7 * (ROWS - 1)), "CZ")?.name).toBe(rows.at(-1)?.name);
      expect(snapshot.search("firma sk", undefined, 10)).toMatchObject([{ country: "SK" }]);
      expect(readdirSync(join(dir, "registers")).filter((name) => /^(next|seed)-/.test(name))).toEqual([]);
    },
  );
});

/** Stops an import after so many reports of a phase, as a signal of the command line would. */
function stopAfter(phase: string, times: number) {
  const control = new AbortController();
  let left = times;
  return {
    signal: control.signal,
    onProgress: (progress: { phase: string }) => {
      if (progress.phase === phase && --left === 0) control.abort(new Error("stopped"));
    },
  };
}

describe("an import that was stopped", () => {
  const files = (dir: string): ImportFile[] => [
    { country: "SK", format: "rpo", file: writtenFile(dir, rpoRows(rows.slice(0, 2_000)), "a.json") },
    {
      country: "SK",
      format: "ruz",
      file: writtenFile(
        dir,
        ruzText(
          rows
            .slice(1_000, 3_000)
            .map(({ ico, name }) => ({ ico, nazovUJ: name, skNace: "62010", velkostOrganizacie: "12" })),
        ),
        "b.json",
      ),
      asOf: "2026-10-10",
    },
  ];

  test("between two files goes on with the second", async () => {
    const whole = temporaryFolder();
    await importingAll(whole, files(whole));
    const dir = temporaryFolder();
    const all = files(dir);
    await expect(importingAll(dir, all, stopAfter("rows", 2))).rejects.toThrow("stopped");
    expect(existsSync(publishedFile(dir))).toBe(false);
    const reports = await importingAll(dir, all);
    expect(reports).toMatchObject([
      { firms: 2_000, added: 2_000 },
      { firms: 2_000, added: 1_000 },
    ]);
    const [a, b] = [opened(whole), opened(dir)];
    expect(b.stats()).toEqual(a.stats());
    for (const { ico } of rows.slice(0, 3_000)) expect(b.find(ico, "SK")).toEqual(a.find(ico, "SK"));
  });

  test.each(["copy", "keys", "classes"])("in the phase %s goes on", async (phase) => {
    const dir = temporaryFolder();
    await importing(dir, { country: "CZ", format: "res", file: writtenFile(dir, resText(rows.slice(0, 50))) });
    const changed = { classify, rulesVersion: "rules-2" };
    const all = files(dir);
    await expect(importingAll(dir, all, { ...changed, ...stopAfter(phase, 1) })).rejects.toThrow("stopped");
    await importingAll(dir, all, changed);
    expect(
      opened(dir)
        .holdings()
        .map(({ companies }) => companies),
    ).toEqual([3_000, 50]);
  });

  test("starts anew when the file has changed meanwhile", async () => {
    const dir = temporaryFolder();
    const [first] = files(dir);
    if (first === undefined) throw new Error("there is a file");
    await expect(importing(dir, first, stopAfter("rows", 1))).rejects.toThrow("stopped");
    writtenFile(dir, rpoRows([{ ico: icoAt(1), name: "Firma iná" }]), "a.json");
    const report = await importing(dir, first);
    expect(report).toMatchObject({ firms: 1, companies: 1 });
    expect(report.resumedAtLine).toBeUndefined();
  });
});

describe("two imports at the same time", () => {
  test("do not fight: the second has to wait", async () => {
    const dir = temporaryFolder();
    const file: ImportFile = { country: "CZ", format: "res", file: writtenFile(dir, resText(rows)) };
    const child = childImport(dir, file);
    const done = once(child, "exit");
    await once(child.stdout ?? child, "data");
    await expect(importing(dir, file)).rejects.toThrow(/another import of registers is running/);
    expect((await done)[0]).toBe(0);
    expect(opened(dir).holdings()[0]?.companies).toBe(ROWS);
  });

  test("in one process do not fight either", async () => {
    const dir = temporaryFolder();
    const file: ImportFile = { country: "CZ", format: "res", file: writtenFile(dir, resText(rows.slice(0, 20))) };
    const [first, second] = await Promise.allSettled([importing(dir, file), importing(dir, file)]);
    expect([first.status, second.status]).toEqual(["fulfilled", "rejected"]);
  });
});
