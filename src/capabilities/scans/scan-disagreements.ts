import { z } from "zod";
import { readHostName } from "../../outbound/guarded/host-name.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { isProved } from "./order-scan.ts";
import { readStoredScan } from "./stored-scan.ts";

/** Failures of a lower weight say too little of a whole obligation. */
const LEAST_WEIGHT = 2;

/**
 * Where the newest scan of a domain fails although the register states the obligation as met. Nothing in the register
 * changes. Where an organization has proved domains, scans of others are those of suppliers and say nothing of it.
 */
export const scanDisagreements = defineCapability({
  name: "scan_disagreements",
  access: "organization",
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async ({ locale }, { store, knowledge }) => {
    const met = new Set((await store.register()).filter(({ status }) => status === "met").map(({ code }) => code));
    if (met.size === 0) return { disagreements: [] };
    const [scans, domains] = await Promise.all([store.newestScans(), store.domains()]);
    const hasProof = domains.some(({ verified_at }) => verified_at !== null);
    const own = scans.filter(({ domain }) => {
      const target = readHostName(domain);
      return !hasProof || (target !== null && isProved(domains, target));
    });
    return {
      disagreements: own.flatMap(({ id, domain, detail }) =>
        readStoredScan(detail)
          .checks.filter(({ status, weight }) => status === "fail" && weight >= LEAST_WEIGHT)
          .flatMap((check) => {
            const { obligations = [], title } = knowledge.scan.checks.get(check.id) ?? {};
            return obligations
              .filter((code) => met.has(code))
              .map((code) => ({
                code,
                scanId: id,
                domain,
                checkId: check.id,
                title: title?.[locale] ?? check.id,
              }));
          }),
      ),
    };
  },
});
