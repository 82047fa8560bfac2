import { addDays } from "../../core/calendar.ts";
import { type Day, isDay } from "../../core/day.ts";
import type { ScanEffort, ScanProfile } from "../../core/scan-checks.ts";
import type { ListedTask } from "./listed-task.ts";

const MINUTES: Readonly<Record<ScanEffort, number>> = { minutes: 15, hours: 120, days: 480 };

/** A certificate that ends within so many days is a line. */
const AHEAD_DAYS = 30;

/** A check as the newest completed scan of a proved domain judged it. */
export interface ScannedCheck {
  readonly domain: string;
  readonly scanId: string;
  readonly profile: ScanProfile;
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly weight: 0 | 1 | 2 | 3;
  readonly effort: ScanEffort;
}

/** What people said of a failed check. */
export interface FindingState {
  readonly domain: string;
  readonly check_id: string;
  readonly state: "work" | "accepted";
  readonly responsible_id: string | null;
  readonly due: Day | null;
  /** The last day on which an accepted risk holds. */
  readonly until: Day | null;
}

const stateKey = (domain: string, check: string) => `${domain}/${check}`;

/** Failed checks of weight 2 and 3 whose risk nobody accepted. */
export function findingTasks(
  checks: readonly ScannedCheck[],
  states: readonly FindingState[],
  today: Day,
): readonly ListedTask[] {
  const said = new Map(states.map((each) => [stateKey(each.domain, each.check_id), each]));
  return checks.flatMap(({ domain, scanId, profile, id, status, reason, weight, effort }): ListedTask[] => {
    const state = said.get(stateKey(domain, id));
    const isAccepted = state?.state === "accepted" && state.until !== null && state.until >= today;
    if (status !== "fail" || weight < 2 || isAccepted) return [];
    const responsible = state?.responsible_id ?? null;
    return [
      {
        key: `finding:${domain}/${id}`,
        kind: "finding",
        due: state?.state === "work" ? state.due : null,
        weight: weight === 3 ? 3 : 2,
        minutes: MINUTES[effort],
        about: { kind: "finding", domain, check: id, scanId, profile, reason },
        person: responsible === null ? null : { type: "member", accountId: responsible },
      },
    ];
  });
}

/** Accepted risks that end within a month or have ended. */
export function riskTasks(states: readonly FindingState[], today: Day): readonly ListedTask[] {
  const limit = addDays(today, AHEAD_DAYS);
  return states.flatMap(({ domain, check_id: check, state, until }): ListedTask[] => {
    if (state !== "accepted" || until === null || until > limit) return [];
    const about = { kind: "risk", domain, check } as const;
    return [{ key: `risk:${domain}/${check}`, kind: "risk", due: until, weight: 3, minutes: 10, about, person: null }];
  });
}

/** The end of something that has to be renewed. */
export interface End {
  readonly of: "profile" | "evidence" | "certificate" | "proof" | "key";
  /** The domain, or the id of the evidence or key; an empty text for the profile. */
  readonly subject: string;
  readonly day: Day;
  /** The account whose it is; left out: the organization's. */
  readonly owner?: string;
}

/** What ends within a month or has ended. */
export function expiryTasks(ends: readonly End[], today: Day): readonly ListedTask[] {
  const limit = addDays(today, AHEAD_DAYS);
  return ends.flatMap(({ of, subject, day, owner }): ListedTask[] => {
    if (!isDay(day) || day > limit) return [];
    return [
      {
        key: subject === "" ? `expiry:${of}` : `expiry:${of}/${subject}`,
        kind: "expiry",
        due: day,
        weight: 2,
        minutes: 10,
        about: { kind: "expiry", of, subject },
        person: owner === undefined ? null : { type: "member", accountId: owner },
      },
    ];
  });
}
