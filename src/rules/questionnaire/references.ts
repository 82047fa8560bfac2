import type { Country } from "../../core/country.ts";
import type { Act, ActRegistry } from "../../knowledge/acts.ts";

/** The national regimes by which the questionnaire can be read; ids as in a verdict's `nationalRegime`. */
export const QUESTIONNAIRE_REGIMES = ["pzs", "pkzs", "lower", "higher"] as const;

export type QuestionnaireRegime = (typeof QUESTIONNAIRE_REGIMES)[number];

const COUNTRY_OF: Readonly<Record<QuestionnaireRegime, Country>> = { pzs: "SK", pkzs: "SK", lower: "CZ", higher: "CZ" };

/** What holds in the other Czech regime only: § 14(1) and Decree 409/2025 in the higher one, § 14(2) and 410/2025 in the lower. */
const OTHER_REGIME: Readonly<Record<QuestionnaireRegime, RegExp | undefined>> = {
  pzs: undefined,
  pkzs: undefined,
  lower: /^(cz-264-2025 14\(1\)|cz-409-2025 )/,
  higher: /^(cz-264-2025 14\(2\)|cz-410-2025 )/,
};

/** Whose law a questionnaire is read by. `null`: not known, so nothing is left out for it. */
export interface ApplicableLaw {
  readonly country: Country | null;
  readonly regime: QuestionnaireRegime | null;
  /** Implementing Regulation (EU) 2024/2690 binds the digital providers that it names, and nobody else. */
  readonly isDigitalProvider: boolean | null;
}

/** The law of a regime, of a firm of which nothing else is known. */
export function lawOfRegime(regime: QuestionnaireRegime): ApplicableLaw {
  return { country: COUNTRY_OF[regime], regime, isDigitalProvider: null };
}

/**
 * The references that concern a firm: those of its country first (acts before decrees), then those of the Union. The
 * other country's acts, the provisions of the other Czech regime and an implementing regulation that does not bind it
 * are left out.
 * @param references in the notation of knowledge/acts.
 */
export function referencesFor(
  references: readonly string[],
  { country, regime, isDigitalProvider }: ApplicableLaw,
  acts: ActRegistry,
): readonly string[] {
  const placed = references.flatMap((reference) => {
    const act = actOf(reference, acts);
    const place = act === undefined ? undefined : placeOf(act, country);
    if (place === undefined || (regime !== null && OTHER_REGIME[regime]?.test(reference) === true)) return [];
    return act?.id === IMPLEMENTING_REGULATION && isDigitalProvider === false ? [] : [{ reference, place }];
  });
  return placed.sort((a, b) => a.place - b.place).map(({ reference }) => reference);
}

/**
 * The references of a question for a firm. A question that rests on no provision of its country gets those of its area
 * before its own, so that the national act always comes first.
 */
export function questionReferencesFor(
  own: readonly string[],
  ofArea: readonly string[],
  law: ApplicableLaw,
  acts: ActRegistry,
): readonly string[] {
  const ours = referencesFor(own, law, acts);
  const isNational = (reference: string) => actOf(reference, acts)?.jurisdiction !== "EU";
  if (law.country === null || ours.some(isNational)) return ours;
  return [...referencesFor(ofArea, law, acts).filter(isNational), ...ours];
}

const IMPLEMENTING_REGULATION = "cir-2024-2690";

function actOf(reference: string, acts: ActRegistry): Act | undefined {
  return acts.byId.get(reference.split(" ")[0] ?? "");
}

/** National acts, national decrees, acts of the Union; `undefined` for the other country's. */
function placeOf({ jurisdiction, kind }: Act, country: Country | null): number | undefined {
  if (jurisdiction === "EU") return 2;
  if (country !== null && jurisdiction !== country) return undefined;
  return kind === "decree" ? 1 : 0;
}
