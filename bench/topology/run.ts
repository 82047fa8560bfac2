import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { composedSql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import { createCaller } from "./caller.ts";
import { compareWritten } from "./compare.ts";
import { allFaults, type Fault } from "./faults.ts";
import { createLedger, type Findings, type Ledger } from "./ledger.ts";
import { followPostgres } from "./outages.ts";
import { addOwner } from "./people.ts";
import { publishProfile, saveEntries, turnDomainsOver, turnKeysOver } from "./private-load.ts";
import { callPublic, type LoadContext, publicAnswers, useCountsUp } from "./public-load.ts";
import { missingPrograms, startTopology, type Topology } from "./topology.ts";

/** Callers of the public half at once. */
const PUBLIC_CALLERS = 4;
/** Calls at once: those, one that uses counts up with four, four private loads, and what is left of the one before. */
export const CALLERS = PUBLIC_CALLERS + 4 + 4 + 1;

/** What is asked for. */
export interface TopologyOptions {
  readonly faults: readonly Fault[];
  /** The faults are caused in turn, again and again, for so long; each at least once. */
  readonly minutes: number;
  /** Between two faults, in milliseconds. */
  readonly calmMs: number;
  readonly drainSeconds?: number;
  readonly onFault?: (name: string) => void;
}

/** What was seen while the topology failed part by part. */
export interface TopologyReport extends Findings {
  readonly seconds: number;
  /** How often each fault was caused. */
  readonly faults: Readonly<Record<string, number>>;
  /** Addresses that used a day up, and those that were let through more often than they may. */
  readonly countedAddresses: number;
  readonly above: readonly string[];
  /** Writes that their callers were told of, by kind, and those of them that are not there. */
  readonly acknowledged: Readonly<Record<string, number>>;
  readonly lost: readonly string[];
  /** Changes without their history or audit entry, or the other way round. */
  readonly halves: readonly string[];
  readonly isChainWhole: boolean;
  /** Lines of the instances' logs that name an error of ours. */
  readonly errors: readonly string[];
}

/** Starts the topology of `compose.yaml`, loads it with calls of all faces and causes one fault after the other. */
export async function failPartByPart(options: TopologyOptions): Promise<TopologyReport> {
  const topology = await startTopology(options.drainSeconds);
  const state = createState({ dir: "", databaseUrl: topology.postgres.url, pool: 2, now: Date.now });
  const ledger = createLedger();
  const following = followPostgres(topology.postgres.url, ledger.outages);
  try {
    return await examine(topology, state, ledger, options);
  } finally {
    await following.stop();
    await state.close();
    await topology.remove();
  }
}

async function examine(
  topology: Topology,
  state: State,
  ledger: Ledger,
  options: TopologyOptions,
): Promise<TopologyReport> {
  const { faults, minutes, calmMs, onFault = () => {} } = options;
  await state.open();
  const at = Date.now();
  const [saver, keeper, claimer, publisher] = [
    await addOwner(state, at),
    await addOwner(state, at),
    await addOwner(state, at),
    await addOwner(state, at, true),
  ];
  let isOver = false;
  let areCountsDone = false;
  let callers = 0;
  const context: LoadContext = {
    topology,
    ledger,
    isOver: () => isOver,
    newCaller: () => {
      callers++;
      return createCaller(topology.port, `127.1.${callers >> 8}.${callers & 255}`, ledger);
    },
  };
  const alone: { readonly from: number; to: number }[] = [];
  const wereAlone = (from: number, to: number) => alone.some((each) => to >= each.from && from <= each.to);
  const expected = await publicAnswers(context);
  const merges = followMerges(
    topology,
    () => areCountsDone,
    (period) => alone.push(period),
  );
  const began = performance.now();
  const loads = Promise.all([
    callPublic(context, expected, PUBLIC_CALLERS),
    callCommands(context, saver.orgId),
    useCountsUp(context, wereAlone),
    saveEntries(context, saver),
    turnKeysOver(context, keeper),
    turnDomainsOver(context, claimer),
    publishProfile(context, publisher),
  ]);
  const failed = loads.then(
    () => undefined,
    (error: unknown) => error,
  );
  const caused: Record<string, number> = {};
  const causeAll = async () => {
    for (let n = 0; n < faults.length || performance.now() - began < minutes * 60_000; n++) {
      await sleep(calmMs);
      const fault = faults[n % faults.length];
      if (fault === undefined) break;
      onFault(fault.name);
      // Issuing a key and publishing ask who it is where the sign-in is old.
      await state.run(composedSql("UPDATE session SET authenticated_at = ?"), Date.now());
      const period = ledger.begin(fault.name, fault);
      const outage = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      if (fault.isAlone === true) alone.push(outage);
      await fault.run(topology);
      period.to = performance.now();
      outage.to = period.to;
      caused[fault.name] = (caused[fault.name] ?? 0) + 1;
    }
    await sleep(calmMs);
  };
  const broke = await Promise.race([causeAll(), failed]);
  isOver = true;
  if (broke !== undefined) {
    areCountsDone = true;
    throw broke;
  }
  const [, , counted, saves, keys, domains, publications] = await loads;
  areCountsDone = true;
  await merges;
  const seconds = Math.round((performance.now() - began) / 1000);
  return {
    seconds,
    faults: caused,
    ...ledger.findings(),
    countedAddresses: counted.addresses,
    above: counted.above,
    ...(await compareWritten(state, { saves, keys, domains, publications })),
    errors: topology.instances.flatMap((instance) => instance.errors()),
  };
}

/** An instance adds what it counted alone to the shared counts within this time. */
const MERGED_WITHIN_MS = 3_000;

/**
 * Notes when an instance counted for itself without a fault of ours: an answer of Redis that is late by 150 ms, as on a
 * machine with much else to do, is counted here and merged later, and the instance says how many were.
 */
async function followMerges(
  { instances }: Topology,
  isOver: () => boolean,
  note: (period: { from: number; to: number }) => void,
): Promise<void> {
  const before = new Map<string, number>();
  while (!isOver()) {
    for (const instance of instances) {
      const merged = await instance.merged();
      if (merged === undefined) continue;
      const to = performance.now();
      if (merged > (before.get(instance.name) ?? 0)) note({ from: to - MERGED_WITHIN_MS, to });
      before.set(instance.name, merged);
    }
    await sleep(500);
  }
}

/** The operator's commands beside the running service: one that needs the state, one that does not. */
async function callCommands({ topology, ledger, isOver }: LoadContext, orgId: string): Promise<void> {
  const commands = [
    { words: ["scope", "31322832", "--country", "SK", "--json"], holds: '"31322832"', isPrivate: false },
    { words: ["register", "show", "--organization", orgId], holds: "NIS2-20-1", isPrivate: true },
  ];
  for (let n = 0; !isOver(); n++) {
    const { words, holds, isPrivate } = commands[n % commands.length] ?? { words: [], holds: "", isPrivate: false };
    const from = performance.now();
    const child = topology.command(words);
    const code = await child.ended;
    const to = performance.now();
    const what = words[0] ?? "";
    if (code === 0 && child.out().includes(holds)) ledger.answered("cli", to - from);
    else if (code === 0) ledger.wrong(`${what}: ${child.out().slice(0, 200)}`);
    else {
      const outage = { status: 503, hasRetryAfter: true, cause: child.err().trim().slice(0, 200) };
      ledger.failed({ face: "cli", what, isPrivate, isWrite: false, ...outage, from, to });
    }
    for (let waited = 0; waited < 50 && !isOver(); waited++) await sleep(100);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (missingPrograms.length > 0) throw new Error(`not installed: ${missingPrograms.join(", ")}`);
  const minutes = Number(process.argv[2] ?? 10);
  const began = performance.now();
  const report = await failPartByPart({
    faults: allFaults(CALLERS),
    minutes,
    calmMs: 4_000,
    onFault: (name) => process.stderr.write(`${Math.round((performance.now() - began) / 1000)} s: ${name}\n`),
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  const { wrong, notAllowed, above, lost, halves, isChainWhole, errors } = report;
  const isGood = [wrong, notAllowed, above, lost, halves, errors].every(({ length }) => length === 0) && isChainWhole;
  process.exitCode = isGood ? 0 : 1;
}
