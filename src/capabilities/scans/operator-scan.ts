import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import type { ScanProfile } from "../../core/scan-checks.ts";
import type { HostName } from "../../outbound/guarded/host-name.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { domainsOf } from "../../state/domains.ts";
import { type Scan, scanById, scanLedger } from "../../state/scans.ts";
import { organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { chargeOrganization } from "../calling/charge.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OperatorContext } from "../contexts.ts";
import { orderScan, proofsFor } from "./order-scan.ts";
import { lookUpProof, methodOf } from "./owned-domains.ts";
import { failed, judged } from "./run-scan.ts";
import { scanResultOf } from "./scan-answer.ts";
import { noTarget, notVerified } from "./scan-problems.ts";
import { readTypedDomain } from "./typed-domain.ts";

/** How often it is looked whether a scan that another instance runs has ended, in milliseconds. */
const LOOK_MS = 200;

/** The operator scans a domain: for an organization, or only to look at it. */
export const operatorScan = defineCapability({
  name: "operator_scan",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    domain: z.string().describe("Host name of a public domain."),
    full: z.boolean().default(false).describe("The full profile."),
    ownerConfirmed: z.boolean().default(false).describe("The owner of the domain agrees; noted in the audit log."),
    organization: z.string().optional().describe("Id of the organization that gets the result."),
    fresh: z.boolean().default(false).describe("Looks anew, also within ten minutes."),
    locale: localeParameter,
  }),
  run: async ({ full, organization, locale, ...asked }, context) => {
    const { scans, knowledge } = context;
    const typed = readTypedDomain(asked.domain, scans, true);
    if (typed === null) throw new ServiceError(noTarget);
    const { target, readAs } = typed;
    const profile = full ? "full" : "public";
    const scan =
      organization === undefined
        ? await lookOnly(target, profile, asked.ownerConfirmed, context)
        : await scanFor(organization, target, { ...asked, profile }, context);
    return { ...scanResultOf(scan, [], knowledge, locale, "all"), readAs };
  },
});

/** Looks and keeps nothing, but that the owner's consent was confirmed. */
async function lookOnly(
  target: HostName,
  profile: ScanProfile,
  ownerConfirmed: boolean,
  { operator: { scans: here, accounts }, scans }: OperatorContext,
): Promise<Scan> {
  if (profile === "full" && !ownerConfirmed) throw new ServiceError(confirmationNeeded);
  const [id, at] = [newId("scan"), accounts.now()];
  if (profile === "full") {
    const target = { type: "scan", id } as const;
    const details = { profile, ownerConfirmed };
    const event = { action: "scan.started", actorId: null, orgId: null, target, via: "cli", ipPrefix: null } as const;
    await accounts.state.transaction((tx) => appendAudit(tx, { ...event, details }, at));
  }
  const looked = scans.isOptedOut(target) ? null : await here.look(target, profile);
  const outcome =
    looked === null
      ? failed("opted_out")
      : looked.failure === null
        ? judged(looked, undefined)
        : failed(looked.failure, looked);
  return {
    id,
    domain: target.host,
    profile,
    created_at: at,
    created_by: null,
    started_at: at,
    finished_at: accounts.now(),
    ...outcome,
  };
}

/** Queues the scan and runs it here, unless a running service was faster. */
async function scanFor(
  organization: string,
  target: HostName,
  asked: { readonly profile: ScanProfile; readonly ownerConfirmed: boolean; readonly fresh: boolean },
  { operator: { accounts, scans: here }, scans }: OperatorContext,
): Promise<Scan> {
  const { state } = accounts;
  const { id: orgId } = await organizationOf(state, organization);
  const { profile, ownerConfirmed } = asked;
  if (profile === "full" && !ownerConfirmed) {
    const proofs = proofsFor(await domainsOf(state, orgId), target);
    const found = await Promise.all(proofs.map((owned) => lookUpProof(orgId, owned, scans)));
    if (found.every((look) => methodOf(look) === null)) throw new ServiceError(notVerified);
  }
  const made = await state.transaction(async (tx) => {
    const at = accounts.now();
    const ordered = await orderScan(
      scanLedger(tx, orgId),
      { target, createdBy: null, at, ...asked },
      chargeOrganization({ tx, at, isOperator: true }, orgId),
    );
    if ("earlier" in ordered) return ordered.earlier.id;
    const scan = { type: "scan", id: ordered.id } as const;
    await recordCommand(tx, { action: "scan.started", orgId, target: scan, details: { profile, ownerConfirmed } }, at);
    return ordered.id;
  });
  for (;;) {
    const scan = await scanById(state, orgId, made);
    if (scan === undefined) throw new ServiceError(scanGone);
    if (scan.status === "completed" || scan.status === "failed") return scan;
    await here.runNow(scan.id);
    const now = await scanById(state, orgId, made);
    if (now?.finished_at === null) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const confirmationNeeded: Problem = {
  ...notVerified,
  code: "invalid_arguments",
  field: "full",
  nextStep: {
    sk: "Ak vlastník domény súhlasí, pridajte --owner-confirmed; zapíše sa to do záznamu udalostí.",
    cs: "Pokud vlastník domény souhlasí, přidejte --owner-confirmed; zapíše se to do záznamu událostí.",
    en: "If the owner of the domain agrees, add --owner-confirmed; it is noted in the audit log.",
  },
};

const scanGone: Problem = {
  code: "not_found",
  message: {
    sk: "Sken medzitým niekto odstránil.",
    cs: "Sken mezitím někdo odstranil.",
    en: "Somebody removed the scan meanwhile.",
  },
  nextStep: { sk: "Spustite ho znova.", cs: "Spusťte ho znovu.", en: "Start it again." },
};
