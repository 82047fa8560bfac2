import type { Country } from "../../core/country.ts";
import { type Day, localDayOf } from "../../core/day.ts";
import { newId } from "../../core/random-id.ts";
import { keepWatched, type WatchedFirm } from "../../state/firm-lists.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import {
  addChange,
  addEvents,
  changedByLaw,
  firmsAfter,
  holdersOf,
  type NewEvent,
  noteUnchanged,
  type StoredFirm,
  saveFirm,
  saveMissing,
  saveRunFrom,
  unwatchedAfter,
  type WatchRun,
  watchRun,
} from "../../state/watch.ts";
import type { Watched } from "../contexts.ts";
import { watchedOf } from "../lists/watched.ts";
import { inSlices } from "../rows/in-slices.ts";
import { type Looked, lookAtFirm, standingOf } from "./look-at-firm.ts";
import { isStricter } from "./stricter.ts";
import type { WatchOptions } from "./watch-options.ts";
import { watchOrganizations } from "./watch-organizations.ts";

/** Firms of one transaction: on SQLite other requests wait for each. */
const AT_ONCE = 500;

/** Fewer changed firms than this are never too many at once. */
const FEW = 50;

/**
 * Compares every watched firm with the register file of now, once for each file and rule set. It goes on where it was
 * broken off, tells each change once, and stops before anything is told where too much changes at once
 * (docs/decisions/watching.md).
 * @throws StateError; the signal's reason when the work is to stop
 */
export async function watchFirms(options: WatchOptions): Promise<Watched> {
  const { state, services } = options;
  const snapshot = services.registers.snapshot().builtAt;
  const ruleSet = services.knowledge.changelog.byPart.scope.version;
  // A file that was damaged is no news.
  if (services.registers.snapshot().health !== "ok") return { outcome: "idle", changed: 0 };
  const before = await watchRun(state);
  const isSame = before.snapshot === snapshot && before.rule_set === ruleSet;
  if (before.snapshot > snapshot) return { outcome: "older", changed: 0 };
  if (isSame && before.state === "done") {
    await lookFirst(options);
    await watchOrganizations(options);
    return { outcome: "idle", changed: before.changed };
  }
  const isReleased = before.released === snapshot;
  if (isSame && before.state === "held" && !isReleased) return { outcome: "held", changed: before.changed };
  const isGoingOn = isSame && before.state === "running";
  if (!isGoingOn && !isReleased) {
    const changing = await countChanging(options);
    const isHeld = [...changing.values()].some(
      ({ changed, all }) => changed > FEW && changed * 100 > all * options.massChange,
    );
    if (isHeld) {
      const changed = [...changing.values()].reduce((sum, each) => sum + each.changed, 0);
      const held = {
        snapshot,
        rule_set: ruleSet,
        position: "",
        state: "held",
        changed,
        released: before.released,
      } as const;
      return (await saveRunFrom(state, before, held)) ? { outcome: "held", changed } : ELSEWHERE;
    }
  }
  let run: WatchRun = isGoingOn
    ? before
    : { snapshot, rule_set: ruleSet, position: "", state: "running", changed: 0, released: before.released };
  if (!isGoingOn && !(await saveRunFrom(state, before, run))) return ELSEWHERE;
  while (run.state === "running") {
    options.signal.throwIfAborted();
    const next = await goOn(options, run);
    // Another instance has worked on, or another file came meanwhile: its own job goes on with it.
    if (next === undefined) return ELSEWHERE;
    run = next;
  }
  await lookFirst(options);
  await watchOrganizations(options);
  return { outcome: "done", changed: Number(run.changed) };
}

const ELSEWHERE: Watched = { outcome: "idle", changed: 0 };

/** Looks at the next firms and writes what changed, with the position, in one transaction. @returns `undefined`: somebody else did */
async function goOn(
  { state, services, now, atOnce = AT_ONCE }: WatchOptions,
  run: WatchRun,
): Promise<WatchRun | undefined> {
  const firms = await firmsAfter(state, run.position, atOnce);
  const looked = await inSlices(firms, async (firm) => ({ firm, found: await lookAtFirm(firm, services) }));
  if (services.registers.snapshot().builtAt !== run.snapshot) return undefined;
  const isEnd = firms.length < atOnce;
  const last = firms.at(-1);
  const position = last === undefined ? run.position : `${last.country}${last.ico}`;
  const changed = Number(run.changed) + looked.filter(({ found }) => found.kind === "there" && found.cause).length;
  const next: WatchRun = { ...run, position, state: isEnd ? "done" : "running", changed };
  return state.transaction(async (tx) => {
    if (!(await saveRunFrom(tx, run, next))) return undefined;
    const at = now();
    await write(tx, looked, { run, at, day: services.today() });
    if (isEnd) await tellOfLaw(tx, run.rule_set, run.snapshot, at);
    return next;
  });
}

/** How many of the watched firms of each country this file changes by its facts, or lacks. */
async function countChanging({ state, services, signal, atOnce = AT_ONCE }: WatchOptions) {
  const snapshot = services.registers.snapshot().builtAt;
  const counts = new Map<Country, { all: number; changed: number }>();
  for (let after = ""; ; ) {
    signal.throwIfAborted();
    const firms = await firmsAfter(state, after, atOnce);
    await inSlices(firms, async (firm) => {
      after = `${firm.country}${firm.ico}`;
      const count = counts.get(firm.country) ?? { all: 0, changed: 0 };
      counts.set(firm.country, count);
      const found = await lookAtFirm(firm, services);
      const isChanging =
        found.kind === "missing" ? isLostIn(snapshot, firm) : found.kind === "there" && found.cause === "register";
      count.all++;
      if (isChanging) count.changed++;
    });
    if (firms.length < atOnce) return counts;
  }
}

/** A firm that the file before lacked too, and of which nobody was told. */
function isLostIn(snapshot: string, { missing_since, lost_at }: StoredFirm): boolean {
  return missing_since !== null && missing_since !== snapshot && lost_at === null;
}

/** The first look at firms that somebody holds by now: it makes no event. */
async function lookFirst({ state, services, now, signal }: WatchOptions): Promise<void> {
  for (let after = ""; ; ) {
    signal.throwIfAborted();
    const keys = await unwatchedAfter(state, after, AT_ONCE);
    const firms: WatchedFirm[] = [];
    for (const { country, ico } of keys) {
      after = `${country}${ico}`;
      const lookup = await services.registers.findStored(ico, country);
      const firm =
        lookup.kind === "found" ? watchedOf({ company: lookup.company, silent: lookup.silent ?? [] }, services) : null;
      if (firm !== null) firms.push(firm);
    }
    await keepWatched(state, firms, now());
    if (keys.length < AT_ONCE) return;
  }
}

interface LookedAt {
  readonly firm: StoredFirm;
  readonly found: Looked;
}

async function write(
  tx: StateDatabase,
  looked: readonly LookedAt[],
  { run, at, day }: { readonly run: WatchRun; readonly at: number; readonly day: Day },
): Promise<void> {
  const { snapshot } = run;
  const events: NewEvent[] = [];
  const unchanged: StoredFirm[] = [];
  for (const { firm, found } of looked) {
    if (found.kind === "silent") continue;
    if (found.kind === "missing") {
      if (firm.missing_since === null) await saveMissing(tx, firm, snapshot, null);
      else if (isLostIn(snapshot, firm)) {
        await saveMissing(tx, firm, firm.missing_since, at);
        events.push(...(await eventsOfFirm(tx, firm, { type: "firm.lost", severity: "warning", at, snapshot })));
      }
      continue;
    }
    const { firm: after, cause, facts, status } = found;
    if (isUnchanged(firm, found)) {
      unchanged.push(firm);
      continue;
    }
    if (firm.lost_at !== null) {
      events.push(...(await eventsOfFirm(tx, firm, { type: "firm.found", severity: "info", at, snapshot })));
    }
    if (status !== undefined) {
      const type = status === "ceased" ? "firm.ceased" : "firm.resumed";
      events.push(...(await eventsOfFirm(tx, firm, { type, severity: "notice", at, snapshot })));
    }
    const standings = {
      before: { ...standingOf(firm), size: firm.size },
      after: { ...standingOf(after), size: after.size },
    };
    if (cause !== undefined) {
      await addChange(tx, {
        country: firm.country,
        ico: firm.ico,
        org_id: null,
        at,
        day: localDayOf(new Date(at)),
        cause,
        before: JSON.stringify(standings.before),
        after: JSON.stringify(standings.after),
        facts: JSON.stringify(facts),
        rule_set_before: firm.rule_set,
        rule_set_after: after.rule_set,
        snapshot_before: firm.snapshot,
        snapshot_after: after.snapshot,
      });
    }
    // What new rules change is told once for all firms of an organization.
    if (cause !== undefined && cause !== "law") {
      const severity = isStricter(firm.category, after.category) ? "warning" : "notice";
      const more = { cause, ...standings };
      events.push(...(await eventsOfFirm(tx, firm, { type: "firm.category_changed", severity, at, snapshot, more })));
    } else if (cause === undefined && facts.length > 0) {
      const more = { facts: facts.map(({ fact }) => fact) };
      events.push(
        ...(await eventsOfFirm(tx, firm, { type: "firm.facts_changed", severity: "info", at, snapshot, more })),
      );
    }
    await saveFirm(tx, after, at);
  }
  await noteUnchanged(tx, unchanged, { ...run, day }, at);
  await addEvents(tx, events);
}

/** Nothing that is kept of the firm differs but the file, the rules and the day. */
function isUnchanged(before: StoredFirm, { firm, cause, facts, status }: Extract<Looked, { kind: "there" }>): boolean {
  const isNews = cause !== undefined || facts.length > 0 || status !== undefined || before.missing_since !== null;
  return !isNews && KEPT.every((name) => before[name] === firm[name]);
}

const KEPT = ["name", "category", "sector", "size", "unknown_reason", "regime", "open_fact"] as const;

/** One event for each organization that holds the firm, however many of its lists do. */
async function eventsOfFirm(
  tx: StateDatabase,
  { country, ico, name }: Pick<StoredFirm, "country" | "ico" | "name">,
  event: {
    readonly type: string;
    readonly severity: string;
    readonly at: number;
    readonly snapshot: string;
    readonly more?: object;
  },
): Promise<readonly NewEvent[]> {
  const { type, severity, at, snapshot, more = {} } = event;
  const holders = await holdersOf(tx, { country, ico });
  return [...holders].map(([orgId, lists]) => ({
    id: newId("event"),
    org_id: orgId,
    type,
    at,
    day: localDayOf(new Date(at)),
    country,
    ico,
    severity,
    detail: JSON.stringify({ lists, name, ...more }),
    once: `${orgId} ${type} ${country}${ico} ${snapshot}`,
  }));
}

/** New rules are told once to an organization, with the number of its firms that they changed. */
async function tellOfLaw(tx: StateDatabase, ruleSet: string, snapshot: string, at: number): Promise<void> {
  const changed = await changedByLaw(tx, ruleSet, snapshot);
  await addEvents(
    tx,
    changed.map(({ org_id, n }) => ({
      id: newId("event"),
      org_id,
      type: "rules.changed",
      at,
      day: localDayOf(new Date(at)),
      country: null,
      ico: null,
      severity: "notice",
      detail: JSON.stringify({ lists: [], name: null, ruleSet, count: Number(n) }),
      once: `${org_id} rules.changed ${ruleSet}`,
    })),
  );
}
