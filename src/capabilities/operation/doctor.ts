import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { formatNumber } from "../../core/text.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { FINDINGS, type Finding } from "./doctor-texts.ts";

/** Examines the installation without changing anything. */
export const doctor = defineCapability({
  name: "doctor",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async ({ locale }, { operator }) => {
    const findings = await operator.examine();
    const checks = findings.map((finding) => described(finding, locale));
    return { ok: checks.every(({ status }) => status !== "failure"), checks };
  },
});

function described({ check, code, values = {} }: Finding, locale: Locale) {
  const { status, message, nextStep } = FINDINGS[code];
  const shown = (value: string | number = "–") => (typeof value === "number" ? formatNumber(value, locale) : value);
  const filled = (text: string) => ended(text.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name])));
  return {
    check,
    status,
    code,
    message: filled(message[locale]),
    nextStep: nextStep === null ? null : filled(nextStep[locale]),
  };
}

/** A sentence may end with what a library or a system said, which mostly comes without a full stop. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
