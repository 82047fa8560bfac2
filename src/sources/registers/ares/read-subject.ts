import { z } from "zod";
import type { Ico } from "../../../core/ico.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import { type LiveFacts, NO_FACTS } from "../live/live-register.ts";
import { type Life, lifeIn } from "../live/read-life.ts";
import { codeIn, looseText, readRecord } from "../live/read-reply.ts";
import { cleanText } from "../snapshot/records/firm-record.ts";
import { isNaturalPerson } from "../snapshot/records/natural-person.ts";
import { activitiesIn, activitiesOf } from "./nace-codes.ts";

const codes = z.array(z.string()).nullish();

const seat = z.object({ textovaAdresa: looseText, psc: looseText, nazevObce: looseText });

/** What other registers say of the same firm; used only where the core record has no seat. */
const variant = z.object({
  datovyZdroj: looseText,
  sidlo: z.array(z.object({ sidlo: seat.nullish(), primarniZaznam: z.boolean().nullish() })).nullish(),
});

/** The core record of a firm, the fields we use of it. */
export const subject = z.object({
  ico: z.string(),
  obchodniJmeno: looseText,
  sidlo: seat.nullish(),
  pravniForma: looseText,
  datumVzniku: looseText,
  datumZaniku: looseText,
  czNace: codes,
  czNace2008: codes,
  // A fallback of another shape is no fallback; it must not cost the record.
  dalsiUdaje: z
    .array(variant.catch({ datovyZdroj: null }))
    .nullish()
    .catch(null),
});

export type Subject = z.output<typeof subject>;
type Seat = z.output<typeof seat>;

const problem = z.object({ kod: z.string() });

/** True for the 404 by which ARES says that it does not know the firm; a wrong route gives a 404 of another shape. */
export function isUnknownFirm({ status, json }: Reply): boolean {
  const parsed = problem.safeParse(json);
  return status === 404 && parsed.success && parsed.data.kod === "NENALEZENO";
}

/**
 * The core record of a firm; `null` when ARES does not know it. Of a sole trader only name and town are kept, of one
 * who has ceased only the days.
 * @throws SourceFailure when it is no such record, or that of another firm.
 */
export function readSubject(reply: Reply, ico: Ico): LiveFacts | null {
  if (isUnknownFirm(reply)) return null;
  if (reply.status === 404) throw new SourceFailure("wrong_route", { status: 404 });
  const record = readRecord(reply, subject);
  if (record.ico !== ico) throw new SourceFailure("not_understood", { status: reply.status });
  return {
    ...NO_FACTS,
    ...cardOf(record),
    legalForm: codeIn(record.pravniForma, 3),
    ...activitiesOf([activitiesIn(undefined, record.czNace2008, "2"), activitiesIn(undefined, record.czNace, "2.1")]),
  };
}

/** What a firm is shown by, with its beginning and end. Of a sole trader name and town, of one with an end neither. */
export function cardOf(record: Subject): Pick<LiveFacts, "name" | "address"> & Life {
  const legalForm = codeIn(record.pravniForma, 3);
  const isPerson = isNaturalPerson("CZ", legalForm === null ? null : Number(legalForm));
  const life = lifeIn(record.datumVzniku, record.datumZaniku);
  const isHidden = isPerson && life.status !== "active";
  return {
    name: isHidden ? null : clean(record.obchodniJmeno),
    address: isHidden ? null : clean(isPerson ? townOf(record.sidlo) : addressOf(record)),
    ...life,
  };
}

function clean(text: string | null): string | null {
  return cleanText(text ?? undefined);
}

/** The seat as ARES words it; without one, that of RES, then of the public register (`vr`). */
function addressOf({ sidlo, dalsiUdaje }: Subject): string | null {
  const own = sidlo?.textovaAdresa ?? null;
  if (own !== null) return own;
  for (const source of ["res", "vr"]) {
    const seats = dalsiUdaje?.find((other) => other.datovyZdroj === source)?.sidlo ?? [];
    const found = (seats.find((one) => one.primarniZaznam === true) ?? seats[0])?.sidlo?.textovaAdresa;
    if (found) return found;
  }
  return townOf(sidlo);
}

/** Postcodes are numbers in ARES: those that begin with a zero have lost it. */
function townOf(from: Seat | null | undefined): string | null {
  return [from?.psc?.padStart(5, "0"), from?.nazevObce].filter((part) => part).join(" ") || null;
}
