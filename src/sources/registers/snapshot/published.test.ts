import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { FILE_REGISTERS } from "../registers.ts";
import { checksumBeside, sha256Of } from "./importing/checksum-file.ts";
import { holdImportLock } from "./importing/lock.ts";
import {
  classify,
  icoAt,
  importing,
  NOW,
  publishedFile,
  resText,
  rpoRows,
  temporaryFolder,
  testSample,
  writtenFile,
} from "./importing/register-files.fixture.ts";
import { openPublished, type PublishedOptions, type PublishedRegisters } from "./published.ts";
import { RegisterFileError, SnapshotDamage } from "./records/failure.ts";

const options: PublishedOptions = {
  registers: FILE_REGISTERS,
  classify,
  rulesVersion: "rules-1",
  now: () => NOW,
  seed: testSample,
};

async function published(dir: string, more: Partial<PublishedOptions> = {}) {
  const registers = await openPublished(dir, { ...options, ...more });
  onTestFinished(() => registers.close());
  return registers;
}

const resFile = (dir: string, ...names: string[]) =>
  ({ country: "CZ", format: "res", file: writtenFile(dir, resText(names.map((name) => ({ name })))) }) as const;

describe("the published registers", () => {
  test("begin with the shipped sample, marked as such, with every fact and its source", async () => {
    const registers = await published(temporaryFolder());
    expect(
      registers
        .holdings()
        .map(({ country, isSample, companies, dataAsOf }) => ({ country, isSample, companies, dataAsOf })),
    ).toEqual([
      { country: "SK", isSample: true, companies: 1, dataAsOf: "2026-01-01" },
      { country: "CZ", isSample: true, companies: 1, dataAsOf: "2026-01-02" },
    ]);
    expect(registers.find(icoAt(900), "CZ")).toEqual({
      ...testSample.companies[0],
      nace: [
        { code: "35110", revision: "2" },
        { code: "35120", revision: "2.1" },
        { code: "35130", revision: "2" },
      ],
    });
    expect(registers.search("vzorka", undefined, 10).map(({ country }) => country)).toEqual(["CZ", "SK"]);
    expect(registers.stats()).toEqual([
      { country: "CZ", category: "unknown", sector: "energy", count: 1 },
      { country: "SK", category: "unknown", sector: "energy", count: 1 },
    ]);
  });

  test("notice a newly published file within a second of use", async () => {
    const dir = temporaryFolder();
    let millis = 0;
    const registers = await published(dir, { millis: () => millis });
    const first = registers.version;
    await importing(dir, resFile(dir, "Firma A"), { seed: testSample });
    expect(registers.version).toBe(first);
    millis = 1_000;
    expect(registers.search("firma", undefined, 10)).toHaveLength(1);
    expect(registers.version).not.toBe(first);
    expect(registers.find(icoAt(901), "SK")?.name).toBe("Vzorka SK");
  });

  test("of several processes that start at once have one file", async () => {
    const dir = temporaryFolder();
    const all = await Promise.all([published(dir), published(dir), published(dir)]);
    expect(new Set(all.map(({ version }) => version)).size).toBe(1);
    expect(readdirSync(join(dir, "registers"))).toEqual(["registers.db", "registers.db.sha256"]);
  });

  test("that are the shipped sample have a checksum beside them like any other", async () => {
    const dir = temporaryFolder();
    await published(dir);
    expect(checksumBeside(publishedFile(dir))).toBe(sha256Of(publishedFile(dir)));
  });

  test("serve on from the old file when the new one cannot be used, and say so once", async () => {
    const dir = temporaryFolder();
    let millis = 0;
    const problems: string[] = [];
    const registers = await published(dir, { millis: () => millis, onProblem: (message) => problems.push(message) });
    rmSync(publishedFile(dir));
    for (const content of [undefined, "this is no database", undefined]) {
      if (content !== undefined) writeFileSync(publishedFile(dir), content);
      for (let look = 0; look < 3; look++) {
        millis += 1_000;
        expect(registers.find(icoAt(900), "CZ")?.name).toBe("Vzorka CZ");
      }
    }
    expect(problems).toEqual(Array(2).fill("The published register file cannot be used; the one before it serves on."));
    rmSync(publishedFile(dir));
    await importing(dir, resFile(dir, "Firma A"));
    millis += 1_000;
    expect(registers.search("firma", undefined, 10)).toHaveLength(1);
  });
});

describe("a file that cannot be used at the start", () => {
  const damaged: [string, (file: string) => void][] = [
    ["cut off", (file) => truncateSync(file, 9_000)],
    ["empty", (file) => truncateSync(file, 0)],
    ["no database", (file) => writeFileSync(file, "x".repeat(10_000))],
    [
      "a database of somebody else",
      (file) => {
        rmSync(file);
        const db = new DatabaseSync(file);
        db.exec("CREATE TABLE x (y)");
        db.close();
      },
    ],
    [
      "of another version of Dosah",
      (file) => {
        const db = new DatabaseSync(file);
        db.exec("PRAGMA user_version = 99");
        db.close();
      },
    ],
    [
      "without its search index",
      (file) => {
        const db = new DatabaseSync(file);
        db.exec("DROP TABLE key_block");
        db.close();
      },
    ],
  ];

  test.each(damaged)("(%s) is put aside and reported; the sample serves", async (_title, damage) => {
    const dir = temporaryFolder();
    await importing(dir, resFile(dir, "Firma A"));
    damage(publishedFile(dir));
    const problems: string[] = [];
    const registers = await published(dir, { onProblem: (message) => problems.push(message) });
    expect(registers.find(icoAt(900), "CZ")?.name).toBe("Vzorka CZ");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/registers-unusable-.*\.db; the shipped sample serves until registers are imported/);
    expect(readdirSync(join(dir, "registers")).filter((name) => /^registers-unusable.*\.db$/.test(name))).toHaveLength(
      1,
    );
    expect(registers.health()).toBe("unusable");
  });

  test.each(damaged)("(%s) is a clear error where there is no sample", async (_title, damage) => {
    const dir = temporaryFolder();
    await importing(dir, resFile(dir, "Firma A"));
    damage(publishedFile(dir));
    const { seed: _seed, ...bare } = options;
    await expect(openPublished(dir, bare)).rejects.toThrow(
      /registers\.db: (the register file|this is no register file)/,
    );
    await expect(openPublished(temporaryFolder(), bare)).rejects.toThrow(/there is no register file and no sample/);
  });
});

describe("a file that the machine does not let be read at the start", () => {
  test("stops the start and stays where it is: it may be whole", async () => {
    const dir = temporaryFolder();
    const file = publishedFile(dir);
    // Reading a folder is an I/O error for SQLite, as a failing disk is.
    mkdirSync(file, { recursive: true });
    await expect(published(dir)).rejects.toThrow(/registers\.db: the register file cannot be read/);
    expect(readdirSync(join(dir, "registers"))).toEqual(["registers.db"]);
  });
});

test("damage that is met while serving is reported once, and thrown each time", async () => {
  const dir = temporaryFolder();
  await importing(dir, resFile(dir, "Firma A"));
  const db = new DatabaseSync(publishedFile(dir));
  db.exec("UPDATE company SET nace = 'b62010 35110'");
  db.close();
  const problems: string[] = [];
  const registers = await published(dir, { onProblem: (message) => problems.push(message) });
  for (let turn = 0; turn < 3; turn++) expect(() => registers.find(icoAt(0), "CZ")).toThrow(SnapshotDamage);
  expect(problems).toEqual([expect.stringContaining("is damaged")]);
});

/** Flips a bit of the published file without a trace in its date, as a disk that rots does. */
function rot(dir: string, what = "Firma A"): void {
  const file = publishedFile(dir);
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  const at = bytes.indexOf(what);
  expect(at).toBeGreaterThan(0);
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.from([(bytes[at] ?? 0) ^ 1]), 0, 1, at);
  closeSync(descriptor);
  utimesSync(file, atime, mtime);
}

const firmOf = (registers: PublishedRegisters, at: number) => {
  try {
    return registers.find(icoAt(at), "CZ")?.name;
  } catch (cause) {
    return cause instanceof SnapshotDamage ? "damaged" : cause;
  }
};

describe("a file that is compared with its checksum", () => {
  test("and is whole stays, and is compared once until it is swapped, damage is met or hours have passed", async () => {
    const dir = temporaryFolder();
    let millis = 0;
    await importing(dir, resFile(dir, "Firma A"));
    utimesSync(publishedFile(dir), NOW, NOW); // whole milliseconds, which can be set back
    const registers = await published(dir, { millis: () => millis });
    expect([await registers.check(), registers.health()]).toEqual([false, "ok"]);
    rot(dir);
    expect(await registers.check()).toBe(false);
    millis += 6 * 3_600_000;
    expect([await registers.check(), registers.health()]).toEqual([true, "unusable"]);
  });

  test("is checked after the start before anybody has met the damage: put aside, and the former file takes over", async () => {
    const dir = temporaryFolder();
    const problems: string[] = [];
    await importing(dir, resFile(dir, "Firma A"), { seed: testSample });
    await importing(dir, resFile(dir, "Firma A", "Firma B"), { seed: testSample });
    rot(dir, "Firma B");
    const registers = await published(dir, { onProblem: (message) => problems.push(message) });
    expect(await registers.check()).toBe(true);
    expect([firmOf(registers, 0), firmOf(registers, 1), registers.health()]).toEqual(["Firma A", undefined, "ok"]);
    expect(problems).toEqual([expect.stringMatching(/registers-damaged-.*\.db; the former file serves instead/)]);
    const names = readdirSync(join(dir, "registers"));
    expect(names.filter((name) => /^registers-damaged-.*\.db(\.sha256)?$/.test(name))).toHaveLength(2);
    expect(checksumBeside(publishedFile(dir))).toBe(sha256Of(publishedFile(dir)));
    expect(await registers.check()).toBe(false);
  });

  test("and the former one damaged as well: the sample takes over, `unusable` until the register is imported, also after a restart", async () => {
    const dir = temporaryFolder();
    let millis = 0;
    await importing(dir, resFile(dir, "Firma A"));
    const registers = await published(dir, { millis: () => millis });
    rot(dir);
    expect([firmOf(registers, 0), registers.health()]).toEqual(["damaged", "damaged"]);
    expect(await registers.check()).toBe(true);
    expect([registers.find(icoAt(900), "CZ")?.name, registers.health()]).toEqual(["Vzorka CZ", "unusable"]);
    expect((await published(dir)).health()).toBe("unusable");
    await importing(dir, resFile(dir, "Firma A"), { seed: testSample });
    millis += 1_000;
    expect([firmOf(registers, 0), registers.health()]).toEqual(["Firma A", "unusable"]);
    const sk = { country: "SK", format: "rpo", file: writtenFile(dir, rpoRows([{ name: "Firma SK" }])) } as const;
    await importing(dir, sk, { seed: testSample });
    millis += 1_000;
    expect(registers.health()).toBe("ok");
  });

  test("is not put aside while an import runs or nothing can take its place, and serves what is whole", async () => {
    const dir = temporaryFolder();
    let millis = 0;
    await importing(dir, resFile(dir, "Firma A", "Firma B"));
    rot(dir);
    const registers = await published(dir, { millis: () => millis });
    const lock = holdImportLock(join(dir, "registers", "import.lock"));
    expect(await registers.check()).toBe(false);
    expect([firmOf(registers, 1), firmOf(registers, 0), registers.health()]).toEqual(["Firma B", "damaged", "damaged"]);
    lock.release();
    millis += 60_000;
    expect(await registers.check()).toBe(true);
  });

  test("is refused as the base of an import", async () => {
    const dir = temporaryFolder();
    await importing(dir, resFile(dir, "Firma A"));
    rot(dir);
    await expect(importing(dir, resFile(dir, "Firma A", "Firma B"))).rejects.toThrow(
      /published register file is damaged/,
    );
  });
});

test("a registers folder that cannot be looked at ends no call: the open file serves on, and it is said once", async () => {
  const dir = temporaryFolder();
  let millis = 0;
  const problems: string[] = [];
  await importing(dir, resFile(dir, "Firma A"));
  const registers = await published(dir, { millis: () => millis, onProblem: (message) => problems.push(message) });
  const folder = join(dir, "registers");
  renameSync(folder, `${folder}-away`);
  symlinkSync("registers", folder); // ELOOP: the link leads to itself
  for (let look = 0; look < 3; look++) {
    millis += 1_000;
    expect([firmOf(registers, 0), registers.health(), await registers.check()]).toEqual(["Firma A", "ok", false]);
  }
  expect(problems).toContain("The folder of registers cannot be looked at; the open file serves on.");
  expect(problems.length).toBeLessThan(3);
  await expect(published(dir)).rejects.toThrow(RegisterFileError);
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  millis += 1_000;
  expect(firmOf(registers, 0)).toBe("Firma A");
});

/** A process that publishes new files one after the other until it is killed. */
function publisher(dir: string, files: readonly string[]): ChildProcess {
  const module = new URL("./importing/import.ts", import.meta.url).href;
  const list = new URL("../registers.ts", import.meta.url).href;
  const code = `
    import { importRegister } from ${JSON.stringify(module)};
    import { FILE_REGISTERS as registers } from ${JSON.stringify(list)};
    const files = ${JSON.stringify(files)};
    const classify = () => ({ category: "out_of_scope", sector: null, reason: null });
    for (let turn = 0; turn < 8; turn++) {
      await importRegister({ dir: ${JSON.stringify(dir)}, country: "CZ", format: "res", file: files[turn % files.length], registers, classify, rulesVersion: "r", now: () => new Date() });
      process.stdout.write("published\\n");
    }
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--no-warnings", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("no call fails while another process publishes file after file", async () => {
  const dir = temporaryFolder();
  const rows = (word: string) => Array.from({ length: 400 }, (_, index) => ({ name: `Firma ${word} ${index}` }));
  const files = ["jedna", "dve"].map((word) => writtenFile(dir, resText(rows(word))));
  let millis = 0;
  const registers = await published(dir, { millis: () => millis });
  const child = publisher(dir, files);
  const ended = once(child, "exit");
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  const versions = new Set<string>();
  let calls = 0;
  while (isRunning) {
    millis += 1_000; // a new file is looked for once in every turn of this loop
    versions.add(registers.version);
    const isRegister = registers.holdings().every(({ country, isSample }) => country === "SK" || !isSample);
    const hits = registers.search(isRegister ? "firma" : "vzorka", "CZ", 10);
    expect(hits.length).toBe(isRegister ? 10 : 1);
    for (const { ico, name } of hits) {
      expect(registers.find(ico, "CZ")?.name).toBe(name);
    }
    calls++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await ended)[0]).toBe(0);
  millis += 1_000;
  versions.add(registers.version);
  expect(versions.size).toBeGreaterThan(2);
  expect(calls).toBeGreaterThan(100);
});
