import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ServiceError } from "../../src/core/problem.ts";
import { verifyAudit } from "../../src/state/audit-log.ts";
import { lendDatabase } from "../../src/state/migrated-state.fixture.ts";
import { composedSql } from "../../src/state/sql.ts";
import type { StateDatabase } from "../../src/state/state-database.ts";
import { storedBytes } from "../../src/state/stored-bytes.ts";
import { openTestServices, startTestService } from "../promises/service.fixture.ts";
import {
  callExample,
  callsOf,
  ELSEWHERE,
  EXAMPLES,
  newWorld,
  REFUSED_ALONE,
  type World,
  WRITES,
} from "./pairs.fixture.ts";
import { missingServer, trial, unkept } from "./trial.ts";

/** So long the rows of the subject are held, in milliseconds, while both writes begin. */
const HELD_MS = 60;

const NAMES = Object.keys(EXAMPLES);
/** Both orders of every pair, and each write beside itself. */
const PAIRS = NAMES.flatMap((first) => NAMES.map((second) => [first, second] as const));
/** Each write once, beside one of its own subject. */
const NEIGHBOURS = NAMES.filter((_, index) => index % 2 === 0).map(
  (first) => [first, NAMES[NAMES.indexOf(first) + 1] ?? first] as const,
);

test("each write of a person or an organization has its example, or names the test that has it", () => {
  const named = [...NAMES, ...Object.keys(ELSEWHERE)];
  expect(named.toSorted()).toEqual(WRITES.map(({ name }) => name).toSorted());
});

trial({
  says: "of two writes of one subject at once each is made on what the other one left: no entry, budget, proof or link tells otherwise",
  missing: missingServer("PostgreSQL"),
  times: NEIGHBOURS.length,
  start: async () => {
    const database = await lendDatabase();
    onTestFinished(database.drop);
    const env = {
      SCAN_WORKER: "off",
      DATABASE_URL: database.url,
      SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    };
    const operator = await openTestServices({ env });
    onTestFinished(operator.close);
    const service = await startTestService({ env });
    onTestFinished(service.close);
    const here = { operator, service };
    const callAs = callsOf(here);
    return { here, callAs, state: operator.opened.state, broken: [] as string[], refusals: new Map<string, number>() };
  },
  fault: async ({ here, callAs, state, broken, refusals }, n, times) => {
    const chosen = times <= NEIGHBOURS.length ? NEIGHBOURS[n] : PAIRS[Math.floor((n * PAIRS.length) / times)];
    const [first, second] = chosen ?? ["", ""];
    const world = await newWorld(here, callAs);
    const outcomes = await sideBySide(state, world, [first, second], (name) => callExample(callAs, world, name));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === "fulfilled") continue;
      const name = [first, second][index] ?? "";
      const { reason } = outcome;
      const refused = reason instanceof ServiceError ? `${name} ${reason.problem.code}` : undefined;
      if (refused !== undefined) refusals.set(refused, (refusals.get(refused) ?? 0) + 1);
      else broken.push(`${first} beside ${second}: ${name} broke: ${String(reason)}`);
    }
    if (
      outcomes.every(({ status }) => status === "rejected") &&
      ![first, second].some((name) => REFUSED_ALONE.includes(name))
    )
      broken.push(
        `${first} beside ${second}: neither is made: ${outcomes.map((each) => String(Reflect.get(each, "reason")))}`,
      );
    for (const wrong of await contradictions(state, world)) broken.push(`${first} beside ${second}: ${wrong}`);
    // The number of the firm is published once: the next world needs it.
    await state.run(composedSql("DELETE FROM organization WHERE id = ?"), world.org);
  },
  judge: async ({ state, broken, refusals }) => {
    const { fault, entries } = await verifyAudit(state);
    return {
      broken: unkept({ "the chain of the audit log is whole": fault === undefined, pairs: broken }),
      seen: { entries, refusals: Object.fromEntries(refusals) },
    };
  },
});

/** Begins both writes while the rows of their subject are held, so that each has read before the other one wrote. */
async function sideBySide(
  state: StateDatabase,
  { org, owner }: World,
  names: readonly string[],
  call: (name: string) => Promise<unknown>,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const held = Promise.withResolvers<void>();
  const holding = state.transaction(async (tx) => {
    await tx.all(composedSql("SELECT id FROM account WHERE id = ? {FOR UPDATE}"), owner.id);
    await tx.all(composedSql("SELECT id FROM organization WHERE id = ? {FOR UPDATE}"), org);
    held.resolve();
    await sleep(HELD_MS);
  });
  await held.promise;
  const calls: Promise<readonly PromiseSettledResult<unknown>[]>[] = [];
  for (const name of names) {
    calls.push(Promise.allSettled([call(name)]));
    // The first one stands first in the queue for the rows.
    await sleep(5);
  }
  const outcomes = (await Promise.all(calls)).flat();
  await holding;
  return outcomes;
}

/** What may never be so, whatever was written at once. */
async function contradictions(state: StateDatabase, { org, owner, member }: World): Promise<readonly string[]> {
  const count = async (text: string, ...values: readonly string[]) =>
    Number((await state.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${text}`), ...values))?.n ?? 0);
  const wrong: string[] = [];
  const isThere = (await count("organization WHERE id = ?", org)) === 1;
  if (isThere && (await count("membership WHERE org_id = ? AND role = 'owner'", org)) === 0) wrong.push("no owner");
  const links = await count(
    "(SELECT 1 FROM mail_token WHERE account_id = ? AND used_at IS NULL GROUP BY purpose HAVING count(*) > 1) AS twice",
    owner.id,
  );
  if (links > 0) wrong.push("two live links of a kind");
  const lost =
    "scan_schedule s WHERE s.org_id = ? AND NOT EXISTS (SELECT 1 FROM domain d WHERE d.org_id = s.org_id AND d.domain = s.domain)";
  if ((await count(lost, org)) > 0) wrong.push("a schedule without its domain");
  const unproved =
    "trust_profile p WHERE p.org_id = ? AND p.state = 'published' AND p.ico IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " +
    "firm_proof f WHERE f.org_id = p.org_id AND f.country = p.country AND f.ico = p.ico)";
  if ((await count(unproved, org)) > 0) wrong.push("a published number without a proof");
  const unclaimed =
    "trust_profile p WHERE p.org_id = ? AND p.state = 'published' AND NOT EXISTS (SELECT 1 FROM trust_slug s " +
    "WHERE s.slug = p.slug AND s.org_id = p.org_id AND s.until IS NULL)";
  if ((await count(unclaimed, org)) > 0) wrong.push("a published address that nobody claims");
  const said = await state.get<{ details: string }>(
    composedSql(
      "SELECT details FROM audit_entry WHERE org_id = ? AND target_id = ? AND action IN ('member.joined', " +
        "'member.role_changed', 'member.removed', 'member.left') ORDER BY seq DESC LIMIT 1",
    ),
    org,
    member.id,
  );
  const row = await state.get<{ role: string }>(
    composedSql("SELECT role FROM membership WHERE org_id = ? AND account_id = ?"),
    org,
    member.id,
  );
  const { after } = said === undefined ? { after: undefined } : JSON.parse(said.details);
  if (isThere && typeof after === "string" && after !== row?.role)
    wrong.push(`the log says ${after}, the row ${row?.role}`);
  if (isThere && said !== undefined && after == null && row !== undefined)
    wrong.push("the log says that who is there went");
  const used = async (name: string) =>
    Number(
      (
        await state.get<{ n: number }>(
          composedSql("SELECT COALESCE(SUM(amount), 0) AS n FROM budget_use WHERE name = ? AND account_id IN (?, ?)"),
          name,
          owner.id,
          member.id,
        )
      )?.n,
    );
  const theirs = "organization WHERE charged_to IN (?, ?)";
  const founded = await count(theirs, owner.id, member.id);
  if ((await used("organizations")) !== founded)
    wrong.push(`${await used("organizations")} of ${founded} organizations charged`);
  const stored = isThere ? await storedBytes(state, org) : 0;
  if ((await used("stored_bytes")) !== stored) wrong.push(`${await used("stored_bytes")} of ${stored} bytes charged`);
  return wrong;
}
