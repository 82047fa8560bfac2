import type { Question } from "../../../outbound/question.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import type { SourceClient } from "../../../outbound/source-client.ts";
import { readQuery, type SearchedFor } from "../query.ts";
import type { Lookup, SearchHit } from "../register.ts";
import { type LiveHit, type LiveHits, liveHits } from "./live-register.ts";
import { askedName, longestWord, rankHits } from "./rank-hits.ts";

/** A firm of a search by name, and why it fits. */
export type RankedHit = Omit<LiveHit, "former"> & Pick<SearchHit, "match" | "formerName" | "formerUntil">;

/** The firms that fit, the best ten in our order, as in `NameSearch`; a register may still add their activities. */
export type HitsByName =
  | {
      readonly kind: "found";
      readonly hits: readonly RankedHit[];
      readonly isWhole: boolean;
      readonly retryAfter?: number;
    }
  | Extract<Lookup, { readonly kind: "unavailable" }>;

/**
 * Asks a register for firms by name, and where none fits once more by the longest word. What it shows is remembered by the
 * name that it was asked for and put in our order by the name that was typed, so that both spellings of one name need one
 * question.
 * @param question the question for a name, and how to read the answer.
 */
export async function askByName(
  client: SourceClient,
  typed: string,
  question: (name: string) => Pick<Question<LiveHits>, "path" | "body">,
  read: (reply: Reply, asked: SearchedFor) => LiveHits,
): Promise<HitsByName> {
  const name = askedName(typed);
  const found = await askOnce(name);
  const word = longestWord(name);
  const isNothing =
    found.kind === "found" && found.hits.length === 0 && found.isWhole && found.retryAfter === undefined;
  return isNothing && word !== undefined ? await askOnce(word) : found;

  async function askOnce(text: string): Promise<HitsByName> {
    const answer = await client.ask({
      ...question(text),
      isSearch: true,
      read: (reply) => read(reply, readQuery(text)),
      shape: liveHits,
    });
    const { retryAfter } = answer;
    if (answer.kind === "silent") {
      // A list that is too long to be read is no outage: asking again does not help, a longer name does.
      if (answer.cause.kind === "too_large") return { kind: "found", hits: [], isWhole: false };
      return { kind: "unavailable", cause: answer.cause, ...(retryAfter === undefined ? {} : { retryAfter }) };
    }
    const { hits, isWhole } = answer.value ?? { hits: [], isWhole: true };
    const ranked = rankHits(hits, readQuery(typed));
    return { kind: "found", hits: ranked, isWhole, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
}
