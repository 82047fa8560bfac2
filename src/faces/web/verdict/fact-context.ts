import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { activityOptions } from "../../../capabilities/scope/activity-options.ts";
import type { Country } from "../../../core/country.ts";
import type { Locale } from "../../../core/locale.ts";
import type { WhatIfValues } from "./what-if-query.ts";

/** The sectors with their services, and the classes under coarse codes of the firm. */
export type ActivityOptions = AnswerOf<typeof activityOptions>;

/** What a control of a fact needs of the page. */
export interface FactContext {
  readonly values: WhatIfValues;
  readonly country: Country;
  readonly options: ActivityOptions;
  readonly errorOf: (field: string) => string | undefined;
  readonly locale: Locale;
}
