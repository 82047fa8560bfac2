import type { Localized } from "../../core/locale.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";

/** How an organization stands with an obligation, in words. */
export const STATUS_TEXTS: Readonly<Record<ObligationStatus | "untracked", Localized>> = {
  met: { sk: "splnené", cs: "splněno", en: "met" },
  partial: { sk: "čiastočne", cs: "částečně", en: "partly met" },
  in_progress: { sk: "pracujeme na tom", cs: "pracujeme na tom", en: "in progress" },
  not_met: { sk: "nesplnené", cs: "nesplněno", en: "not met" },
  not_applicable: { sk: "netýka sa nás", cs: "netýká se nás", en: "does not apply to us" },
  untracked: { sk: "nesledované", cs: "nesledováno", en: "not tracked" },
};
