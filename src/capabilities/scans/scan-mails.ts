import { listMembers } from "../../state/organizations.ts";
import { scanMailsWantedBy } from "../../state/reminders.ts";
import { type Scan, type ScanOutcome, scanBefore } from "../../state/scans.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { type MailOptions, mailAccount } from "../accounts/mail-account.ts";
import { isWorse } from "./compare-scans.ts";
import { readStoredScan } from "./stored-scan.ts";

/** Tells the owners of an organization that the proof of a domain has ended. */
export async function mailLostProof(
  tx: StateDatabase,
  options: MailOptions,
  orgId: string,
  now: number,
): Promise<void> {
  const path = `/organizations/${orgId}/domains`;
  for (const { account_id: accountId, role } of await listMembers(tx, orgId)) {
    if (role === "owner") await mailAccount(tx, options, accountId, { kind: "domain_lost", path }, now);
  }
}

/**
 * Tells the members who want such mails that a scheduled scan is worse than the one before it.
 * @param scan as it was queued; `outcome` how it ended
 */
export async function mailWorseScan(
  tx: StateDatabase,
  options: MailOptions,
  orgId: string,
  scan: Scan,
  outcome: ScanOutcome,
  now: number,
): Promise<void> {
  if (outcome.status !== "completed") return;
  const before = await scanBefore(tx, orgId, scan);
  if (before === undefined) return;
  const seen = ({ technical, detail }: Pick<Scan, "technical" | "detail">) => ({
    technical,
    checks: readStoredScan(detail).checks,
  });
  if (!isWorse(seen(before), seen(outcome))) return;
  for (const accountId of await scanMailsWantedBy(tx, orgId)) {
    await mailAccount(
      tx,
      options,
      accountId,
      { kind: "scan_worse", path: `/organizations/${orgId}/scans/${scan.id}` },
      now,
    );
  }
}
