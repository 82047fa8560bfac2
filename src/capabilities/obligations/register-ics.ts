import type { Day } from "../../core/day.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { renderIcs } from "../feed/export-ics.ts";
import type { RegisterRow } from "./register-rows.ts";

const text = {
  title: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
  work: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
  review: { sk: "Preskúmať", cs: "Přezkoumat", en: "Review" },
} satisfies Record<string, Localized>;

/** Whose reviews a calendar holds. */
export interface RegisterCalendar {
  readonly organizationId: string;
  /** Foreign text. */
  readonly organizationName: string;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  /** When the register was last saved: unchanged entries give an unchanged file. */
  readonly revisedAt: string | null;
  readonly locale: Locale;
}

/** When a register was last saved; `null`: never. */
export function revisedAt(entries: readonly { readonly updated_at: number }[]): string | null {
  if (entries.length === 0) return null;
  return new Date(Math.max(...entries.map(({ updated_at }) => updated_at))).toISOString();
}

/**
 * The next reviews and the days of work of a register as iCalendar (RFC 5545): a whole day for each obligation that is
 * tracked and applies, and for work that is not done.
 * Neither notes nor persons are in it; the ids are the same in every file.
 */
export function registerIcs(items: readonly RegisterRow[], calendar: RegisterCalendar): string {
  const { organizationId, organizationName, baseUrl, revisedAt, locale } = calendar;
  const event = ({ code, name }: RegisterRow, id: string, date: Day, what: string) => ({
    id,
    date,
    title: `${what}: ${name ?? code}`,
    summary: code,
    url: `${baseUrl}/${locale}/organizations/${organizationId}/obligations/${code}`,
    topics: [],
  });
  const days = items.flatMap((item) => {
    const { code, status, nextReviewAt, workDueAt } = item;
    const id = `${organizationId}-${code}`;
    const isReviewed = nextReviewAt !== null && status !== null && status !== "not_applicable";
    const isOpen = workDueAt !== null && status !== "met" && status !== "not_applicable";
    return [
      ...(isReviewed ? [event(item, id, nextReviewAt, text.review[locale])] : []),
      ...(isOpen ? [event(item, `work-${code}-${organizationId}`, workDueAt, text.work[locale])] : []),
    ];
  });
  const title = `${text.title[locale]}: ${organizationName}`;
  const head = { title, host: new URL(baseUrl).host, revisedAt: revisedAt ?? "1970-01-01T00:00:00Z" };
  return renderIcs({ ...head, product: "Obligation register" }, days);
}
