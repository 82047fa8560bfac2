import { z } from "zod";
import { type Ico, parseIco } from "../../../core/ico.ts";
import { parseNaceDigits } from "../../../core/nace.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import { dayIn, liveFacts, NO_FACTS } from "../live/live-register.ts";
import { lifeIn } from "../live/read-life.ts";
import { codeIn, looseText, readRecord } from "../live/read-reply.ts";
import { cleanText } from "../snapshot/records/firm-record.ts";
import { isNaturalPerson } from "../snapshot/records/natural-person.ts";

/** A number has one or two units. A list of more is of other firms too: the number was not answers. */
const MOST_UNITS = 10;

/** Units in these states are not to be shown; the register leaves hardly more than the id of them. */
const NOT_PUBLIC: readonly (string | null)[] = ["ZMAZANÉ", "NEVEREJNÁ"];

/** The ids of a firm's accounting units; an empty list comes as `null`. */
export const unitIds = z.array(z.number().int().nonnegative()).min(1).max(MOST_UNITS);

/** The attribute is left out where there are no units. */
const list = z.object({
  id: z.array(z.number().int().nonnegative()).nullish(),
  existujeDalsieId: z.boolean().nullish(),
  pocetZostavajucichId: z.number().nullish(),
});

/** A unit; `facts` are `null` where it is not public. */
export const ruzUnit = z.object({ facts: liveFacts.nullable(), changedOn: z.string().nullable() });

export type RuzUnit = { readonly facts: z.output<typeof liveFacts> | null; readonly changedOn: string | null };

const unit = z.object({
  ico: looseText,
  stav: looseText,
  nazovUJ: looseText,
  mesto: looseText,
  ulica: looseText,
  psc: looseText,
  datumZalozenia: looseText,
  datumZrusenia: looseText,
  datumPoslednejUpravy: looseText,
  pravnaForma: looseText,
  skNace: looseText,
  velkostOrganizacie: looseText,
});

/**
 * The ids of a firm's units; `null` when the register holds none.
 * @throws SourceFailure when it is no such list, or one of more units than a firm can have.
 */
export function readUnitIds(reply: Reply): z.output<typeof unitIds> | null {
  if (reply.status === 404) throw new SourceFailure("wrong_route", { status: 404 });
  const { id, existujeDalsieId, pocetZostavajucichId } = readRecord(reply, list);
  const ids = id ?? [];
  const hasMore = existujeDalsieId === true || (pocetZostavajucichId ?? 0) > 0;
  // A record without any of the attributes is another answer than "none".
  const isList = Array.isArray(id) || existujeDalsieId != null || pocetZostavajucichId != null;
  if (!isList || ids.length > MOST_UNITS || hasMore)
    throw new SourceFailure("not_understood", { status: reply.status });
  return ids.length === 0 ? null : ids;
}

/**
 * One unit. Of a sole trader only name and town are kept, of one who has ceased only the days. Activities are of five
 * digits, NACE Rev. 2. The size code keeps its two digits.
 * @throws SourceFailure when it is no unit or that of another firm; a 404 too, because the list has just named it. The
 * list was right, so it is this unit that is odd, not the route.
 */
export function readUnit(reply: Reply, ico: Ico): RuzUnit {
  if (reply.status === 404) throw new SourceFailure("not_understood", { status: 404 });
  const record = readRecord(reply, unit);
  const changedOn = dayIn(record.datumPoslednejUpravy);
  if (NOT_PUBLIC.includes(record.stav)) return { facts: null, changedOn };
  if (record.ico === null || parseIco(record.ico) !== ico) {
    throw new SourceFailure("not_understood", { status: reply.status });
  }
  const legalForm = codeIn(record.pravnaForma, 3);
  const isPerson = isNaturalPerson("SK", legalForm === null ? null : Number(legalForm));
  const life = lifeIn(record.datumZalozenia, record.datumZrusenia);
  const isHidden = isPerson && life.status !== "active";
  const code = parseNaceDigits(record.skNace ?? "");
  const town = [record.psc, record.mesto].filter((part) => part).join(" ");
  const seat = [isPerson ? null : record.ulica, town].filter((part) => part).join(", ");
  return {
    changedOn,
    facts: {
      ...NO_FACTS,
      name: isHidden ? null : cleanText(record.nazovUJ ?? undefined),
      address: isHidden ? null : cleanText(seat),
      ...life,
      legalForm,
      nace: code === undefined ? [] : [{ code, revision: "2" }],
      sizeCode: codeIn(record.velkostOrganizacie, 2),
    },
  };
}
