/** NACE Rev. 2 (Regulation 1893/2006) and Rev. 2.1 (Delegated Regulation 2023/137). */
export const NACE_REVISIONS = ["2", "2.1"] as const;

export type NaceRevision = (typeof NACE_REVISIONS)[number];

/**
 * An activity code with the classification it belongs to. The same digits mean different things in the two
 * revisions (35.12, 46.71, 63.91), so a code never travels without its revision.
 */
export interface NaceCode {
  /** One to five digits, no dots: `28`, `620`, `4120`, `35110`. Leading zeros are kept. */
  readonly code: string;
  readonly revision: NaceRevision;
}

/** The activities of a firm as its registers tell them. */
export interface Activities {
  /** All codes; the first one of each revision is the main activity, unless it stands in `mainUnknown`. */
  readonly nace: readonly NaceCode[];
  /**
   * Revisions of which further activities are known and the main one is not: the register says that it is not
   * determined, or names activities without an order. Absent: none.
   */
  readonly mainUnknown?: readonly NaceRevision[] | undefined;
}

/** The main activity, that of Rev. 2 first; `undefined` where none is known, whatever further ones are. */
export function mainNaceOf({ nace, mainUnknown = [] }: Activities): NaceCode | undefined {
  return nace.find(({ revision }) => !mainUnknown.includes(revision));
}

/** Strips dots and blanks; `undefined` for what is no code, and for `00…`, by which registers mean "not determined". */
export function parseNaceDigits(text: string): string | undefined {
  const digits = text.replace(/[.\s]/g, "");
  return /^\d{2,5}$/.test(digits) && !/^0+$/.test(digits) ? digits : undefined;
}

/** A code as people write it: `3511` becomes `35.11`, `35110` becomes `35.11.0`. */
export function formatNace(code: string): string {
  if (code.length <= 2) return code;
  return code.length === 5
    ? `${code.slice(0, 2)}.${code.slice(2, 4)}.${code.slice(4)}`
    : `${code.slice(0, 2)}.${code.slice(2)}`;
}
