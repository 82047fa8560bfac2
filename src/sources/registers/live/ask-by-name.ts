import type { Reply } from "../../http/exchange.ts";
import type { Question } from "../../http/question.ts";
import type { SourceClient } from "../../http/source-client.ts";
import type { Lookup } from "../register.ts";
import { type LiveHit, type LiveHits, liveHits } from "./live-source.ts";
import { askedName, rankHits, readQuery, type SearchedFor } from "./rank-hits.ts";

/** The firms that fit, the best ten in our order; `isWhole` is false when the register knows more than it showed. */
export type HitsByName =
  | { readonly kind: "found"; readonly hits: readonly LiveHit[]; readonly isWhole: boolean }
  | Extract<Lookup, { readonly kind: "unavailable" }>;

/**
 * Asks a register for firms by name. What it shows is remembered by the name that it was asked for and put in our
 * order by the name that was typed, so that both spellings of one name need one question.
 * @param question the question for a name, and how to read the answer.
 */
export async function askByName(
  client: SourceClient,
  typed: string,
  question: (name: string) => Pick<Question<LiveHits>, "path" | "body">,
  read: (reply: Reply, asked: SearchedFor) => LiveHits,
): Promise<HitsByName> {
  const name = askedName(typed);
  const asked = readQuery(name);
  const answer = await client.ask({
    ...question(name),
    isSearch: true,
    read: (reply) => read(reply, asked),
    shape: liveHits,
  });
  if (answer.kind === "silent") return { kind: "unavailable", cause: answer.cause, retryAfter: answer.retryAfter };
  const { hits, isWhole } = answer.value ?? { hits: [], isWhole: true };
  return { kind: "found", hits: rankHits(hits, readQuery(typed)), isWhole };
}
