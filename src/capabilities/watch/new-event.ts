import type { Country } from "../../core/country.ts";
import { localDayOf } from "../../core/day.ts";
import type { Ico } from "../../core/ico.ts";
import { newId } from "../../core/random-id.ts";
import type { NewEvent } from "../../state/watch.ts";

/** What an organization is told of, and how grave it is. */
export interface EventToTell {
  readonly orgId: string;
  readonly type: string;
  readonly severity: "info" | "notice" | "warning";
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly subject:
    | { readonly country: Country; readonly ico: Ico }
    | { readonly domain: string; readonly scan?: string };
  /** Names it among the events of its organization, type and subject. */
  readonly once: string;
}

/** An event of a supplier or a domain of an organization, as it is stored. */
export function newEvent({ orgId, type, severity, at, subject, once }: EventToTell): NewEvent {
  const firm = "ico" in subject ? subject : { country: null, ico: null };
  const more = "domain" in subject ? subject : {};
  const named = "domain" in subject ? subject.domain : `${subject.country}${subject.ico}`;
  return {
    id: newId("event"),
    org_id: orgId,
    type,
    at,
    day: localDayOf(new Date(at)),
    country: firm.country,
    ico: firm.ico,
    severity,
    detail: JSON.stringify({ lists: [], name: null, ...more }),
    once: `${orgId} ${type} ${named} ${once}`,
  };
}
