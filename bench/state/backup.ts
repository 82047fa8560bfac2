import { hash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BackupError } from "../../src/state/backup/backup-error.ts";
import { BACKUP_TABLES } from "../../src/state/backup/tables.ts";
import { checkBackup, openBackup, tableRows } from "../../src/state/backup/write-backup.ts";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { type BuiltDosah, buildDosah, type Child, spawnDosah } from "../../test/promises/built-dosah.fixture.ts";
import { freePort } from "../../test/promises/free-port.fixture.ts";
import { jsonPost } from "../../test/promises/requests.fixture.ts";
import { createCaller } from "../topology/caller.ts";
import { createLedger } from "../topology/ledger.ts";
import { addWriters, endService, serviceSettings, startService, type Writers } from "../topology/one-service.ts";
import {
  newWritten,
  orderScans,
  type PrivateContext,
  publishProfile,
  saveEntries,
  turnKeysOver,
} from "../topology/private-load.ts";

type Kind = "SQLite" | "PostgreSQL";

/** What was seen of one backup under load and of its two restores. */
export interface BackupReport {
  /** Where the service ran, and the way of the backup from there. */
  readonly way: string;
  /** Writes a second that the service acknowledged while the backup was written, and those that it did not. */
  readonly writesPerSecond: number;
  readonly failed: readonly string[];
  readonly backupSeconds: number;
  readonly rows: number;
  /** Tables with rows in them. */
  readonly tables: number;
  /** Tables that differ: between backup and first restore, and between backup and second restore. */
  readonly different: readonly string[];
  /** True where the audit log in the backup has an entry for each domain in it and for each that went. */
  readonly isOneInstant: boolean;
  /** Changed bytes that were not noticed, by place; of so many that were tried. */
  readonly unnoticed: { readonly plain: readonly number[]; readonly encrypted: readonly number[] };
  readonly tried: { readonly plain: number; readonly encrypted: number };
}

const WRITES_A_SECOND = 100;
const WRITERS = 10;
/** So many organizations that the rows of a backup take a while to read, and writes come meanwhile. */
const ORGANIZATIONS = 1_000;
const PASSPHRASE = "správny kôň batéria";

/** An installation: where its state is, and its commands. */
interface Place {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Runs a command that must succeed. */
  run(...words: readonly string[]): Promise<void>;
}

/**
 * Writes a hundred times a second over HTTP while `dosah backup` runs, restores the backup into the other database, a
 * backup of that one back into the first kind, and compares row by row. Then changes single bytes of the backup, plain
 * and encrypted.
 */
export async function backUpUnderLoad(
  from: Kind,
  built: BuiltDosah,
  bytes: { readonly plain: number; readonly encrypted: number },
): Promise<BackupReport> {
  const folder = mkdtempSync(join(tmpdir(), "dosah-bench-backup-"));
  const databases: TestDatabase[] = [];
  let service: Child | undefined;

  async function place(kind: Kind, name: string): Promise<Place> {
    const database = kind === "PostgreSQL" ? await createTestDatabase() : undefined;
    if (database !== undefined) databases.push(database);
    const own = mkdtempSync(join(folder, `${name}-`));
    const settings = serviceSettings(own, await freePort(), database?.url);
    const run = async (...words: readonly string[]) => {
      const child = spawnDosah(built, words, settings);
      if ((await child.ended) !== 0) throw new Error(`dosah ${words.join(" ")}: ${child.out()}${child.err()}`);
    };
    return { folder: own, databaseUrl: database?.url, settings, run };
  }

  try {
    const other = from === "SQLite" ? "PostgreSQL" : "SQLite";
    const [first, second, third] = [
      await place(from, "first"),
      await place(other, "second"),
      await place(from, "third"),
    ];
    const writers = await addWriters(
      { dir: join(first.folder, "data"), databaseUrl: first.databaseUrl },
      ORGANIZATIONS,
    );
    await startService(built, first.settings, (child) => {
      service = child;
    });
    await fill(Number(first.settings.PORT), writers);

    const file = join(folder, "under-load.backup");
    const load = writeSteadily(Number(first.settings.PORT), writers);
    await sleep(1_000);
    const before = load.done();
    const began = performance.now();
    await first.run("backup", "--to", file);
    const backupSeconds = (performance.now() - began) / 1000;
    const writesPerSecond = Math.round((load.done() - before) / backupSeconds);
    await sleep(500);
    const failed = await load.end();
    await endService(service, "SIGTERM");

    const held = await rowsOfBackup(file);
    await second.run("restore", "--from", file);
    const back = join(folder, "back.backup");
    await second.run("backup", "--to", back);
    await third.run("restore", "--from", back);
    const different = [
      ...differences(held, await rowsOfState(second)).map((table) => `${other}: ${table}`),
      ...differences(held, await rowsOfState(third)).map((table) => `${from} again: ${table}`),
    ];

    const passphraseFile = join(folder, "passphrase");
    writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
    const sealed = join(folder, "sealed.backup");
    await third.run("backup", "--to", sealed, "--passphrase-file", passphraseFile);
    return {
      way: `${from} -> ${other} -> ${from}`,
      writesPerSecond,
      failed,
      backupSeconds: Math.round(backupSeconds * 10) / 10,
      rows: [...held.values()].reduce((sum, rows) => sum + rows.length, 0),
      tables: [...held.values()].filter((rows) => rows.length > 0).length,
      different,
      isOneInstant: isOneInstant(held),
      unnoticed: {
        plain: await changeBytes(file, bytes.plain),
        encrypted: await changeBytes(sealed, bytes.encrypted, PASSPHRASE),
      },
      tried: bytes,
    };
  } finally {
    await endService(service, "SIGKILL");
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Entries, keys, scans, and published revisions of a profile, so that more tables than one have rows. */
async function fill(port: number, { saver, keeper, scanning, publisher }: Writers): Promise<void> {
  const ledger = createLedger();
  let [isOver, callers] = [false, 0];
  const context: PrivateContext = {
    topology: { port },
    ledger,
    isOver: () => isOver,
    newCaller: () => createCaller(port, `127.1.1.${++callers}`, ledger),
  };
  const written = newWritten(publisher.orgId);
  const loads = Promise.all([
    saveEntries(context, saver),
    turnKeysOver(context, keeper),
    orderScans(context, scanning),
    publishProfile(context, publisher, written, { isWithdrawing: true }),
  ]);
  const untilFull = async () => {
    while (written.publications < 5) await sleep(20);
  };
  await Promise.race([untilFull(), loads]).finally(() => {
    isOver = true;
  });
  await loads;
  const { wrong, notAllowed } = ledger.findings();
  if (wrong.length + notAllowed.length > 0) throw new Error([...wrong, ...notAllowed].join("\n"));
}

/** Adds and removes domains by key, so many times a second altogether. */
function writeSteadily(port: number, { scanning }: Writers) {
  const failed: string[] = [];
  let [isOver, done] = [false, 0];
  const began = performance.now();
  const everyMs = (1000 / WRITES_A_SECOND) * WRITERS;
  const write = async (owner: Writers["saver"], writer: number) => {
    const headers = { Authorization: `Bearer ${owner.key}` };
    for (let n = 0; !isOver; n++) {
      await sleep(Math.max(0, began + (n + writer / WRITERS) * everyMs - performance.now()));
      const domain = `d${n >> 1}.example.sk`;
      const body = jsonPost({ domain, organizationId: owner.orgId });
      const added = n % 2 === 0;
      const response = await fetch(
        `http://127.0.0.1:${port}/api/v1/domain${added ? "" : `/${domain}?organizationId=${owner.orgId}`}`,
        added
          ? { ...body, headers: { ...headers, "Content-Type": "application/json" } }
          : { method: "DELETE", headers },
      );
      await response.arrayBuffer();
      if (response.status === (added ? 201 : 200)) done++;
      else failed.push(`${added ? "adding" : "removing"} answered ${response.status}`);
    }
  };
  const all = Promise.all(scanning.slice(0, WRITERS).map(write));
  return {
    done: () => done,
    /** @returns what was refused */
    end: async (): Promise<readonly string[]> => {
      isOver = true;
      await all;
      return failed;
    },
  };
}

type Rows = ReadonlyMap<string, readonly string[]>;

async function rowsOfBackup(file: string): Promise<Rows> {
  const { header, rows } = await openBackup(file);
  const found = new Map<string, string[]>(header.tables.map(({ name }) => [name, []]));
  for await (const { table, row } of rows()) found.get(table)?.push(written(row));
  return found;
}

async function rowsOfState({ folder, databaseUrl }: Place): Promise<Rows> {
  const state = createState({ dir: join(folder, "data"), databaseUrl, now: Date.now });
  try {
    await state.open();
    return await state.snapshot(async (tx) => {
      const found = new Map<string, readonly string[]>();
      for (const table of BACKUP_TABLES) {
        const rows: string[] = [];
        for await (const row of tableRows(tx, table)) rows.push(written(row));
        found.set(table.name, rows);
      }
      return found;
    });
  } finally {
    await state.close();
  }
}

/** A row as text; bytes by their hash. */
const written = (row: readonly unknown[]) =>
  JSON.stringify(row.map((value) => (value instanceof Uint8Array ? { sha256: hash("sha256", value) } : value)));

/** The tables whose rows are not the same in the same order. */
function differences(one: Rows, two: Rows): readonly string[] {
  const names = new Set([...one.keys(), ...two.keys()]);
  return [...names].filter((name) => (one.get(name) ?? []).join("\n") !== (two.get(name) ?? []).join("\n"));
}

/** A domain and its audit entry were written together, so a backup of one instant has both or none. */
function isOneInstant(held: Rows): boolean {
  const audit = held.get("audit_entry") ?? [];
  const count = (action: string) => audit.filter((row) => row.includes(`"${action}"`)).length;
  const added = (held.get("domain") ?? []).filter((row) => row.includes(".example.sk")).length;
  return added > 0 && added === count("domain.added") - count("domain.removed");
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!hasPostgres) throw new Error("there is no PostgreSQL server at 127.0.0.1:5432");
  const plain = Number(process.argv[2] ?? 1_000);
  const encrypted = Number(process.argv[3] ?? plain);
  const built = buildDosah();
  try {
    for (const from of ["SQLite", "PostgreSQL"] as const) {
      // The file is the same whichever database it is from.
      const bytes = from === "SQLite" ? { plain, encrypted } : { plain: 0, encrypted: 0 };
      const report = await backUpUnderLoad(from, built, bytes);
      process.stdout.write(`${JSON.stringify(report)}\n`);
      const { failed, different, unnoticed, isOneInstant: isSound, writesPerSecond } = report;
      const isGood = [failed, different, unnoticed.plain, unnoticed.encrypted].every(({ length }) => length === 0);
      if (!isGood || !isSound || writesPerSecond < WRITES_A_SECOND * 0.9) process.exitCode = 1;
    }
  } finally {
    built.remove();
  }
}
