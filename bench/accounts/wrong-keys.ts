import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { identifyByKey } from "../../src/capabilities/calling/identify-by-key.ts";
import { readConfig } from "../../src/config.ts";
import { newId } from "../../src/core/random-id.ts";
import { hashApiKey, newApiKey, tailOf } from "../../src/identity/api-key.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { createMemoryLimiter } from "../../src/limits/memory-limiter.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { addApiKey } from "../../src/state/api-keys.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { openServices } from "../../src/wiring/open-services.ts";

/** What a flood of wrong keys did. */
export interface WrongKeys {
  /** How many were tried, how many let somebody in, and how many were refused for being too many. */
  readonly tried: number;
  readonly letIn: number;
  readonly tooMany: number;
  /** Rows that were written because of them. */
  readonly written: number;
  /** Whether a right key still says whose it is, from an address that sent wrong ones too. */
  readonly rightKeyWorks: boolean;
  /** Heap after a collection, in MB: after a tenth of the keys, and after all of them. */
  readonly heapMb: { readonly early: number; readonly late: number };
}

/**
 * Tries keys that nobody has, half of them of the right form, which cost a look into the database, each from an address
 * of its own but every hundredth, which all come from one.
 */
export async function tryWrongKeys(kind: "SQLite" | "PostgreSQL", count: number): Promise<WrongKeys> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-wrong-keys-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const shared =
    database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
  const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", ...shared });
  const opened = await openServices(config, { now: () => new Date(), log: log as never });
  const { state } = opened;
  try {
    await state.open();
    const key = newApiKey();
    const accountId = newId("account");
    const person = { id: accountId, email: "a@b.sk", email_key: "a@b.sk", name: "Jana", locale: "sk" } as const;
    await addAccount(state, { ...person, password_hash: null, email_verified_at: 1 }, 1);
    const made = {
      id: newId("apiKey"),
      accountId,
      name: "own",
      scopes: ["read"],
      tail: tailOf(key),
      once: null,
    } as const;
    await addApiKey(state, { ...made, hash: hashApiKey(key), expiresAt: null }, 1);
    const rows = async (): Promise<number> => {
      const counts = ["api_key", "audit_entry", "session", "job"].map((table) =>
        state.get<{ readonly rows: number }>(composedSql(`SELECT count(*) AS rows FROM ${table}`)),
      );
      return (await Promise.all(counts)).reduce<number>((sum, row) => sum + Number(row?.rows), 0);
    };
    const limiter = createMemoryLimiter({ rules: loadLimits(KNOWLEDGE_DIR), exempt: [], now: Date.now } as never);
    const identify = identifyByKey({ state, limiter, now: Date.now, log });
    const before = await rows();
    let [letIn, tooMany, early] = [0, 0, 0];
    for (let n = 0; n < count; n++) {
      if (n === Math.floor(count / 10)) early = heapMb();
      const address = n % 100 === 0 ? BUSY : `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
      const authorization = `Bearer ${n % 2 === 0 ? newApiKey() : `dosah_${n}`}`;
      const principal = await identify({ address, authorization }).catch(() => undefined);
      if (principal === undefined) tooMany++;
      else if (principal.kind !== "nobody") letIn++;
    }
    const late = heapMb();
    const written = (await rows()) - before;
    const right = await identify({ address: BUSY, authorization: `Bearer ${key}` });
    const rightKeyWorks = right.kind === "person" && right.accountId === accountId;
    return { tried: count, letIn, tooMany, written, rightKeyWorks, heapMb: { early, late } };
  } finally {
    await opened.close();
    await database?.drop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The address from which every hundredth key comes. */
const BUSY = "192.0.2.7";

/** What is left on the heap after a collection, in MB. */
function heapMb(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed / 1e6;
}
