import type { ActMention } from "./acts-in-text.ts";
import type { Token } from "./tokens.ts";
import type { UnitGroup } from "./units-in-text.ts";

/** What the units of a group belong to. */
export type Target =
  /** `side`: the act stands directly before or behind the units, or only somewhere in their sentence. */
  | { readonly kind: "act"; readonly mention: ActMention; readonly side: "before" | "behind" | "sentence" }
  /** "§ 20 tohto zákona", "Article 5 of the GDPR": something is meant that no number names. */
  | { readonly kind: "unnamed"; readonly isAct: boolean }
  | { readonly kind: "none" };

/** A text with everything that was found in it. */
export interface ReadText {
  readonly tokens: readonly Token[];
  readonly sentences: Int32Array;
  readonly mentions: readonly ActMention[];
  /** Index of the mention that holds a token, else -1. */
  readonly mentionAt: Int32Array;
  readonly groups: readonly UnitGroup[];
}
