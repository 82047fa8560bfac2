import type { Locale } from "../../../core/locale.ts";
import { asksForIncident, IncidentDoor } from "../incident/incident-door.tsx";
import { ActivityColumn, activityHeading } from "./activity-column.tsx";
import { FirmColumn, firmHeading } from "./firm-column.tsx";
import { SearchForm } from "./search-form.tsx";
import type { FoundBySearch } from "./search-query.ts";
import { ReadAs } from "./search-reading.tsx";

/** What was found, in one line: the title of the page. */
export function headingOf(found: FoundBySearch, locale: Locale): string {
  return areActivitiesFirst(found) ? activityHeading[locale] : firmHeading(found.firms, found.searched.page, locale);
}

/** The field, how the text was read, and the firms and activities that it can mean, side by side. */
export function Results({ found, locale }: { found: FoundBySearch; locale: Locale }) {
  const { searched, firms } = found;
  // A number of taxes may hold a birth number: it is not shown again.
  const query = firms.reading.kind === "tax_cz_person" ? "" : searched.asked;
  const isActivityFirst = areActivitiesFirst(found);
  const columns = [
    <FirmColumn found={found} isFirst={!isActivityFirst} locale={locale} />,
    <ActivityColumn found={found} isFirst={isActivityFirst} locale={locale} />,
  ];
  return (
    <>
      {asksForIncident(searched.asked) ? <IncidentDoor locale={locale} /> : null}
      <SearchForm locale={locale} query={query} country={searched.country} />
      <ReadAs firms={firms} locale={locale} />
      <div class="results">{isActivityFirst ? columns.toReversed() : columns}</div>
    </>
  );
}

/** A code of an activity, or words for which no firm is found. */
function areActivitiesFirst({ firms, activities }: FoundBySearch): boolean {
  if (activities === null || activities.hits.length === 0) return false;
  return firms.reading.kind === "activity_code" || firms.count + firms.similar.length === 0;
}
