import { setTimeout as sleep } from "node:timers/promises";
import { isByHand } from "../trial.ts";
import { type Allowance, type Failure, saysWhenToCome } from "./ledger.ts";
import type { Instance, Release, Topology } from "./topology.ts";

/** Something that goes wrong, or that an operator does, with what callers may notice of it by the fault table. */
export interface Fault extends Allowance {
  readonly name: string;
  /** True where the counts are not shared meanwhile. */
  readonly isAlone?: boolean;
  /** Resolves when all is as before. */
  run(topology: Topology): Promise<void>;
}

/** Loads of `private-load.ts`, each of which saves one thing at a time. */
const WRITERS = 4;

/** Calls at once at most: those of the public half, of the counts, of the writers, and one that is left over. */
const CALLERS = 4 + 4 + WRITERS + 1;

const never: Allowance = { allows: () => false, most: 0 };

/** A call under way in an instance or a proxy that is gone. */
const isBroken = ({ status }: Failure) => status === null || status === 502;

/** Calls under way: one of each caller at most. */
const inHand: Allowance = { allows: isBroken, most: CALLERS };

function instanceOf({ instances }: Topology, index: number): Instance {
  const instance = instances[index];
  if (instance === undefined) throw new Error("there is no such instance");
  return instance;
}

/** Waits until every instance says that a part is `ok`. */
async function untilOk({ instances }: Topology, part: "limits" | "state"): Promise<void> {
  for (const instance of instances) {
    while ((await instance.ready().catch(() => ({}) as Readonly<Record<string, unknown>>))[part] !== "ok") {
      await sleep(50);
    }
  }
}

/** Waits until the proxy has noticed an instance that is back, and sends calls to it. */
async function untilAsked({ port }: Topology, { name }: Instance): Promise<void> {
  for (;;) {
    const response = await fetch(`http://localhost:${port}/readyz`);
    if (response.ok && (await response.json()).instance === name) return;
    await sleep(50);
  }
}

/** What an operator does with a version: each instance is stopped, drains, and is started before the next one stops. */
const rolling = (name: string, release?: Release): Fault => ({
  name,
  ...never,
  run: async (topology) => {
    for (const instance of topology.instances) {
      const code = await instance.stop("SIGTERM");
      if (code !== 0) throw new Error(`${instance.name} ended with ${code} on SIGTERM`);
      await instance.start(release);
      await untilAsked(topology, instance);
    }
  },
});

function killed(index: number): Fault {
  return {
    name: `instance ${index + 1} is killed`,
    ...inHand,
    run: async (topology) => {
      const instance = instanceOf(topology, index);
      await instance.stop("SIGKILL");
      await sleep(1_000);
      await instance.start();
      await sleep(1_000);
    },
  };
}

function redisKilled(awayMs: number): Fault {
  return {
    name: "Redis is killed",
    ...never,
    isAlone: true,
    run: async (topology) => {
      await topology.redis.kill();
      await sleep(awayMs);
      await topology.redis.start();
      await untilOk(topology, "limits");
    },
  };
}

/**
 * Of a write whose commit was under way nobody knows whether it was done: its caller gets that answer, one of each writer.
 * Whatever reads waits until the server is back. Where it was away for longer than anybody waits, by its own word, the
 * ledger allows more.
 */
const cutOffCommit: Allowance = {
  allows: (failure) => failure.isWrite && saysWhenToCome(failure),
  most: WRITERS,
};

function postgresRestarts(mode: "fast" | "immediate"): Fault {
  return {
    name: `PostgreSQL restarts (${mode})`,
    ...cutOffCommit,
    run: async (topology) => {
      await topology.postgres.stop(mode);
      await topology.postgres.start();
      await untilOk(topology, "state");
    },
  };
}

function postgresDown(awayMs: number): Fault {
  return {
    name: "PostgreSQL is down",
    ...cutOffCommit,
    run: async (topology) => {
      await topology.postgres.stop("fast");
      await sleep(awayMs);
      await topology.postgres.start();
      await untilOk(topology, "state");
    },
  };
}

function proxyRestarts(signal: "SIGTERM" | "SIGKILL"): Fault {
  return {
    name: `the proxy ends (${signal})`,
    // Without the proxy there is no way in; what was under way is broken off.
    allows: isBroken,
    most: Number.POSITIVE_INFINITY,
    run: async ({ proxy }) => {
      await proxy.stop(signal);
      await proxy.start();
      await sleep(500);
    },
  };
}

/** Every fault in turn. What fails most often comes first, for the short form. */
export const FAULTS: readonly Fault[] = [
  killed(0),
  redisKilled(isByHand ? 3_000 : 500),
  postgresRestarts("immediate"),
  proxyRestarts("SIGKILL"),
  rolling("rolling restart"),
  {
    name: "Redis hangs",
    ...never,
    isAlone: true,
    run: async (topology) => {
      topology.redis.hang();
      await sleep(4_000);
      topology.redis.goOn();
      await untilOk(topology, "limits");
    },
  },
  rolling("both instances are upgraded", "next"),
  {
    name: "Redis comes back empty",
    ...never,
    isAlone: true,
    run: async (topology) => {
      await topology.redis.kill();
      topology.redis.lose();
      await topology.redis.start();
      await untilOk(topology, "limits");
    },
  },
  postgresRestarts("fast"),
  postgresDown(8_000),
  killed(1),
  proxyRestarts("SIGTERM"),
  rolling("both instances go back to the former release", "this"),
];
