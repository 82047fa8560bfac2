import { z } from "zod";
import { mainNaceOf, NACE_REVISIONS } from "../../../core/nace.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import type { LiveHit, LiveHits } from "../live/live-register.ts";
import { fittingHits } from "../live/rank-hits.ts";
import { lifeShown } from "../live/read-life.ts";
import { readRecord } from "../live/read-reply.ts";
import type { SearchedFor } from "../query.ts";
import { resRecord, statisticsOf } from "./read-res.ts";
import { cardOf, subject } from "./read-subject.ts";

const found = z.object({ pocetCelkem: z.number(), ekonomickeSubjekty: z.array(z.unknown()) });

const refusal = z.object({ subKod: z.literal("VYSTUP_PRILIS_MNOHO_VYSLEDKU") });

/**
 * The firms of a search that fit what was asked; `null` when there are none. Over 1,000 hits ARES shows none
 * and says so; of fewer it shows one page, and the others are counted. Records that cannot be read, firms without a
 * number and sole traders who have ceased are left out.
 * @throws SourceFailure when it is no search result; a 404 too, because a search that finds nothing is a 200.
 */
export function readSearch(reply: Reply, asked: SearchedFor): LiveHits {
  if (reply.status === 400 && refusal.safeParse(reply.json).success) return { hits: [], isWhole: false };
  if (reply.status === 404) throw new SourceFailure("wrong_route", { status: 404 });
  const { pocetCelkem, ekonomickeSubjekty } = readRecord(reply, found);
  const hits = ekonomickeSubjekty.flatMap((one): readonly LiveHit[] => {
    const record = subject.safeParse(one).data;
    if (record === undefined || !/^\d{8}$/.test(record.ico)) return [];
    const card = cardOf(record);
    const { name, address } = card;
    return name === null ? [] : [{ country: "CZ", ico: record.ico, name, address, ...lifeShown(card) }];
  });
  const isWhole = pocetCelkem <= ekonomickeSubjekty.length;
  return fittingHits(hits, isWhole, asked);
}

/** The main activity of firms; those of whom none is known are left out. */
export const mainActivities = z.array(
  z.object({ ico: z.string(), code: z.string(), revision: z.enum(NACE_REVISIONS) }),
);

/**
 * The main activities in the answer to a batch. Firms that RES does not know are just absent from it.
 * @throws SourceFailure when it is no such answer.
 */
export function readBatch(reply: Reply): z.output<typeof mainActivities> {
  if (reply.status === 404) throw new SourceFailure("wrong_route", { status: 404 });
  return readRecord(reply, found).ekonomickeSubjekty.flatMap((one) => {
    const record = resRecord.safeParse(one).data;
    const main = record === undefined ? undefined : mainNaceOf(statisticsOf(record));
    return record === undefined || main === undefined ? [] : [{ ico: record.icoId, ...main }];
  });
}
