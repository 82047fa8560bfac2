import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Services } from "../../src/capabilities/contexts.ts";
import { watchedOf } from "../../src/capabilities/lists/watched.ts";
import { lookAtFirm } from "../../src/capabilities/watch/look-at-firm.ts";
import { watchFirms } from "../../src/capabilities/watch/watch-firms.ts";
import { readConfig } from "../../src/config.ts";
import type { Company } from "../../src/core/company.ts";
import type { Ico } from "../../src/core/ico.ts";
import { newId } from "../../src/core/random-id.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { keepWatched } from "../../src/state/firm-lists.ts";
import { organizationStore } from "../../src/state/organization-store.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { firmsAfter } from "../../src/state/watch.ts";
import { openServices } from "../../src/wiring/open-services.ts";

/**
 * The watch of firms after another register file: all firms of a thousand lists, of which one in a hundred changed, beside
 * the bare look at the same firms and beside a file in which nothing changed. On SQLite, with `postgres` on PostgreSQL.
 *
 *     node bench/watch/run.ts [firms] [postgres]
 */
const count = Number(process.argv[2] ?? 100_000);
const isPostgres = process.argv[3] === "postgres";
const LISTS = 1_000;
const LISTS_OF_ONE = 50;

const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
const dir = mkdtempSync(join(tmpdir(), "dosah-bench-watch-"));
const database = isPostgres ? await createTestDatabase() : undefined;
const shared =
  database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
const opened = await openServices(readConfig({ DATA_DIR: dir, REGISTERS: "mirror", ...shared }), {
  now: () => new Date(),
  log: log as never,
});
const { state, services } = opened;
await state.open();

function firm(index: number, isChanged: boolean): Company {
  return {
    country: "SK",
    ico: String(10_000_000 + index) as Ico,
    name: `Firma ${index}`,
    address: "Žilina",
    status: "active",
    foundedOn: "2001-02-03",
    ceasedOn: null,
    legalForm: "121",
    sizeCode: isChanged ? "24" : "12",
    headcount: null,
    registerVerdict: null,
    nace: [{ code: index % 3 === 0 ? "35110" : "47110", revision: "2" }],
    provenance: [
      { source: "ruz", facts: ["nace", "size"], retrievedAt: "2026-11-20" },
      { source: "rpo", facts: ["name", "address", "status", "legalForm"], retrievedAt: "2026-11-20" },
    ],
  } as Company;
}

/** The services with a register file of so many firms, of which one in `every` changed. */
function withFile(number: number, every: number): Services {
  return {
    ...services,
    registers: {
      ...services.registers,
      findStored: async (ico) => {
        const index = Number(ico) - 10_000_000;
        return { kind: "found", company: firm(index, every > 0 && index % every === 0) };
      },
      holdings: () => services.registers.holdings().map((holding) => ({ ...holding, isSample: false })),
      snapshot: () => ({
        ...services.registers.snapshot(),
        builtAt: `2027-01-0${number}T00:00:00.000Z`,
        health: "ok",
      }),
    },
  };
}

const first = withFile(1, 0);
const accountId = newId("account");
const account = { id: accountId, email: "a@b.sk", email_key: "a@b.sk", name: "Jana", locale: "sk" } as const;
await addAccount(state, { ...account, password_hash: null, email_verified_at: 1 }, 1);
let orgId = "";
for (let list = 0; list < LISTS; list++) {
  await state.transaction(async (tx) => {
    if (list % LISTS_OF_ONE === 0) {
      orgId = newId("organization");
      await addOrganization(tx, { id: orgId, name: "Alfa", country: "SK", ico: "31322832", created_by: accountId }, 1);
    }
    const store = organizationStore({ db: tx, accountId, orgId });
    const id = newId("firmList");
    await store.addList({ id, name: `Zoznam ${list}`, country: null }, 1);
    const of = Array.from({ length: Math.ceil(count / LISTS) }, (_, n) => firm(list + n * LISTS, false));
    const mine = of.filter(({ ico }) => Number(ico) - 10_000_000 < count);
    const rows = mine.map(({ country, ico }) => ({ country, ico, label: "", tags: "", note: "" }));
    await store.putRows(id, rows, 1);
    const judged = mine.flatMap((company) => watchedOf({ company, silent: [] }, first) ?? []);
    await keepWatched(tx, judged, 1);
  });
}

let statements = 0;
const counted = new Proxy(state, {
  get: (target, name) => {
    const value = Reflect.get(target, name);
    if (name === "transaction") {
      return (work: Parameters<typeof state.transaction>[0]) =>
        state.transaction((tx) => work(new Proxy<typeof tx>(tx, { get: counting })));
    }
    return typeof value === "function" ? counting(target, name) : value;
  },
});

function counting(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name);
  if (typeof value !== "function") return value;
  return (...args: unknown[]) => {
    if (name === "run" || name === "get" || name === "all") statements++;
    return value.apply(target, args);
  };
}

async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  statements = 0;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const since = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  lag.disable();
  clearInterval(timer);
  const seconds = ((performance.now() - since) / 1000).toFixed(2);
  const mebibytes = ((most - before) / 1_048_576).toFixed(0);
  const p99 = (lag.percentile(99) / 1e6).toFixed(1);
  const spent = ((user + system) / 1e6).toFixed(2);
  process.stdout.write(
    `${what}: ${seconds} s, ${spent} s of CPU, ${statements} statements, loop lag p99 ${p99} ms, +${mebibytes} MiB\n`,
  );
}

const run = (file: Services) =>
  watchFirms({
    state: counted,
    services: file,
    massChange: 100,
    now: () => Date.now(),
    signal: new AbortController().signal,
    ...(isPostgres ? { atOnce: 2_000 } : {}),
  });

const kept = await firmsAfter(state, "", count);
process.stdout.write(`${kept.length} firms in ${LISTS} lists on ${isPostgres ? "PostgreSQL" : "SQLite"}\n`);
await measured("bare look at each", async () => {
  const bare = withFile(2, 100);
  for (const each of kept) await lookAtFirm(each, bare);
});
await measured("file with 1 % changed", () => run(withFile(2, 100)));
const events = await state.get<{ n: number }>(composedSql("SELECT count(*) AS n FROM event"));
process.stdout.write(`events ${events?.n}\n`);
await measured("file with nothing changed", () => run(withFile(3, 100)));
await opened.close();
await database?.drop();
rmSync(dir, { recursive: true, force: true });
