import type { Locale } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import { DayForm } from "./day-form.tsx";
import type { TypedDays } from "./stated-days.ts";
import { TimeLine } from "./time-line.tsx";
import type { Verdict } from "./verdict-names.ts";

/** The days of a page: what was typed, what is wrong with it, and where the page and its calendar stand. */
export interface PageDays {
  readonly days: TypedDays;
  readonly problem: Problem | undefined;
  /** Address of the page without its query. */
  readonly action: string;
  /** Address of the calendar file with the days in it. */
  readonly calendarHref: string;
}

/** The form for the days that a firm knows, and the line of the dates that follow from them. */
export function FirmDates({ verdict, page, locale }: { verdict: Verdict; page: PageDays; locale: Locale }) {
  return (
    <>
      <DayForm verdict={verdict} action={page.action} days={page.days} problem={page.problem} locale={locale} />
      <TimeLine verdict={verdict} today={verdict.asOf} calendarHref={page.calendarHref} locale={locale} />
    </>
  );
}
