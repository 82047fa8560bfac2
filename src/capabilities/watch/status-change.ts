import { hasCeased } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import type { KeptCompany } from "../../rules/verdict-change/changed-facts.ts";

/** Whether a firm ended or goes on again between two register files. */
export function statusChange(before: KeptCompany, after: KeptCompany, day: Day): "ceased" | "resumed" | undefined {
  const [was, is] = [hasCeased(before, day), hasCeased(after, day)];
  return was === is ? undefined : is ? "ceased" : "resumed";
}
