import type { FirmStatus } from "../../../core/company.ts";
import type { Day } from "../../../core/day.ts";
import { dayText } from "../snapshot/layout/number-texts.ts";
import { dayNumber, endNumber, UNREADABLE_END } from "../snapshot/records/firm-record.ts";
import { dayIn } from "./live-register.ts";

/** Beginning and end of a firm as one record states them. */
export interface Life {
  readonly status: FirmStatus;
  readonly foundedOn: Day | null;
  readonly ceasedOn: Day | null;
}

/**
 * Beginning and end out of a source's texts. An end that is no date is no end: whether the firm has ceased is not known
 * then. One that lies ahead is kept with its day; `hasCeased` tells on which days it counts.
 */
export function lifeIn(founded: string | null, ended: string | null): Life {
  const foundedOn = dayIn(founded);
  if (ended === null) return { status: "active", foundedOn, ceasedOn: null };
  const end = endNumber(ended, foundedOn === null ? null : (dayNumber(foundedOn) ?? null));
  if (end === UNREADABLE_END) return { status: "unreadable", foundedOn, ceasedOn: null };
  return { status: "ceased", foundedOn, ceasedOn: dayText(end) };
}

/** How much a record speaks against an end of the firm, for ordering several: the highest counts. */
export function lifeWeight({
  status,
  ceasedOn,
}: Pick<Life, "ceasedOn"> & { readonly status: FirmStatus | null }): string {
  if (status === "ceased") return `0${ceasedOn ?? ""}`;
  return status === "unreadable" ? "1" : "2";
}

/** A firm's end as a line of a search shows it. */
export function lifeShown({ status, ceasedOn }: Pick<Life, "status" | "ceasedOn">): {
  readonly active: boolean;
  readonly ceasedOn?: Day;
} {
  return { active: status !== "ceased", ...(ceasedOn === null ? {} : { ceasedOn }) };
}
