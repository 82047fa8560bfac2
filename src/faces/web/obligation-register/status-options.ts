import { STATUS_FILTERS } from "../../../capabilities/obligations/obligation-register.ts";
import { STATUS_TEXTS } from "../../../capabilities/obligations/status-texts.ts";
import type { Locale } from "../../../core/locale.ts";

/** The statuses that a register can be narrowed to, for a list of choices; `any` names the empty one. */
export function statusOptions(any: string, locale: Locale) {
  return [
    { value: "", name: any },
    ...STATUS_FILTERS.map((value) => ({ value, name: STATUS_TEXTS[value === "none" ? "untracked" : value][locale] })),
  ];
}
