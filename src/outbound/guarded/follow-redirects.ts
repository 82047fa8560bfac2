import { type FailureReason, failureOf, type RefusalReason } from "./failure.ts";
import type { GuardedSession } from "./guarded-session.ts";
import { type GetOptions, get, type HttpAnswer } from "./http-get.ts";
import { readTargetUrl, type TargetUrl } from "./target-url.ts";

/** One answer on the way. */
export interface Hop {
  readonly target: TargetUrl;
  readonly answer: HttpAnswer;
}

/** How a chain of redirects ended: with a page, going round, too long, or with a reason of the guard. */
export type ChainEnd = "page" | "loop" | "too_many" | "not_a_url" | RefusalReason | FailureReason;

export interface Chain {
  readonly hops: readonly Hop[];
  readonly end: ChainEnd;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface FollowOptions {
  /** How many answers are taken; one more redirect is `too_many`. */
  readonly max: number;
  /** True where nothing beyond this target is of interest: it is fetched, and not followed further. */
  readonly leaves?: (target: TargetUrl) => boolean;
  /** Answers that are there already: they are not asked for again. */
  readonly known?: readonly Hop[];
  readonly get?: Pick<GetOptions, "inspect" | "takesPart">;
}

/** Follows redirects by hand, each hop through the guard. */
export async function followRedirects(
  session: GuardedSession,
  start: TargetUrl,
  { max, leaves = () => false, known = [], get: options = {} }: FollowOptions,
): Promise<Chain> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  let target = start;
  for (;;) {
    seen.add(target.url);
    try {
      const { url } = target;
      const before = known.find((hop) => hop.target.url === url);
      const answer = before?.answer ?? (await get(session, target, options));
      hops.push({ target, answer });
      const location = answer.headers.find(([name]) => name === "location")?.[1];
      if (!REDIRECTS.has(answer.status) || location === undefined || leaves(target)) return { hops, end: "page" };
      const next = readTargetUrl(location, target.url, session.ownNames);
      if (next === null) return { hops, end: "not_a_url" };
      if ("reason" in next) return { hops, end: session.refuse(next.reason, next.host).reason };
      if (seen.has(next.url)) return { hops, end: "loop" };
      if (hops.length >= max) return { hops, end: "too_many" };
      target = next;
    } catch (error) {
      return { hops, end: failureOf(error).reason };
    }
  }
}
