import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { verifyAudit } from "../audit-log.ts";
import { MIGRATIONS } from "../migrations/list.ts";
import { createState } from "../state.ts";
import { BackupError } from "./backup-error.ts";
import { type BackupRow, encodeValue } from "./format.ts";
import { restoreBackup } from "./restore.ts";
import { BACKUP_TABLES } from "./tables.ts";
import { type BackupReport, openBackup, tableRows } from "./write-backup.ts";

/** What a rehearsal was made of and found. */
export interface RehearsalReport extends BackupReport {
  readonly auditEntries: number;
  readonly auditFault: { readonly stream: string; readonly seq: number; readonly why: string } | null;
}

/**
 * Restores a backup into a state that is thrown away, in the layout that it was written in, and compares the number and
 * the hash of the rows of each table with the file. Then the same state goes through the migrations that came after it,
 * and its audit log is recomputed.
 * @param folder where there is room for it; removed again is what was made there
 * @throws BackupError `damaged` where the restored state is another one
 */
export async function rehearseRestore(options: {
  readonly from: string;
  readonly passphrase?: string | undefined;
  readonly folder: string;
  readonly now: () => number;
}): Promise<RehearsalReport> {
  const { from, passphrase, now } = options;
  const dir = await mkdtemp(join(options.folder, ".dosah-rehearsal-"));
  try {
    const { header } = await openBackup(from, passphrase);
    const layout = MIGRATIONS.filter(({ version }) => version <= header.schema);
    if (layout.at(-1)?.version !== header.schema) throw new BackupError("newer");
    const restoring = { from, passphrase, dir, now, isReplacing: true, isUndeleting: true, migrations: layout };
    const report = await restoreBackup(restoring);
    const expected = new Map(header.tables.map(({ name }) => [name, createSum()]));
    const { rows } = await openBackup(from, passphrase);
    for await (const { table, row } of rows()) expected.get(table)?.add(row);
    const before = createState({ dir, now, migrations: layout });
    try {
      for (const { name, columns } of header.tables) {
        const { key = columns, isLarge = false } = BACKUP_TABLES.find((table) => table.name === name) ?? {};
        const found = createSum();
        for await (const row of tableRows(before, { name, columns, key, isLarge })) found.add(row);
        if (found.text() !== (expected.get(name) ?? createSum()).text()) throw new BackupError("damaged");
      }
    } finally {
      await before.close();
    }
    const after = createState({ dir, now });
    try {
      const { entries, fault = null } = await verifyAudit(after);
      return { ...report, auditEntries: entries, auditFault: fault };
    } finally {
      await after.close();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Number and hash of rows in whatever order: databases differ in how they order texts. */
function createSum() {
  let rows = 0;
  let sum = 0n;
  return {
    add: (row: BackupRow) => {
      rows++;
      sum += BigInt(
        `0x${createHash("sha256")
          .update(JSON.stringify(row.map(encodeValue)))
          .digest("hex")}`,
      );
    },
    text: () => `${rows} ${sum}`,
  };
}
