import { z } from "zod";
import type { Day } from "../../../core/day.ts";
import { parseIco } from "../../../core/ico.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import type { LiveHit, LiveHits } from "../live/live-register.ts";
import { fittingHits } from "../live/rank-hits.ts";
import { lifeIn, lifeShown } from "../live/read-life.ts";
import { looseText, readRecord } from "../live/read-reply.ts";
import type { SearchedFor } from "../query.ts";
import { cleanText } from "../snapshot/records/firm-record.ts";
import { formerNames } from "./history.ts";
import { current, identifiers, seat, spannedText, townOf } from "./live-read.ts";

const results = z.object({ results: z.array(z.unknown()) });

const result = z.object({
  identifiers,
  fullNames: z.array(spannedText).nullish(),
  addresses: z.array(seat).nullish(),
  establishment: looseText,
  termination: looseText,
  sourceRegister: z.object({ value: z.object({ code: looseText }).nullish() }).nullish(),
});

/** The commercial register in the list of registers (CL010112): who has ceased there was a firm, not a person. */
const COMMERCIAL_REGISTER = "1";

/**
 * The firms of a search that fit what was asked; `null` when there are none. A result does not say whether it is a
 * person, so each is shown by name and town only, and of those that have ended only the ones of the commercial
 * register. Results that cannot be read are left out.
 * @throws SourceFailure when it is no search result.
 */
export function readSearch(reply: Reply, asked: SearchedFor, today: Day): LiveHits {
  const isEmpty404 = reply.status === 404 && results.safeParse(reply.json).data?.results.length === 0;
  if (isEmpty404) return null;
  if (reply.status === 404) throw new SourceFailure("wrong_route", { status: 404 });
  const hits = readRecord(reply, results).results.flatMap((one): readonly LiveHit[] => {
    const record = result.safeParse(one).data;
    const ico = parseIco(current(record?.identifiers, today)?.value ?? "");
    const name = cleanText(current(record?.fullNames, today)?.value ?? undefined);
    if (record === undefined || ico === undefined || name === null) return [];
    const life = lifeIn(record.establishment, record.termination);
    if (life.status !== "active" && record.sourceRegister?.value?.code !== COMMERCIAL_REGISTER) return [];
    const address = townOf(current(record.addresses, today));
    // Whoever is in the commercial register is a legal person: only of those former names are taken.
    const isFirm = record.sourceRegister?.value?.code === COMMERCIAL_REGISTER;
    const former = isFirm ? formerNames(record.fullNames, today) : [];
    return [{ country: "SK", ico, name, address, ...lifeShown(life), ...(former.length === 0 ? {} : { former }) }];
  });
  // RPO documents no pages: what it sends is all it has.
  return fittingHits(hits, true, asked);
}
