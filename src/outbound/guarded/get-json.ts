import { TLSSocket } from "node:tls";
import { textOf } from "../../core/text-of.ts";
import { GuardError } from "./failure.ts";
import type { Guard } from "./guard.ts";
import { get } from "./http-get.ts";
import { readTargetUrl } from "./target-url.ts";

/** JSON that a foreign host published. */
export interface FetchedJson {
  /** Foreign. */
  readonly body: unknown;
  /** For how long the host lets it be kept, in seconds; `null`: it says nothing. */
  readonly freshSeconds: number | null;
}

/** The ciphers of today: TLS 1.2 with forward secrecy and authenticated encryption, and TLS 1.3. */
const CIPHERS_OF_TODAY =
  "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20";

/**
 * Reads JSON over https through the guard. The request is sent only once the certificate is valid for the name. Nothing is
 * followed.
 * @param ownNames host names of this service, which are never asked
 * @throws Error where there is none to be had
 */
export async function getJson(
  guard: Guard,
  url: string,
  ownNames: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<FetchedJson> {
  const target = readTargetUrl(url, undefined, ownNames);
  if (target === null) throw new GuardError("blocked_scheme");
  if ("reason" in target) throw new GuardError(target.reason);
  if (target.scheme !== "https") throw new GuardError("blocked_scheme");
  const session = guard.open();
  try {
    const answer = await get(session, target, {
      headers: { Accept: "application/json", ...headers },
      ciphers: CIPHERS_OF_TODAY,
      inspect: (socket) => {
        if (!(socket instanceof TLSSocket) || !socket.authorized) throw new GuardError("protocol_error");
      },
    });
    const header = (name: string) => answer.headers.find(([each]) => each === name)?.[1];
    const type = (header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const isJson = /^application\/(?:[a-z0-9.!#$&^_-]+\+)?json$/.test(type);
    if (answer.status !== 200 || answer.cut || !isJson) throw new GuardError("protocol_error");
    return { body: JSON.parse(textOf(answer.body).text), freshSeconds: freshSecondsOf(header) };
  } finally {
    session.close();
  }
}

function freshSecondsOf(header: (name: string) => string | undefined): number | null {
  const control = header("cache-control");
  if (control !== undefined) {
    if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
    const [, seconds] = /\bmax-age=(\d{1,9})\b/i.exec(control) ?? [];
    if (seconds !== undefined) return Number(seconds);
  }
  const [expires, date] = [Date.parse(header("expires") ?? ""), Date.parse(header("date") ?? "")];
  return Number.isNaN(expires) || Number.isNaN(date) ? null : Math.max(0, Math.floor((expires - date) / 1000));
}
