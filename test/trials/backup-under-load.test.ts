import { hash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, onTestFinished } from "vitest";
import { BackupError } from "../../src/state/backup/backup-error.ts";
import { BACKUP_TABLES } from "../../src/state/backup/tables.ts";
import { checkBackup, openBackup, tableRows } from "../../src/state/backup/write-backup.ts";
import type { State } from "../../src/state/state.ts";
import { hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { spawnDosah } from "../promises/built-dosah.fixture.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { loadOn } from "./load/caller.ts";
import { compareWritten } from "./load/compare.ts";
import { endService, serviceSettings, startService } from "./load/one-service.ts";
import { addWriters } from "./load/people.ts";
import { acknowledgedOf, newWritten, writeAll } from "./load/private-load.ts";
import {
  compileDosah,
  DATABASES,
  isByHand,
  type Kind,
  missingServer,
  newPlace,
  openStateOf,
  trial,
  unkept,
} from "./trial.ts";

/** So many that the rows of a backup take a while to read, and writes come meanwhile. */
const ORGANIZATIONS = isByHand ? 1_000 : 100;
/** Bytes that are changed in each kind of file: one of an encrypted file costs half a second of CPU. */
const CHANGED = { plain: isByHand ? 1_000 : 20, encrypted: isByHand ? 100 : 2 };
const PASSPHRASE = "správny kôň batéria";

const built = compileDosah();

/** An installation: where its state is, and its commands, each of which must succeed. */
async function install(kind: Kind) {
  const place = await newPlace(kind);
  const settings = serviceSettings(place.dir, await freePort(), place.databaseUrl);
  const run = async (...words: readonly string[]) => {
    const child = spawnDosah(built(), words, settings);
    if ((await child.ended) !== 0) throw new Error(`dosah ${words.join(" ")}: ${child.out()}${child.err()}`);
  };
  const openState = () => openStateOf({ ...place, dir: settings.DATA_DIR ?? "" });
  return { folder: place.dir, settings, run, openState };
}

describe.each(DATABASES)("from %s", (kind) => {
  const other = kind === "SQLite" && hasPostgres ? "PostgreSQL" : "SQLite";
  trial({
    says: "a backup that is written while people write is one instant, and is the same row by row in either database",
    missing: missingServer(kind),
    times: 1,
    start: async () => {
      const first = await install(kind);
      const state = await first.openState();
      const writers = await addWriters(state, ORGANIZATIONS);
      await state.close();
      await startService(built(), first.settings, (child) => onTestFinished(() => endService(child, "SIGKILL")));
      return { first, writers, written: newWritten(), broken: [] as string[], backups: [] as object[] };
    },
    load: async ({ first, writers, written }, isOver) => {
      const context = loadOn(Number(first.settings.PORT), isOver);
      await writeAll(context, writers, written);
      return context.ledger.findings();
    },
    fault: async ({ first, writers, written, broken, backups }, n, _times, isOver) => {
      const total = () => Object.values(acknowledgedOf(written)).reduce((sum, count) => sum + count, 0);
      while (!isOver() && Object.values(acknowledgedOf(written)).some((count) => count < 2)) await sleep(10);
      const before = total();
      const began = performance.now();
      const file = join(first.folder, `under-load-${n}.backup`);
      await first.run("backup", "--to", file);
      const [during, seconds] = [total() - before, (performance.now() - began) / 1000];

      const [second, third] = [await install(other), await install(kind)];
      const held = await rowsOfBackup(file);
      await second.run("restore", "--from", file);
      const back = join(first.folder, `back-${n}.backup`);
      await second.run("backup", "--to", back);
      await third.run("restore", "--from", back);
      const [there, again] = [await second.openState(), await third.openState()];
      const { halves, isChainWhole } = await compareWritten(again, writers, written);
      const passphrase = join(first.folder, "passphrase");
      writeFileSync(passphrase, `${PASSPHRASE}\n`);
      const sealed = join(first.folder, `sealed-${n}.backup`);
      await third.run("backup", "--to", sealed, "--passphrase-file", passphrase);
      broken.push(
        ...unkept({
          "writes are acknowledged meanwhile": during > 0,
          [`${other} has the same rows`]: differences(held, await rowsOfState(there)),
          [`${kind} again has the same rows`]: differences(held, await rowsOfState(again)),
          "a change is in the backup with its history and audit entry, or not at all": halves,
          "every chain verifies": isChainWhole,
          "a changed byte is noticed": await changeBytes(file, CHANGED.plain),
          "a changed byte of an encrypted backup is noticed": await changeBytes(sealed, CHANGED.encrypted, PASSPHRASE),
        }),
      );
      const rows = [...held.values()].map(({ length }) => length);
      const sum = rows.reduce((all, each) => all + each, 0);
      backups.push({ seconds, writes: during, rows: sum, tables: rows.filter((count) => count > 0).length });
      await Promise.all([there.close(), again.close()]);
    },
    judge: async ({ written, broken, backups }, { wrong, notAllowed }) => ({
      broken: [...broken, ...unkept({ "no write fails": notAllowed, "no answer is wrong": wrong })],
      seen: { acknowledged: acknowledgedOf(written), backups },
    }),
  });
});

type Rows = ReadonlyMap<string, readonly string[]>;

async function rowsOfBackup(file: string): Promise<Rows> {
  const { header, rows } = await openBackup(file);
  const found = new Map<string, string[]>(header.tables.map(({ name }) => [name, []]));
  for await (const { table, row } of rows()) found.get(table)?.push(textOf(row));
  return found;
}

const rowsOfState = (state: State): Promise<Rows> =>
  state.snapshot(async (tx) => {
    const found = new Map<string, readonly string[]>();
    for (const table of BACKUP_TABLES) {
      const rows: string[] = [];
      for await (const row of tableRows(tx, table)) rows.push(textOf(row));
      found.set(table.name, rows);
    }
    return found;
  });

/** A row as text; bytes by their hash. */
const textOf = (row: readonly unknown[]) =>
  JSON.stringify(row.map((value) => (value instanceof Uint8Array ? { sha256: hash("sha256", value) } : value)));

/** The tables whose rows are not the same in the same order. */
function differences(one: Rows, two: Rows): readonly string[] {
  const names = new Set([...one.keys(), ...two.keys()]);
  return [...names].filter((name) => (one.get(name) ?? []).join("\n") !== (two.get(name) ?? []).join("\n"));
}

/** Changes single bytes, each at a place of its own. @returns the places whose change was not noticed */
async function changeBytes(file: string, count: number, passphrase?: string): Promise<readonly number[]> {
  const sound = readFileSync(file);
  const changed = `${file}.changed`;
  copyFileSync(file, changed);
  await checkBackup(changed, passphrase);
  const unnoticed: number[] = [];
  for (let n = 0; n < count; n++) {
    const at = Math.floor(Math.random() * sound.length);
    const bytes = Buffer.from(sound);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(Math.random() * 255));
    writeFileSync(changed, bytes);
    try {
      await checkBackup(changed, passphrase);
      unnoticed.push(at);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
    }
  }
  return unnoticed;
}
