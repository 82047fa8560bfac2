import { isCountryCode } from "../../core/country-names.ts";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import type { SupplierField } from "../../knowledge/supplier-questionnaire.ts";
import type { SupplierAnswer } from "./visible-fields.ts";

/** Most signs of one line and of a text of several lines, and most lines of a list. */
export const MOST_SIGNS = { string: 200, text: 4000 } as const;
export const MOST_LINES = 20;
export const MOST_HOURS = 8760;

/** How names of the network are read; what they admit is not for this rule to know. */
export interface AnswerReaders {
  /** The host name in its ASCII form, or `null`. No connection is made. */
  readonly domain: (text: string) => string | null;
  /** The address as it may be written to, or `null`. */
  readonly email: (text: string) => string | null;
}

/** What is wrong with an answer. */
export type AnswerFault =
  | "type"
  | "too_long"
  | "too_many_lines"
  | "out_of_range"
  | "not_an_option"
  | "not_a_country"
  | "not_a_domain"
  | "not_an_email"
  | "not_a_phone"
  | "not_a_url";

export type CheckedAnswer =
  | { readonly ok: true; readonly value: SupplierAnswer }
  | { readonly ok: false; readonly fault: AnswerFault };

/**
 * Checks one answer against its field: text in NFC without control characters and marks that turn the direction of
 * writing, an empty one is no answer.
 */
export function checkAnswer(field: SupplierField, value: unknown, readers: AnswerReaders): CheckedAnswer {
  if (value === null || value === undefined) return { ok: true, value: null };
  switch (field.type) {
    case "boolean":
      return typeof value === "boolean" ? { ok: true, value } : refused("type");
    case "integer":
      if (typeof value !== "number" || !Number.isInteger(value)) return refused("type");
      return value >= 0 && value <= MOST_HOURS ? { ok: true, value } : refused("out_of_range");
    default:
      return typeof value === "string" ? checkText(field, value, readers) : refused("type");
  }
}

function checkText({ type, id, options }: SupplierField, typed: string, readers: AnswerReaders): CheckedAnswer {
  const text = type === "text" ? foreignLines(typed) : foreignText(typed);
  if (text === "") return { ok: true, value: null };
  if ([...text].length > MOST_SIGNS[type === "text" ? "text" : "string"]) return refused("too_long");
  switch (type) {
    case "enum":
      return options.some(({ value }) => value === text) ? { ok: true, value: text } : refused("not_an_option");
    case "country":
      return isCountryCode(text.toUpperCase()) ? { ok: true, value: text.toUpperCase() } : refused("not_a_country");
    case "domain":
      return read(readers.domain(text), "not_a_domain");
    case "email":
      return read(readers.email(text), "not_an_email");
    case "phone":
      return /^\+[1-9][\d /-]{5,28}(?: ?\([^()]{1,100}\))?$/.test(text)
        ? { ok: true, value: text }
        : refused("not_a_phone");
    case "url":
      return isHttps(text) ? { ok: true, value: text } : refused("not_a_url");
    case "text":
      // A list has one entry a line; a paragraph may have as many lines.
      return LISTS.includes(id) && text.split("\n").length > MOST_LINES
        ? refused("too_many_lines")
        : { ok: true, value: text };
    default:
      return { ok: true, value: text };
  }
}

const LISTS: readonly string[] = ["subprocessorList", "certificationDetails"];

/** True for an address of the web that nobody can read on the way: `https:` with a host name and without a password. */
export function isHttps(text: string): boolean {
  if (!/^https:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === "https:" && hostname.includes(".") && username === "" && password === "";
}

function read(value: string | null, fault: AnswerFault): CheckedAnswer {
  return value === null ? refused(fault) : { ok: true, value };
}

function refused(fault: AnswerFault): CheckedAnswer {
  return { ok: false, fault };
}
