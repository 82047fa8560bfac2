import { type FailureKind, SourceFailure } from "../../outbound/failure.ts";

/** What can be wrong with a feed that did arrive, in our own words. */
export const UNREADABLE_KINDS = [
  "doctype",
  "not_well_formed",
  "no_feed",
  "bad_encoding",
  "too_deep",
  "too_many_items",
] as const;

/**
 * `doctype`: the document has a document type or entities of its own, which we refuse; `not_well_formed`: broken or
 * truncated; `no_feed`: something else than a feed; `bad_encoding`: bytes that are not in the encoding they say;
 * `too_deep`, `too_many_items`: built to exhaust us.
 */
export type UnreadableKind = (typeof UNREADABLE_KINDS)[number];

/** Why a source gave no items this time. */
export type FeedFailureKind = FailureKind | UnreadableKind | "not_kept";

/** A feed that arrived and cannot be read. The message is our own word, never the feed's. */
export class FeedUnreadable extends Error {
  override readonly name = "FeedUnreadable";
  readonly kind: UnreadableKind;

  constructor(kind: UnreadableKind, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/** Any thrown thing as one of our words; what nobody foresaw counts as a connection that broke off. */
export function feedFailureKind(thrown: unknown): FeedFailureKind {
  if (thrown instanceof FeedUnreadable || thrown instanceof SourceFailure) return thrown.kind;
  return "broken_off";
}
