import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { SCAN_PROFILES } from "../../core/scan-checks.ts";
import { INTERVALS } from "../../state/scan-schedules.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { isProved } from "./order-scan.ts";
import { domainNamed } from "./owned-domains.ts";
import { notVerified } from "./scan-problems.ts";
import { nextScanAt } from "./scheduled-scans.ts";

/** Sets how often a domain of an organization is scanned again. */
export const domainSchedule = defineCapability({
  name: "domain_schedule",
  access: "organization",
  effect: "write",
  right: "change",
  scope: "scan:write",
  input: z.strictObject({
    domain: z.string(),
    every: z.enum(["never", ...INTERVALS]),
    profile: z.enum(SCAN_PROFILES).default("public"),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/domains/:domain/schedule",
    leadsTo: "/organizations/:organizationId/domains",
    done: "saved",
  },
  run: async ({ domain: text, every, profile }, { store, write, person, scans }) => {
    const owned = await store.domains();
    // Whatever is scheduled can be ended, by the name that the list shows.
    const { domain } = domainNamed(every === "never" ? [...owned, ...(await store.schedules())] : owned, text, scans);
    const target = scans.readTarget(domain);
    if (profile === "full" && (target === null || !isProved(owned, target))) throw new ServiceError(notVerified);
    const subject = { type: "domain", id: domain } as const;
    await write(async ({ store: own, record }) => {
      if (every === "never") {
        await own.removeSchedule(domain);
        await record("scan.unscheduled", subject);
        return;
      }
      // Its removal may have come first.
      domainNamed(await own.domains(), domain, scans);
      const nextAt = nextScanAt(domain, every, scans.now());
      await own.setSchedule({ domain, every, profile, next_at: nextAt, created_by: person.accountId });
      await record("scan.scheduled", subject, { every, profile });
    });
    return { domain, every };
  },
});

/** The schedules of an organization. */
export const scheduleList = defineCapability({
  name: "schedule_list",
  access: "organization",
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { store }) => ({
    schedules: (await store.schedules()).map(({ domain, every, profile, next_at }) => ({
      domain,
      every,
      profile,
      nextAt: new Date(next_at).toISOString(),
    })),
  }),
});
