import { z } from "zod";
import { DONE_CODES, type DoneCode } from "../../../core/done-code.ts";
import type { Sealing } from "../../../identity/sealing.ts";

/** Milliseconds for which a cookie says what was done. */
const HELD = 60_000;

/** What was done before a page is shown. */
export interface Done {
  readonly code: DoneCode;
  /** The capability that did it; `null`: known by its code alone. */
  readonly by: string | null;
  /** The name of what is gone, foreign text. */
  readonly name: string | null;
}

const sealedDone = z.strictObject({
  code: z.enum(DONE_CODES),
  by: z.string(),
  name: z.nullable(z.string()),
  until: z.int(),
});

/** The code in the query of an address; `undefined` without one, and where it is none of ours. */
export function doneIn(query: URLSearchParams): DoneCode | undefined {
  return DONE_CODES.find((code) => code === query.get("done"));
}

/** The code in the address that a form leads to. */
export function doneOf(answer: Response): DoneCode | undefined {
  const location = answer.status === 303 ? answer.headers.get("Location") : null;
  return location === null ? undefined : doneIn(new URL(location, "http://this.site").searchParams);
}

/** Seals what was done for the next page. @param now milliseconds since 1970 */
export function sealDone(done: Done, sealing: Pick<Sealing, "seal">, now: number): string {
  return sealing.seal(JSON.stringify({ ...done, until: now + HELD }), "done");
}

/** What was done: as the cookie says, where it speaks of the same code and is younger than a minute. */
export function openDone(
  query: URLSearchParams,
  sealed: string | undefined,
  sealing: Pick<Sealing, "open">,
  now: number,
): Done | null {
  const code = doneIn(query);
  if (code === undefined) return null;
  const opened = sealed === undefined ? undefined : sealing.open(sealed, "done");
  const held = opened === undefined ? undefined : sealedDone.safeParse(JSON.parse(opened)).data;
  if (held === undefined || held.code !== code || held.until <= now) return { code, by: null, name: null };
  return { code, by: held.by, name: held.name };
}
