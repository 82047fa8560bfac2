import { z } from "zod";
import type { Ico } from "../../../core/ico.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import { liveFacts } from "../live/live-register.ts";
import { codeIn, looseText, readRecord } from "../live/read-reply.ts";
import { activitiesIn, activitiesOf } from "./nace-codes.ts";
import { isUnknownFirm } from "./read-subject.ts";

const codes = z.array(z.string()).nullish();

const entry = z.object({
  ico: z.string().nullish(),
  primarniZaznam: z.boolean().nullish(),
  czNace: codes,
  czNace2008: codes,
  czNacePrevazujici: looseText,
  czNacePrevazujici2008: looseText,
  statistickeUdaje: z.object({ kategoriePoctuPracovniku: looseText }).nullish(),
});

/** What RES holds of one firm. */
export const resRecord = z.object({ icoId: z.string(), zaznamy: z.array(entry).min(1) });

/** The facts for which the RES record is asked. */
export const resFacts = liveFacts.pick({ nace: true, mainUnknown: true, sizeCode: true });

export type ResFacts = z.output<typeof resFacts>;

/**
 * Activities (of both revisions, the main one of each first) and headcount code; `null` when RES does not know the
 * firm. The primary entry counts, else the first.
 * @throws SourceFailure when it is no such record, or that of another firm.
 */
export function readRes(reply: Reply, ico: Ico): ResFacts | null {
  if (isUnknownFirm(reply)) return null;
  if (reply.status === 404) throw new SourceFailure("wrong_route", { status: 404 });
  const found = readRecord(reply, resRecord);
  if (found.icoId !== ico) throw new SourceFailure("not_understood", { status: reply.status });
  return statisticsOf(found);
}

/** Activities and headcount code of one record. */
export function statisticsOf({ zaznamy }: z.output<typeof resRecord>): ResFacts {
  const primary = zaznamy.find((one) => one.primarniZaznam === true) ?? zaznamy[0];
  return {
    ...activitiesOf([
      activitiesIn(primary?.czNacePrevazujici2008, primary?.czNace2008, "2"),
      activitiesIn(primary?.czNacePrevazujici, primary?.czNace, "2.1"),
    ]),
    sizeCode: codeIn(primary?.statistickeUdaje?.kategoriePoctuPracovniku ?? null, 3),
  };
}
