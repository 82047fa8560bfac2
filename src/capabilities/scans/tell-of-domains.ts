import { listMembers } from "../../state/organizations.ts";
import { type Scan, type ScanOutcome, scanBefore } from "../../state/scans.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { addEvents } from "../../state/watch.ts";
import { type MailOptions, mailAccount } from "../accounts/mail-account.ts";
import { newEvent } from "../watch/new-event.ts";
import { isWorse } from "./compare-scans.ts";
import { readStoredScan } from "./stored-scan.ts";

/** Tells the owners of an organization by mail, and everybody by an event, that the proof of a domain has ended. */
export async function tellOfLostProof(
  tx: StateDatabase,
  options: MailOptions,
  orgId: string,
  domain: string,
  at: number,
): Promise<void> {
  const path = `/organizations/${orgId}/domains`;
  for (const { account_id: accountId, role } of await listMembers(tx, orgId)) {
    if (role === "owner") await mailAccount(tx, options, accountId, { kind: "domain_lost", path }, at);
  }
  const subject = { domain };
  await addEvents(tx, [newEvent({ orgId, type: "domain.lost", severity: "warning", at, subject, once: String(at) })]);
}

/**
 * Tells of a scheduled scan that is worse than the one before it, as an event, of which the digest tells.
 * @param scan as it was queued; `outcome` how it ended
 */
export async function tellOfWorseScan(
  tx: StateDatabase,
  orgId: string,
  scan: Scan,
  outcome: ScanOutcome,
  at: number,
): Promise<void> {
  const { id, domain } = scan;
  if (outcome.status !== "completed" || domain === null) return;
  const before = await scanBefore(tx, orgId, scan);
  if (before === undefined) return;
  const seen = ({ technical, detail }: Pick<Scan, "technical" | "detail">) => ({
    technical,
    checks: readStoredScan(detail).checks,
  });
  if (!isWorse(seen(before), seen(outcome))) return;
  const subject = { domain, scan: id };
  await addEvents(tx, [newEvent({ orgId, type: "scan.worsened", severity: "warning", at, subject, once: id })]);
}
