import { TLSSocket } from "node:tls";
import { fold } from "../../core/fold.ts";
import { isKnown, textOf } from "../../core/text-of.ts";
import { GuardError } from "../../outbound/guarded/failure.ts";
import { followRedirects, type Hop } from "../../outbound/guarded/follow-redirects.ts";
import type { GuardedSession } from "../../outbound/guarded/guarded-session.ts";
import type { HostName } from "../../outbound/guarded/host-name.ts";
import type { HttpAnswer } from "../../outbound/guarded/http-get.ts";
import { readTargetUrl, type TargetUrl } from "../../outbound/guarded/target-url.ts";
import type { TrustedRoots } from "../collect/certificates.ts";
import { isTrusted } from "../collect/collect-files.ts";
import { chooseLinks } from "./choose-links.ts";
import { readPageText } from "./page-text.ts";
import { statedNumbers } from "./stated-number.ts";

/** What a look at the website of a domain found. `pages`: addresses that were read. */
export type ImprintLook =
  | { readonly outcome: "found"; readonly url: string; readonly nameSeen: boolean }
  | { readonly outcome: "absent"; readonly pages: readonly string[] }
  | { readonly outcome: "certificate" | "unreachable" };

/** Limits of one look: a page of 1 MB and 10 seconds, 30 seconds together. */
export const IMPRINT_LIMITS = { bodyBytes: 1 << 20, requestMs: 10_000, sessionMs: 30_000, httpRequests: 24 } as const;

/** Answers on the way to one page: the address itself and three redirects. */
const MOST_HOPS = 4;

/**
 * Looks for the number of a firm on the website of its domain: on the start page, and on the pages that it calls contact,
 * imprint and the like. Only over HTTPS with a certificate that is valid for the name.
 * @param name the firm's name in the register, folded and without its legal form; `null`: not known
 */
export async function lookForImprint(
  session: GuardedSession,
  domain: HostName,
  { ico, name }: { readonly ico: string; readonly name: string | null },
  { roots, at }: { readonly roots: TrustedRoots; readonly at: Date },
): Promise<ImprintLook> {
  const start = readTargetUrl(`https://${domain.host}/`, undefined, session.ownNames);
  if (start === null || "reason" in start) return { outcome: "unreachable" };
  let isCertificateWrong = false;
  const inspect = (socket: unknown, target: TargetUrl) => {
    // A hop over HTTP has none: it is left without being read.
    if (target.scheme !== "https") return;
    if (socket instanceof TLSSocket && isTrusted(socket, target.host, roots, at)) return;
    isCertificateWrong = true;
    throw new GuardError("protocol_error");
  };
  const read = async (target: TargetUrl) => {
    const leaves = ({ scheme, registrable }: TargetUrl) => scheme !== "https" || registrable !== domain.registrable;
    const { hops, end } = await followRedirects(session, target, {
      max: MOST_HOPS,
      leaves,
      get: { inspect, takesPart: true },
    });
    const last = hops.at(-1);
    const isPage = end === "page" && last !== undefined && last.answer.status === 200 && !leaves(last.target);
    return isPage ? pageOf(last) : undefined;
  };
  const pages: string[] = [];
  const found = (page: Page): ImprintLook | undefined => {
    pages.push(page.url);
    if (!statedNumbers(page.text).includes(ico)) return undefined;
    return {
      outcome: "found",
      url: page.url,
      nameSeen: name !== null && name !== "" && fold(page.text).includes(name),
    };
  };
  const first = await read(start);
  if (first === undefined) return { outcome: isCertificateWrong ? "certificate" : "unreachable" };
  const onStart = found(first);
  if (onStart !== undefined) return onStart;
  for (const target of chooseLinks(first.links, first, session.ownNames)) {
    const page = await read(target);
    const onPage = page === undefined || pages.includes(page.url) ? undefined : found(page);
    if (onPage !== undefined) return onPage;
  }
  return { outcome: "absent", pages };
}

interface Page extends ReturnType<typeof readPageText> {
  readonly url: string;
  readonly registrable: string;
}

function pageOf({ target, answer }: Hop): Page {
  return { ...readPageText(textIn(answer)), url: target.url, registrable: target.registrable };
}

/** The page as text: by its header, by what it says of itself, else UTF-8; what fits none of them is read byte by byte. */
function textIn({ headers, body }: HttpAnswer): string {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const head = body.subarray(0, 2_048).toString("latin1");
  const declared = [
    /charset=["']?([\w-]+)/i.exec(type)?.[1],
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1],
  ].flatMap((name) => (name !== undefined && isKnown(name.toLowerCase()) ? [name] : []));
  try {
    return textOf(body, { declared: [...declared, "windows-1250"] }).text;
  } catch {
    return body.toString("latin1");
  }
}
