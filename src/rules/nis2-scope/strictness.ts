import type { Category } from "../../core/company.ts";

/** How strict a category is; `unknown` stands above out of scope, for it excludes nothing. */
export const STRICTNESS: Readonly<Record<Category, number>> = {
  out_of_scope: 0,
  unknown: 1,
  important: 2,
  essential: 3,
};

/** The stricter of two categories. */
export function stricter<C extends Category>(one: C, other: C): C {
  return STRICTNESS[other] > STRICTNESS[one] ? other : one;
}
