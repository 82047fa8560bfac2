import type { Locale, Localized } from "../core/locale.ts";
import type { ScanCheckId, ScanEffort, ScanRole } from "../core/scan-checks.ts";
import { foreignText } from "./foreign-text.ts";
import type { JudgedCheck } from "./judge.ts";
import type { Observation } from "./observation.ts";

/** What a result needs to know of a check in words; the knowledge of the scan has it. */
interface CheckTexts {
  readonly effort: ScanEffort;
  readonly who: ScanRole;
  readonly references: readonly string[];
  readonly obligations: readonly string[];
  readonly title: Localized;
  readonly remedy: Localized;
  readonly reasons: Readonly<Record<string, { readonly finding: Localized; readonly remedy?: Localized | undefined }>>;
}

export interface ScanTexts {
  readonly checks: ReadonlyMap<ScanCheckId, CheckTexts>;
  readonly unjudged: Readonly<Record<string, Localized>>;
}

/** One check as it is shown. `finding` and `remedy` are ours; text of the target stands under `untrusted`. */
export interface DescribedCheck extends JudgedCheck {
  readonly obligations: readonly string[];
  readonly title: string;
  readonly finding: string;
  /** Only with `warn` and `fail`, as are `effort` and `who`. */
  readonly remedy: string | null;
  readonly effort: ScanEffort | null;
  readonly who: ScanRole | null;
  readonly references: readonly string[];
}

/** Puts verdicts into words. */
export function describeChecks(checks: readonly JudgedCheck[], texts: ScanTexts, locale: Locale): DescribedCheck[] {
  return checks.map((check) => {
    const words = texts.checks.get(check.id);
    if (words === undefined) throw new Error(`The check ${check.id} has no texts.`);
    const reason = Object.hasOwn(words.reasons, check.reason) ? words.reasons[check.reason] : undefined;
    const finding = reason?.finding ?? texts.unjudged[check.reason];
    if (finding === undefined) throw new Error(`The reason ${check.reason} of ${check.id} has no text.`);
    const calls = check.status === "warn" || check.status === "fail";
    return {
      ...check,
      obligations: words.obligations,
      title: words.title[locale],
      finding: finding[locale],
      remedy: calls ? (reason?.remedy ?? words.remedy)[locale] : null,
      effort: calls ? words.effort : null,
      who: calls ? words.who : null,
      references: words.references,
    };
  });
}

/** What calls for action: heavy before light, failures before warnings, then by id. */
export function findings<C extends Pick<JudgedCheck, "id" | "status" | "weight">>(checks: readonly C[]): C[] {
  return checks
    .filter(({ status }) => status === "warn" || status === "fail")
    .toSorted(
      (one, other) =>
        other.weight - one.weight || one.status.localeCompare(other.status) || (one.id < other.id ? -1 : 1),
    );
}

/** What the guard refused, as it may stand under `untrusted.refused`. */
export function refusals({ refused }: Pick<Observation, "refused">): Observation["refused"] {
  return refused.map(({ host, address, reason }) => ({
    host: foreignText(host),
    address: address === null ? null : foreignText(address),
    reason,
  }));
}
