import type { Locale } from "../../core/locale.ts";
import { differsFromSeen, OBSERVED_FIELDS } from "../../rules/supplier-questionnaire/observed.ts";
import { describeChecks } from "../../scanner/result.ts";
import type { PublishedProfile } from "../../state/trust-profiles.ts";
import type { Services } from "../contexts.ts";
import { readStoredScan } from "../scans/stored-scan.ts";
import type { PublishedAnswer } from "./statement.ts";

/** What a scan of the supplier's domain saw beside some answers. The words are ours. */
export type ObservedByScan = NonNullable<Awaited<ReturnType<typeof observedOf>>>;

/**
 * The newest scan of the proved domain beside the answers that it speaks to; `null` where the organization does not
 * want it shown, where the domain is not shown or no longer proved, and where there is nothing to compare.
 */
export async function observedOf(
  profile: PublishedProfile,
  { identity, untrusted }: PublishedAnswer,
  locale: Locale,
  { trust, knowledge }: Services,
) {
  const { primaryDomain: domain, answers } = untrusted;
  const isProved = identity.method !== "operator" && identity.lostAt === undefined;
  if (profile.shows_scan !== 1 || !isProved || domain === null) return null;
  const scan = await trust.lastScan(profile.org_id, domain);
  if (scan === undefined) return null;
  const described = describeChecks(readStoredScan(scan.detail).checks, knowledge.scan, locale);
  const fields = Object.entries(OBSERVED_FIELDS).flatMap(([id, ids]) => {
    const value = answers.find((each) => each.id === id)?.value ?? null;
    const differs = differsFromSeen(id, value, described);
    if (differs === undefined) return [];
    const checks = described.filter((check) => ids.includes(check.id));
    return [
      {
        id,
        differs,
        checks: checks.map(({ id: check, status, title, finding }) => ({ id: check, status, title, finding })),
      },
    ];
  });
  return fields.length === 0 ? null : { scannedAt: new Date(scan.at).toISOString(), fields };
}
