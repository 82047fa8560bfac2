import type { HostName } from "../../outbound/guarded/host-name.ts";
import type { ProofLook } from "../../scanner/collect/collect-proof.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { domainsToCheck, noteNoProof, noteProof } from "../../state/domains.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { MailOptions } from "../accounts/mail-account.ts";
import { tellOfLostProof } from "./tell-of-domains.ts";

const DAY_MS = 86_400_000;

/** A proof that stood is looked up again after so many days; one that was not found, after a day. */
const AGAIN_DAYS = 30;

const BATCH = 100;

/**
 * Notes that the proof of a domain was not found. The third time in a row ends it, with its audit entry and a mail to
 * the owners.
 */
export async function noteMissingProof(
  tx: StateDatabase,
  options: MailOptions,
  orgId: string,
  domain: string,
  at: number,
): Promise<void> {
  if ((await noteNoProof({ db: tx, orgId }, domain, at)) !== "ended") return;
  const target = { type: "domain", id: domain } as const;
  await appendAudit(tx, { action: "domain.lost", actorId: null, orgId, target, via: "system", ipPrefix: null }, at);
  await tellOfLostProof(tx, options, orgId, domain, at);
}

/** What the nightly look at proofs needs. */
export interface ProofCheckOptions extends MailOptions {
  readonly state: StateDatabase;
  readTarget(domain: string): HostName | null;
  lookUpProof(target: HostName, token: string): Promise<ProofLook>;
}

/**
 * Looks up every proof whose time has come. Where the DNS does not answer nothing is noted, and the next night tries
 * again.
 */
export async function checkProofs(options: ProofCheckOptions, now: () => number, signal: AbortSignal): Promise<void> {
  const { state, readTarget, lookUpProof } = options;
  let after = { orgId: "", domain: "" };
  for (;;) {
    const before = { proved: now() - AGAIN_DAYS * DAY_MS, missing: now() - DAY_MS / 2 };
    const due = await domainsToCheck(state, before, after, BATCH);
    for (const { org_id: orgId, domain, token } of due) {
      signal.throwIfAborted();
      after = { orgId, domain };
      const target = readTarget(domain);
      const found = target === null ? "unknown" : await lookUpProof(target, token);
      if (found === "absent") await state.transaction((tx) => noteMissingProof(tx, options, orgId, domain, now()));
      else if (found !== "unknown") await noteProof({ db: state, orgId }, domain, found, now());
    }
    if (due.length < BATCH) return;
  }
}
