import { appendAudit } from "../../state/audit-log.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { addShareUses, sharesUsedMore, takeShareUses } from "../../state/trust-shares.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** So many links are counted in memory; further ones are not counted. */
const MOST = 10_000;

const BATCH = 500;

/** Uses of a link on the day (UTC) of the last one, and on earlier days. */
export interface CountedUses {
  readonly day: number;
  readonly uses: number;
  readonly earlier: number;
}

/** Looks through share links that are only counted here so far: a look writes at most once an hour. */
export interface ShareUses {
  add(orgId: string, id: string, at: number): void;
  /** The uses of a link that are not in the state, which from now on are the caller's. */
  take(id: string): CountedUses;
  /** What was taken and could not be noted. */
  giveBack(orgId: string, id: string, uses: CountedUses): void;
  /** Writes what is counted into the state. */
  flush(): Promise<void>;
}

/** Counts in memory. What nobody takes is written an hour later at the latest. */
export function createShareUses(state: StateDatabase): ShareUses {
  const counted = new Map<string, CountedUses & { readonly orgId: string }>();
  let isTimed = false;

  async function flush(): Promise<void> {
    const all = [...counted];
    counted.clear();
    for (const [id, { orgId, uses, earlier }] of all) await addShareUses(state, orgId, id, uses + earlier);
  }

  function put(orgId: string, id: string, { day, uses, earlier }: CountedUses): void {
    const known = counted.get(id);
    if (known === undefined && counted.size >= MOST) return;
    const isSameDay = known === undefined || known.day === day;
    counted.set(id, {
      orgId,
      day: Math.max(day, known?.day ?? day),
      uses: isSameDay ? (known?.uses ?? 0) + uses : known.day > day ? known.uses : uses,
      earlier: (known?.earlier ?? 0) + earlier + (isSameDay ? 0 : known.day > day ? uses : known.uses),
    });
  }

  return {
    add: (orgId, id, at) => {
      put(orgId, id, { day: Math.floor(at / DAY_MS), uses: 1, earlier: 0 });
      if (isTimed) return;
      isTimed = true;
      const timer = setTimeout(() => {
        isTimed = false;
        // Counts that cannot be written are given up: they are no secret and no right.
        void flush().catch(() => undefined);
      }, HOUR_MS);
      timer.unref();
    },
    take: (id) => {
      const { day, uses, earlier } = counted.get(id) ?? { day: 0, uses: 0, earlier: 0 };
      counted.delete(id);
      return { day, uses, earlier };
    },
    giveBack: put,
    flush,
  };
}

/** Writes one entry for each link that was used several times on an earlier day. Done twice it writes nothing more. */
export async function recordShareUses(state: StateDatabase, now: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const links = await sharesUsedMore(state, now, BATCH);
    for (const link of links) {
      signal.throwIfAborted();
      await state.transaction(async (tx) => {
        const count = await takeShareUses(tx, link, now);
        if (count === undefined) return;
        const event = {
          action: "trust.share_used",
          actorId: null,
          orgId: link.org_id,
          via: "system",
          ipPrefix: null,
        } as const;
        const target = { type: "profile", id: link.profile } as const;
        await appendAudit(tx, { ...event, target, details: { share: link.id, count } }, now);
      });
    }
    if (links.length < BATCH) return;
  }
}
