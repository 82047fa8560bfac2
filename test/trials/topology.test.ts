import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type LoadContext, loadOn } from "./load/caller.ts";
import { compareWritten } from "./load/compare.ts";
import { FAULTS } from "./load/faults.ts";
import { createLedger } from "./load/ledger.ts";
import { followPostgres } from "./load/outages.ts";
import { addWriters } from "./load/people.ts";
import { newWritten, writeAll } from "./load/private-load.ts";
import { callPublic, publicAnswers, useCountsUp } from "./load/public-load.ts";
import { missingPrograms, startTopology, type Topology } from "./load/topology.ts";
import { isByHand, openStateOf, trial, unkept } from "./trial.ts";

/** Callers of the public half at once. */
const PUBLIC_CALLERS = 4;
/** Between two faults, in milliseconds. */
const CALM_MS = isByHand ? 2_000 : 300;

/** `--only` names some of the faults. */
const faults = FAULTS.filter(({ name }) => name.includes(process.env.TRIAL_ONLY ?? ""));

trial({
  says: "the topology of compose.yaml answers rightly and loses nothing while its parts fail",
  missing: missingPrograms.join(", "),
  // Those at the beginning of the list.
  times: 5,
  start: async () => {
    const topology = await startTopology(isByHand ? undefined : 2);
    onTestFinished(topology.remove);
    const state = await openStateOf({ dir: "", databaseUrl: topology.postgres.url });
    const writers = await addWriters(state, 0);
    const ledger = createLedger();
    const following = followPostgres(topology.postgres.url, ledger.outages);
    onTestFinished(() => following.stop());
    const caused: Record<string, number> = {};
    /** Periods in which an instance counted for itself. */
    const alone: { readonly from: number; to: number }[] = [];
    // What is right is asked before anything fails.
    const expected = await publicAnswers(loadOn(topology.port, () => false, ledger));
    return { topology, state, writers, written: newWritten(), ledger, caused, alone, expected };
  },
  load: async ({ topology, writers, written, ledger, alone, expected }, isOver) => {
    const context = loadOn(topology.port, isOver, ledger);
    const wereAlone = (from: number, to: number) => alone.some((each) => to >= each.from && from <= each.to);
    let areCountsDone = false;
    const merges = followMerges(
      topology,
      () => areCountsDone,
      (period) => alone.push(period),
    );
    try {
      const [counted] = await Promise.all([
        useCountsUp(context, topology, wereAlone),
        callPublic(context, expected, PUBLIC_CALLERS),
        callCommands(topology, context, writers.saver.orgId),
        writeAll(context, writers, written),
      ]);
      return counted;
    } finally {
      areCountsDone = true;
      await merges;
    }
  },
  fault: async ({ topology, ledger, caused, alone }, n) => {
    const fault = faults[n % faults.length];
    if (fault === undefined) throw new Error("no fault has such a name");
    await sleep(CALM_MS);
    if (isByHand) process.stdout.write(`${n + 1}: ${fault.name}\n`);
    const period = ledger.begin(fault.name, fault);
    const outage = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    if (fault.isAlone === true) alone.push(outage);
    await fault.run(topology);
    period.to = performance.now();
    outage.to = period.to;
    caused[fault.name] = (caused[fault.name] ?? 0) + 1;
    await sleep(CALM_MS);
  },
  judge: async ({ topology, state, writers, written, ledger, caused }, { addresses, above }) => {
    const { acknowledged, lost, halves, isChainWhole } = await compareWritten(state, writers, written);
    const { wrong, notAllowed, ...findings } = ledger.findings();
    // Scans would look at domains of the internet: none is ordered here.
    const { scans: _, ...ordered } = acknowledged;
    return {
      broken: unkept({
        "no answer is wrong": wrong,
        "nothing fails that the fault table does not allow": notAllowed,
        "no address is above its limit": above,
        "every acknowledged write is there": lost,
        "every change has its history and audit entry": halves,
        "every chain verifies": isChainWhole,
        "no log names an error of ours": topology.instances.flatMap((instance) => instance.errors()),
        "every face answers, and every kind of write is acknowledged": Object.entries({
          ...findings.calls,
          ...ordered,
        }).filter(([, count]) => count === 0),
      }),
      seen: { caused, countedAddresses: addresses, acknowledged, ...findings },
    };
  },
});

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
async function callCommands(topology: Topology, { ledger, isOver }: LoadContext, orgId: string): Promise<void> {
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
