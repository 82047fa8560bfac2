import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAttempt } from "../../src/capabilities/accounts/attempt.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { identifyByKey } from "../../src/capabilities/calling/identify-by-key.ts";
import { companyDetail } from "../../src/capabilities/companies/company-detail.ts";
import { readConfig } from "../../src/config.ts";
import { newId } from "../../src/core/random-id.ts";
import { hashApiKey, newApiKey, tailOf } from "../../src/identity/api-key.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { createMemoryLimiter } from "../../src/limits/memory-limiter.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { addApiKey } from "../../src/state/api-keys.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { openServices } from "../../src/wiring/open-services.ts";

/**
 * What the check of a key costs, in CPU beside a public call of the same process, on either database.
 *
 *     node bench/accounts/keys.ts [calls]
 */
const calls = Number(process.argv[2] ?? 20_000);
/** A key check may cost so many microseconds of CPU. */
const MOST_US = { SQLite: 30, PostgreSQL: 150 } as const;
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** CPU of this process for one run of `work`, in microseconds, after a warm-up. */
async function cpuOf(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < times / 10; n++) await work();
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

for (const kind of ["SQLite", "PostgreSQL"] as const) {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-keys-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const shared =
    database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", ...shared });
  const now = () => new Date();
  const opened = await openServices(config, { now, log: log as never });
  const { state } = opened;
  await state.open();
  const id = newId("account");
  await addAccount(
    state,
    { id, email: "a@b.sk", email_key: "a@b.sk", name: "Jana", locale: "sk", password_hash: null, email_verified_at: 1 },
    1,
  );
  const key = newApiKey();
  const made = {
    id: newId("apiKey"),
    accountId: id,
    name: "bench",
    scopes: ["read"],
    tail: tailOf(key),
    once: null,
  } as const;
  await addApiKey(state, { ...made, hash: hashApiKey(key), expiresAt: null }, 1);

  const limiter = createMemoryLimiter({ rules: loadLimits(KNOWLEDGE_DIR), exempt: [], now: Date.now } as never);
  const identify = identifyByKey({ state, limiter: { attempt: createAttempt(limiter, log) }, now: Date.now, log });
  const caller = { address: "192.0.2.1", authorization: `Bearer ${key}` } as const;
  const unlimited = { take: () => ({ allowed: true, states: [] }) as const };
  const call = createCall(opened, unlimited as never);
  const publicCall = () => call(companyDetail, { ico: "31322832", country: "SK" }, [], { address: "192.0.2.1" });
  // In turns, so that both meet the same load of the machine.
  const rounds = { check: [] as number[], publicCall: [] as number[] };
  for (let round = 0; round < 5; round++) {
    rounds.publicCall.push(await cpuOf(calls / 20, publicCall));
    rounds.check.push(await cpuOf(calls / 5, () => identify(caller)));
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  process.stdout.write(
    `${kind}: key check ${median(rounds.check).toFixed(1)} µs CPU, a public call (company_detail) ${median(rounds.publicCall).toFixed(1)} µs CPU\n`,
  );

  if (median(rounds.check) > MOST_US[kind]) process.exitCode = 1;
  await opened.close();
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
}
