import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { scanDisagreements } from "../../../capabilities/scans/scan-disagreements.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { href } from "../paths.ts";
import { scanPath } from "../scans/scan-paths.ts";

/** Findings of scans under one obligation that is stated as met. */
export type Disagreements = AnswerOf<typeof scanDisagreements>["disagreements"];

export const disagreeText: Localized = typesetTexts({
  title: {
    sk: "uvedené ako splnené, sken nesúhlasí",
    cs: "uvedeno jako splněné, sken nesouhlasí",
    en: "stated met, the scan disagrees",
  },
} satisfies Record<string, Localized>).title;

/** Each finding as a link to where the scan says it, with its domain. */
export function FindingLinks({
  findings,
  organizationId,
  locale,
}: {
  findings: Disagreements;
  organizationId: string;
  locale: Locale;
}) {
  return findings.map(({ scanId, checkId, domain, title }, index) => (
    <>
      {index === 0 ? null : ", "}
      <a href={`${href(locale, scanPath(organizationId, scanId))}#${checkId}`}>{title}</a> (<bdi>{domain}</bdi>)
    </>
  ));
}
