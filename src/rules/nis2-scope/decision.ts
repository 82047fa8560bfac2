import type { Category, UnknownReason } from "../../core/company.ts";
import type { NaceCode } from "../../core/nace.ts";
import type { SectorId, Situation } from "../../knowledge/nis2-ids.ts";
import type { CodeMatch } from "./match-nace.ts";
import type { PublicGround } from "./public-administration.ts";
import type { Size } from "./size.ts";
import type { Ground } from "./stated-grounds.ts";

/** The bare decision, without words, trace or missing facts: what a million rows need. */
export interface Decision {
  readonly category: Category;
  readonly unknownReason: UnknownReason | null;
  readonly situation: Situation;
  readonly sectorId: SectorId | null;
  /** The code that decided, or that named the sector of a firm that is too small. */
  readonly match: CodeMatch | null;
  readonly matches: readonly CodeMatch[];
  /** Codes of the firm that its classification does not have: nothing follows from them. */
  readonly unusable: readonly NaceCode[];
  readonly size: Size;
  readonly publicGround: PublicGround;
  /** Category of the stated service, where one was stated. */
  readonly serviceCategory: "essential" | "important" | null;
  /** What answers and stated services give beside the codes. */
  readonly grounds: readonly Ground[];
  /** What the codes alone lead to, where a ground decides; else the situation. */
  readonly baseSituation: Situation;
}
