import { z } from "zod";
import type { Day } from "../../../core/day.ts";
import { type Ico, parseIco } from "../../../core/ico.ts";
import { parseNaceDigits } from "../../../core/nace.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import { type LiveFacts, liveFacts, NO_FACTS } from "../live/live-register.ts";
import { lifeIn, lifeWeight } from "../live/read-life.ts";
import { codeIn, looseText, readRecord } from "../live/read-reply.ts";
import { cleanText } from "../snapshot/records/firm-record.ts";
import { isNaturalPerson } from "../snapshot/records/natural-person.ts";
import { entryOn } from "./history.ts";

const span = { validFrom: looseText, validTo: looseText };

/** A text of a history. */
export const spannedText = z.object({ value: looseText, ...span });

export const identifiers = z.array(spannedText);

/** A seat of a history. */
export const seat = z.object({
  street: looseText,
  regNumber: looseText,
  buildingNumber: looseText,
  postalCodes: z.array(z.string()).nullish(),
  municipality: z.object({ value: looseText }).nullish(),
  country: z.object({ value: looseText, code: looseText }).nullish(),
  ...span,
});

const hits = z.object({
  results: z.array(
    z.object({
      id: z.number().int().nonnegative(),
      identifiers: identifiers,
      establishment: looseText,
      termination: looseText,
    }),
  ),
});

/** Of an entity; the persons in it (statutory bodies, stakeholders) are not looked at. */
const entity = z.object({
  identifiers: identifiers,
  fullNames: z.array(spannedText).nullish(),
  addresses: z.array(seat).nullish(),
  establishment: looseText,
  termination: looseText,
  legalForms: z.array(z.object({ value: z.object({ code: looseText }).nullish(), ...span })).nullish(),
  statisticalCodes: z.object({ mainActivity: z.object({ code: looseText }).nullish() }).nullish(),
});

/** What the search is asked for: the register's own number of the firm, and its beginning and end. */
export const rpoHit = liveFacts
  .pick({ status: true, foundedOn: true, ceasedOn: true })
  .extend({ id: z.number().int().nonnegative() });

export type RpoHit = z.output<typeof rpoHit>;

/**
 * The firm of that number among the results; `null` when there are none. Of several the one that has not ended, then one
 * whose end cannot be read, else the one that ended last.
 * @throws SourceFailure also when all results are other firms: the number was not answers.
 */
export function readHit(reply: Reply, ico: Ico): RpoHit | null {
  const isEmpty404 = reply.status === 404 && hits.safeParse(reply.json).data?.results.length === 0;
  if (isEmpty404) return null;
  if (reply.status === 404) throw new SourceFailure("wrong_route", { status: 404 });
  const { results } = readRecord(reply, hits);
  const own = results
    .filter((result) => names(result.identifiers, ico))
    .map(({ id, establishment, termination }) => ({ id, ...lifeIn(establishment, termination) }));
  const [hit] = own.sort((a, b) => lifeWeight(b).localeCompare(lifeWeight(a)));
  if (hit !== undefined) return hit;
  if (results.length > 0) throw new SourceFailure("not_understood", { status: reply.status });
  return null;
}

/**
 * The entity, with the name, seat and form of today. Of a sole trader only name and town are kept, of one who has ceased only the days. A main activity of
 * five digits is NACE Rev. 2, a shorter one Rev. 2.1 (the statistical office states it so since 1 January 2026).
 * @throws SourceFailure when it is no entity, or that of another firm; a 404 too, because the search has just named it.
 * The search was right, so it is this entity that is odd, not the route.
 */
export function readEntity(reply: Reply, ico: Ico, today: Day): LiveFacts {
  if (reply.status === 404) throw new SourceFailure("not_understood", { status: 404 });
  const record = readRecord(reply, entity);
  if (!names(record.identifiers, ico)) throw new SourceFailure("not_understood", { status: reply.status });
  const life = lifeIn(record.establishment, record.termination);
  const legalForm = codeIn(current(record.legalForms, today)?.value?.code ?? null, 3);
  const isPerson = isNaturalPerson("SK", legalForm === null ? null : Number(legalForm));
  const isHidden = isPerson && life.status !== "active";
  const code = parseNaceDigits(record.statisticalCodes?.mainActivity?.code ?? "");
  return {
    ...NO_FACTS,
    ...life,
    name: isHidden ? null : cleanText(current(record.fullNames, today)?.value ?? undefined),
    address: isHidden ? null : addressOf(current(record.addresses, today), isPerson),
    legalForm,
    nace: code === undefined ? [] : [{ code, revision: code.length === 5 ? "2" : "2.1" }],
  };
}

function names(identifiers: readonly { readonly value: string | null }[], ico: Ico): boolean {
  return identifiers.some(({ value }) => value !== null && parseIco(value) === ico);
}

/** Of a history of an answer the entry that holds on a day. */
export function current<T extends Spanned>(history: readonly T[] | null | undefined, day: Day): T | undefined {
  return entryOn(history, day, (entry) => entry);
}

interface Spanned {
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** Slovakia in the list of countries that RPO uses; another country is written out. */
const SLOVAKIA = "703";

function addressOf(from: z.output<typeof seat> | undefined, isPerson: boolean): string | null {
  if (from === undefined || isPerson) return townOf(from);
  // `regNumber` 0 means none.
  const house = [from.regNumber, from.buildingNumber].filter((number) => number !== null && number !== "0").join("/");
  const street = [from.street, house].filter((part) => part).join(" ");
  const abroad = from.country?.code === SLOVAKIA ? null : from.country?.value;
  return cleanText([street, townOf(from), abroad].filter((part) => part).join(", "));
}

/** Postcode and town. */
export function townOf(from: z.output<typeof seat> | undefined): string | null {
  return cleanText([from?.postalCodes?.[0], from?.municipality?.value].filter((part) => part).join(" "));
}
