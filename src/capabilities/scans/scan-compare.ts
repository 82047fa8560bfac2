import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { describeChecks } from "../../scanner/result.ts";
import type { Scan } from "../../state/scans.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { compareScans } from "./compare-scans.ts";
import { readStoredScan } from "./stored-scan.ts";

/** Two scans side by side: what got better, what got worse. `a` is the earlier one, whatever the order asked for. */
export const scanCompare = defineCapability({
  name: "scan_compare",
  access: "organization",
  input: z.strictObject({
    a: z.string().describe("Id of a scan."),
    b: z.string().describe("Id of another scan."),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  run: async ({ a, b, locale }, { store, knowledge }) => {
    const found = (await Promise.all([store.scan(a), store.scan(b)])).flatMap((scan) => scan ?? []);
    const [first, second] = found.toSorted((one, two) => one.created_at - two.created_at);
    if (first === undefined || second === undefined) throw new ServiceError(notYours);
    const [before, after] = [first, second].map((scan) =>
      describeChecks(readStoredScan(scan.detail).checks, knowledge.scan, locale),
    );
    const known = new Map((before ?? []).map((check) => [check.id, check]));
    const now = new Map((after ?? []).map((check) => [check.id, check]));
    const groups = compareScans(before ?? [], after ?? []);
    const shown = (ids: (typeof groups)["better"]) =>
      ids.flatMap((id) => {
        // What was judged before and was not seen now says why; what is not in the later scan at all, what it was.
        const check = now.get(id) ?? known.get(id);
        if (check === undefined) return [];
        const { title, finding } = check;
        return [{ id, title, finding, before: known.get(id)?.status ?? null, after: now.get(id)?.status ?? null }];
      });
    return {
      a: sideOf(first),
      b: sideOf(second),
      better: shown(groups.better),
      worse: shown(groups.worse),
      added: shown(groups.added),
      gone: shown(groups.gone),
      same: shown(groups.same),
    };
  },
});

function sideOf({ id, domain, profile, created_at, technical }: Scan) {
  return { id, domain, profile, createdAt: new Date(created_at).toISOString(), technical };
}
