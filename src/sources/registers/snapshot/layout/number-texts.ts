import type { Country } from "../../../../core/country.ts";
import type { Ico } from "../../../../core/ico.ts";

const days = new Map<number, string>();
const forms = new Map<number, string>();
const czechSizes = new Map<number, string>();
const slovakSizes = new Map<number, string>();

/** 20261121 as `2026-11-21`. Remembered: a register has few distinct days. */
export function dayText(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    const digits = String(day).padStart(8, "0");
    text = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
    if (days.size < 100_000) days.set(day, text);
  }
  return text;
}

/** The day of end in a row, where it holds one. */
export function endText(ceased: number | null): string | undefined {
  return ceased === null || ceased <= 0 ? undefined : dayText(ceased);
}

/** A legal form as the registers write it, with three digits. */
export function formText(form: number): string {
  let text = forms.get(form);
  if (text === undefined) {
    text = String(form).padStart(3, "0");
    if (forms.size < 1_000) forms.set(form, text);
  }
  return text;
}

/** A size code as the country's registers write it: three digits in Czechia, two in Slovakia. */
export function sizeText(size: number, country: Country): string {
  const sizes = country === "CZ" ? czechSizes : slovakSizes;
  let text = sizes.get(size);
  if (text === undefined) {
    text = String(size).padStart(country === "CZ" ? 3 : 2, "0");
    if (sizes.size < 1_000) sizes.set(size, text);
  }
  return text;
}

/** The IČO behind a stored number. */
export function icoText(ico: number): Ico {
  return ico < 10_000_000 ? String(ico).padStart(8, "0") : String(ico);
}
