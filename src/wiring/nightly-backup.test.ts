import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addBackupJob, defineBackupJob } from "../jobs/backup-job.ts";
import { createJobs } from "../jobs/worker.ts";
import { checkBackup } from "../state/backup/write-backup.ts";
import { listJobs } from "../state/job-table.ts";
import { createState, type State } from "../state/state.ts";
import { createNightlyBackups, writeNightlyBackup } from "./nightly-backup.ts";

let dir: string;
let folder: string;
let state: State;
let clock: number;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-nightly-"));
  folder = join(dir, "backups");
  clock = Date.parse("2026-11-22T20:00:00Z");
  state = createState({ dir, now: () => clock });
});
afterEach(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const write = (day: string) => writeNightlyBackup({ state, folder, day, settings: [], now: () => new Date(clock) });

test("every night has its file, which is sound", async () => {
  await write("2026-11-21");
  await write("2026-11-22");
  expect(readdirSync(folder)).toEqual(["dosah-2026-11-21.backup", "dosah-2026-11-22.backup"]);
  expect((await checkBackup(join(folder, "dosah-2026-11-22.backup"))).rows).toBe(1);
});

test("a night that was written already is done; a damaged file of that night is not taken for one", async () => {
  await write("2026-11-22");
  const before = readFileSync(join(folder, "dosah-2026-11-22.backup"));
  await write("2026-11-22");
  expect(readFileSync(join(folder, "dosah-2026-11-22.backup"))).toEqual(before);
  writeFileSync(join(folder, "dosah-2026-11-22.backup"), before.subarray(0, 50));
  await expect(write("2026-11-22")).rejects.toMatchObject({ name: "BackupError" });
});

test("with a passphrase the file is read with it alone; without the passphrase nothing readable is written", async () => {
  const passphraseFile = join(dir, "passphrase");
  const encrypted = () =>
    writeNightlyBackup({ state, folder, day: "2026-11-22", settings: [], passphraseFile, now: () => new Date(clock) });
  await expect(encrypted()).rejects.toThrow(/BACKUP_PASSPHRASE_FILE/);
  writeFileSync(passphraseFile, "correct horse\n");
  await encrypted();
  await encrypted();
  const file = join(folder, "dosah-2026-11-22.backup");
  await expect(checkBackup(file)).rejects.toMatchObject({ trouble: "needs_passphrase" });
  expect((await checkBackup(file, "correct horse")).rows).toBe(1);
});

test("backups older than 35 days go, and files that are not ours stay", async () => {
  await write("2026-10-17");
  await write("2026-10-19");
  writeFileSync(join(folder, "accounts.csv"), "");
  const age = (name: string, days: number) => {
    const at = new Date(clock - days * 86_400_000);
    utimesSync(join(folder, name), at, at);
  };
  age("dosah-2026-10-17.backup", 36);
  age("dosah-2026-10-19.backup", 34);
  age("accounts.csv", 400);
  await write("2026-11-22");
  expect(readdirSync(folder)).toEqual(["accounts.csv", "dosah-2026-10-19.backup", "dosah-2026-11-22.backup"]);
});

test("of two instances one writes the backup of the night, at half past one, and the next is on the list", async () => {
  const written: string[] = [];
  const instances = [1, 2].map(() => {
    const jobs = createJobs({
      state,
      now: () => clock,
      random: () => 0.5,
      instance: "test",
      pollMs: 10,
      firstMs: 0,
      onEvent: (event) => expect.fail(JSON.stringify(event)),
    });
    defineBackupJob({ jobs, write: async (day) => void written.push(day) });
    return jobs;
  });
  for (const jobs of instances) {
    await addBackupJob(jobs, state, clock);
    jobs.start();
  }
  const runAt = async () => (await listJobs(state)).map((job) => new Date(job.run_at).toISOString());
  expect(await runAt()).toEqual(["2026-11-23T01:30:00.000Z"]);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(written).toEqual([]);
  clock = Date.parse("2026-11-23T01:30:01Z");
  await expect.poll(runAt).toEqual(["2026-11-24T01:30:00.000Z"]);
  expect(written).toEqual(["2026-11-23"]);
  for (const jobs of instances) await jobs.stop(0);
});

test("a backup that takes longer than its time is given up, its file is removed, and what stands in the way is named", async () => {
  const late = createNightlyBackups({
    write: (day, signal) =>
      writeNightlyBackup({ state, folder, day, settings: [], now: () => new Date(clock), signal }),
    mostMs: 0,
  });
  expect(late.health()).toBe("ok");
  // Every page waits for its turn, and the time is over by then.
  await expect(late.write("2026-11-22", new AbortController().signal)).rejects.toMatchObject({ name: "BackupTooLong" });
  expect(late.health()).toBe("too_long");
  expect(readdirSync(folder)).toEqual([]);
  const inTime = createNightlyBackups({ write: (day) => write(day), mostMs: 60_000 });
  await inTime.write("2026-11-22", new AbortController().signal);
  expect(inTime.health()).toBe("ok");
  const failing = createNightlyBackups({ write: () => Promise.reject(new Error("no")), mostMs: 60_000 });
  await expect(failing.write("2026-11-23", new AbortController().signal)).rejects.toThrow("no");
  expect(failing.health()).toBe("failed");
});

test("the first backup of an installation is not waited for until the night", async () => {
  const jobs = createJobs({ state, now: () => clock, random: Math.random, instance: "one", onEvent: () => undefined });
  await addBackupJob(jobs, state, clock, true);
  const [job] = await listJobs(state, { isFailed: false });
  expect(job?.run_at).toBe(Date.parse("2026-11-22T01:30:00Z"));
});
