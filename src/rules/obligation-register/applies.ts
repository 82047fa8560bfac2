import type { ActRegistry } from "../../knowledge/acts.ts";
import type { Obligation } from "../../knowledge/obligations.ts";
import { obligationsOfRegime } from "./regime-obligations.ts";

/** What a verdict says of whom the law binds. */
export interface JudgedFirm {
  /** The verdict is known: a regime, or that there is none. */
  readonly isKnown: boolean;
  /** `null`: no regime binds the firm. */
  readonly regime: string | null;
  /** One of the providers of Article 1 of Regulation (EU) 2024/2690; `null`: not known. */
  readonly isDigitalProvider: boolean | null;
}

/** Article 21(5) of Directive (EU) 2022/2555: requirements for certain digital providers alone. */
const OF_DIGITAL_PROVIDERS = "NIS2-21-5";

/**
 * Which obligations of the catalog apply to a firm: those that its regime asks for, and those of digital providers where
 * it is one. `null`: the verdict does not say.
 */
export function applicability(
  obligations: readonly Pick<Obligation, "code" | "legalBasis">[],
  { isKnown, regime, isDigitalProvider }: JudgedFirm,
  acts: ActRegistry,
): ReadonlyMap<string, boolean | null> {
  if (!isKnown) return new Map(obligations.map(({ code }) => [code, null]));
  const asked = new Set(regime === null ? [] : obligationsOfRegime(obligations, regime, acts));
  return new Map(
    obligations.map(({ code }) => {
      if (regime === null || code !== OF_DIGITAL_PROVIDERS) return [code, asked.has(code)];
      return [code, isDigitalProvider];
    }),
  );
}
