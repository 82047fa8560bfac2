import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, onTestFinished } from "vitest";
import { createAttempt } from "../../src/capabilities/accounts/attempt.ts";
import { identifyByKey } from "../../src/capabilities/calling/identify-by-key.ts";
import { readConfig } from "../../src/config.ts";
import { newApiKey } from "../../src/identity/api-key.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { createMemoryLimiter } from "../../src/limits/memory-limiter.ts";
import { composedSql } from "../../src/state/sql.ts";
import { openServices } from "../../src/wiring/open-services.ts";
import { addOwner } from "./load/people.ts";
import { DATABASES, isByHand, missingServer, newPlace, trial, unkept } from "./trial.ts";

/** So many keys are tried at a time. */
const KEYS = isByHand ? 50_000 : 20_000;

describe.each(DATABASES)("on %s", (kind) => {
  trial({
    says: "wrong keys let nobody in, write nothing, are refused beyond a hundred a minute and address, and leave a right key as it was",
    missing: missingServer(kind),
    times: 1,
    start: async () => {
      const { dir, databaseUrl } = await newPlace(kind);
      const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
      const shared =
        databaseUrl === undefined
          ? {}
          : { DATABASE_URL: databaseUrl, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
      const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", ...shared });
      const opened = await openServices(config, { now: () => new Date(), log: log as never });
      onTestFinished(() => opened.close());
      const { state } = opened;
      await state.open();
      const owner = await addOwner(state, Date.now());
      const rows = async (): Promise<number> => {
        const counts = ["api_key", "audit_entry", "session", "job"].map((table) =>
          state.get<{ readonly rows: number }>(composedSql(`SELECT count(*) AS rows FROM ${table}`)),
        );
        return (await Promise.all(counts)).reduce<number>((sum, row) => sum + Number(row?.rows), 0);
      };
      // A clock that stands still: the counts of a minute are those of the whole trial.
      const at = Date.now();
      const limiter = createMemoryLimiter({ rules: loadLimits(KNOWLEDGE_DIR), exempt: [], now: () => at } as never);
      const identify = identifyByKey({ state, limiter: { attempt: createAttempt(limiter, log) }, now: Date.now, log });
      return { identify, owner, rows, before: await rows(), heapMb: [] as number[], counts: { letIn: 0, tooMany: 0 } };
    },
    // Half of them have the right form, which costs a look into the database; each has an address of its own but every
    // hundredth, which all come from one.
    fault: async ({ identify, heapMb, counts }, round) => {
      for (let n = round * KEYS; n < (round + 1) * KEYS; n++) {
        const address = n % 100 === 0 ? BUSY : `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
        const authorization = `Bearer ${n % 2 === 0 ? newApiKey() : `dosah_${n}`}`;
        const principal = await identify({ address, authorization }).catch(() => undefined);
        if (principal === undefined) counts.tooMany++;
        else if (principal.kind !== "nobody") counts.letIn++;
      }
      heapMb.push(Math.round(heapUsedMb()));
    },
    judge: async ({ identify, owner, rows, before, heapMb, counts }, _, times) => {
      const written = (await rows()) - before;
      const right = await identify({ address: BUSY, authorization: `Bearer ${owner.key}` });
      return {
        broken: unkept({
          "nobody is let in": counts.letIn === 0,
          // A hundred of one address are let through to be refused.
          "those beyond a hundred of one address are refused": counts.tooMany === (KEYS * times) / 100 - 100,
          "nothing is written": written === 0,
          "a right key says whose it is": right.kind === "person" && right.accountId === owner.accountId,
        }),
        seen: { tried: KEYS * times, tooMany: counts.tooMany, heapMb },
      };
    },
  });
});

/** The address from which every hundredth key comes. */
const BUSY = "192.0.2.7";

/** What is left on the heap after a collection, in MB. */
function heapUsedMb(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed / 1e6;
}
