import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { SCAN_PROFILES } from "../../core/scan-checks.ts";
import type { HostName } from "../../outbound/guarded/host-name.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { Scan } from "../../state/scans.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { earlierScan, nextScanAfter, orderScan, proofsFor } from "./order-scan.ts";
import { domainTyped } from "./owned-domains.ts";
import { scanResult, scanResultOf } from "./scan-answer.ts";
import { notVerified } from "./scan-problems.ts";
import { readAs } from "./typed-domain.ts";

const input = z.strictObject({
  domain: z
    .string()
    .describe("Host name of a public domain, without scheme and path.")
    .meta({ examples: ["firma.sk"] }),
  profile: z.enum(SCAN_PROFILES).default("public").describe("full: more, and only with a valid proof of ownership."),
  organizationId: organizationParameter,
  locale: localeParameter.describe("Language of findings, remedies and error texts."),
});

const output = z.object({
  ...scanResult.shape,
  earlier: z.boolean().describe("True: this is the scan that was there already; no new one was started."),
  reused: z.boolean().describe("The same as earlier."),
  nextScanAt: z.string().nullable().describe("From when a new scan may start; null: now."),
  readAs,
});

/** Starts a scan of a domain for an organization (docs/specification.md, `account-data.scan`). */
export const scanStart = defineCapability({
  name: "scan_start",
  access: "organization",
  effect: "write",
  right: "change",
  scope: "scan:write",
  input,
  published: {
    title: "New scan of a domain",
    description:
      "Queues a scan of a domain; its result is read at the address in Location. A scan of the same domain that is under " +
      "way, or ended in the last ten minutes, is returned instead.",
    output,
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/scan",
      cost: { rows: ["person_write", "scan_order"], stock: ["looks", "strange_domains"] },
      outcome: {
        statuses: [200, 202],
        of: ({ id, earlier }) => (earlier ? { status: 200 } : { status: 202, location: `/api/v1/scan/${id}` }),
      },
      problems: ["opted_out", "rate_limited"],
    },
  ],
  form: {
    cost: { rows: ["person_write", "scan_order"], stock: ["looks", "strange_domains"] },
    path: "/organizations/:organizationId/scans",
    leadsTo: ({ readAs: how, reused }) => {
      const query = [...(how === null ? [] : [`read=${how}`]), ...(reused ? ["reused=1"] : [])].join("&");
      return `/organizations/:organizationId/scans/:id${query === "" ? "" : `?${query}`}`;
    },
    done: ({ earlier }) => (earlier ? null : "created"),
  },
  run: async ({ domain, profile, locale }, { store, write, person, organization, scans, knowledge }) => {
    const { target, readAs } = domainTyped(domain, scans, person.keyId === undefined);
    const request = { target, profile, createdBy: person.accountId, at: scans.now() };
    const owned = await store.domains();
    const answer = (scan: Scan, earlier: boolean) => ({
      ...scanResultOf(scan, owned, knowledge, locale, "findings"),
      earlier,
      reused: earlier,
      nextScanAt: nextScanAfter(scan, scans.now()),
      readAs,
    });
    const there = await earlierScan(store, request);
    if (there !== undefined) return answer(there, true);
    if (profile === "full" && !(await isProvedNow(store, organization.id, target, scans)))
      throw new ServiceError(notVerified);
    const ordered = await write(async ({ store: own, record, charge }) => {
      const made = await orderScan(own, request, charge);
      if ("earlier" in made) throw new ScanIsThere(made.earlier.id);
      await record("scan.started", { type: "scan", id: made.id }, { profile, ownerConfirmed: false });
      return made.id;
    }).catch((thrown: unknown) => {
      if (thrown instanceof ScanIsThere) return thrown;
      throw thrown;
    });
    if (typeof ordered === "string") scans.wake();
    const id = typeof ordered === "string" ? ordered : ordered.id;
    const scan = await store.scan(id);
    if (scan === undefined) throw new ServiceError(notYours);
    return answer(scan, typeof ordered !== "string");
  },
});

/** Somebody else queued the same scan between the look and the transaction, which is undone. */
class ScanIsThere extends Error {
  readonly id: string;

  constructor(id: string) {
    super("the scan is there already");
    this.id = id;
  }
}

/** Looks for the proofs that hold for a host, now: a full scan needs one that stands at this moment. */
async function isProvedNow(
  store: OrganizationStore,
  orgId: string,
  target: HostName,
  scans: Services["scans"],
): Promise<boolean> {
  for (const { domain, token } of proofsFor(await store.domains(), target)) {
    const owned = scans.readTarget(domain);
    const found = owned === null ? "unknown" : await scans.lookUpProof(owned, token);
    if (found === "dns" || found === "file") return true;
    if (found === "absent") await scans.noteNoProof(orgId, domain);
  }
  return false;
}
