import { z } from "zod";
import { formatNumber } from "../../core/text.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { FINDINGS, type Finding } from "./doctor-texts.ts";

/** Examines the installation without changing anything. */
export const doctor = defineCapability({
  name: "doctor",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator }) => {
    const findings = await operator.examine();
    const checks = findings.map(described);
    return { ok: checks.every(({ status }) => status !== "failure"), checks };
  },
});

function described({ check, code, values = {} }: Finding) {
  const { status, message, nextStep } = FINDINGS[code];
  const shown = (value: string | number = "–") => (typeof value === "number" ? formatNumber(value, "en") : value);
  const filled = (text: string) => ended(text.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name])));
  return {
    check,
    status,
    code,
    message: filled(message),
    nextStep: nextStep === null ? null : filled(nextStep),
  };
}

/** Adds the full stop that the message of a library or system mostly lacks. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
