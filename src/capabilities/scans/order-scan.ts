import { dayOf } from "../../core/day.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import type { ScanProfile } from "../../core/scan-checks.ts";
import { type HostName, readHostName } from "../../outbound/guarded/host-name.ts";
import type { OwnedDomain } from "../../state/domains.ts";
import type { Scan, ScanLedger, ScanTerms } from "../../state/scans.ts";
import type { Charge } from "../calling/charge.ts";
import { SCANS_A_DAY, SHARED_MS, STRANGE_HOSTS_A_DAY, UNPROVED_A_DAY } from "./fair-use.ts";
import { holdsFor } from "./ownership.ts";
import { scansUsedUp, strangeHostsUsedUp, unprovedUsedUp } from "./scan-problems.ts";

/** A scan that somebody asks for. */
export interface ScanRequest extends ScanTerms {
  readonly target: HostName;
  readonly profile: ScanProfile;
  readonly createdBy: string | null;
  /** Now, in milliseconds since 1970. */
  readonly at: number;
  /** Not before this instant; default: now. */
  readonly runAt?: number;
}

const DAY_MS = 86_400_000;

/** Ends that say nothing of the domain: whoever asks again gets a new scan. */
const WORTHLESS: readonly Scan["error"][] = ["cancelled", "internal", "opted_out"];

/**
 * The scan that answers a request already: one that has not ended, or ended in the last ten minutes, and saw at least
 * as much. `undefined` where there is none.
 */
export async function earlierScan(
  ledger: Pick<ScanLedger, "latestScans">,
  { target, profile, at, fresh = false }: Pick<ScanRequest, "target" | "profile" | "at" | "fresh">,
): Promise<Scan | undefined> {
  const scans = await ledger.latestScans(target.host, at - DAY_MS);
  return scans.find((scan) => {
    if (profile === "full" && scan.profile !== "full") return false;
    if (scan.finished_at === null) return true;
    return !fresh && scan.finished_at > at - SHARED_MS && !WORTHLESS.includes(scan.error);
  });
}

/** From when a new scan of the domain of a scan may start, as an instant in UTC; `null`: now, or it has not ended. */
export function nextScanAfter(
  { finished_at: end, error }: Pick<Scan, "finished_at" | "error">,
  now: number,
): string | null {
  if (end === null || WORTHLESS.includes(error) || end + SHARED_MS <= now) return null;
  return new Date(end + SHARED_MS).toISOString();
}

/**
 * Queues a scan, in the transaction of its audit entry, unless an earlier one answers already.
 * @returns its id, or the earlier scan.
 * @throws ServiceError `rate_limited` when the organization has used up its day, `budget_used` when the account has.
 */
export async function orderScan(
  ledger: ScanLedger,
  request: ScanRequest,
  charge: Charge,
): Promise<{ readonly id: string } | { readonly earlier: Scan }> {
  const { target, profile, createdBy, at, runAt = at, ...terms } = request;
  const day = dayOf(new Date(at));
  // Locks the organization: two requests at once find one scan.
  const used = await ledger.lockScanUse(day);
  const earlier = await earlierScan(ledger, request);
  if (earlier !== undefined) return { earlier };
  const seconds = Math.ceil((DAY_MS - (at % DAY_MS)) / 1000);
  if (used.reduce((sum, { scans }) => sum + scans, 0) >= SCANS_A_DAY) throw new ServiceError(scansUsedUp(seconds));
  const owned = await ledger.domains();
  if (!isProved(owned, target) && !used.some(({ domain }) => domain === target.host)) {
    const unproved = used.filter(({ domain }) => {
      const each = readHostName(domain);
      return each !== null && !isProved(owned, each);
    });
    if (unproved.length >= UNPROVED_A_DAY) throw new ServiceError(unprovedUsedUp(seconds));
    const seen = (await ledger.domainsOfDay(day)).filter(
      (domain) => readHostName(domain)?.registrable === target.registrable,
    );
    const isHost = (host: string) => host !== target.registrable && host !== `www.${target.registrable}`;
    if (isHost(target.host) && !seen.includes(target.host) && seen.filter(isHost).length >= STRANGE_HOSTS_A_DAY) {
      throw new ServiceError(strangeHostsUsedUp(seconds));
    }
    if (seen.length === 0) await charge("strange_domains");
  }
  await charge("looks");
  const id = newId("scan");
  await ledger.countScanUse(day, target.host);
  await ledger.queueScan({ id, domain: target.host, profile, createdBy }, { at, runAt, ...terms });
  return { id };
}

/** Is there a proof among the domains of an organization that holds for this host? */
export function isProved(owned: readonly OwnedDomain[], target: HostName): boolean {
  return proofsFor(owned, target).length > 0;
}

/** The proofs that hold for a host. */
export function proofsFor(owned: readonly OwnedDomain[], target: HostName): OwnedDomain[] {
  return owned.filter((each) => each.verified_at !== null && holdsFor(each.domain, target));
}
