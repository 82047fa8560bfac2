import { networkInterfaces } from "node:os";
import type { Logger } from "pino";
import type { Oauth } from "../capabilities/connections/oauth.ts";
import { issuerOf } from "../capabilities/connections/oauth.ts";
import type { Config } from "../config.ts";
import { isLoopbackName } from "../core/loopback.ts";
import { once } from "../core/once.ts";
import { createAuthorizationServer } from "../identity/authorization-server.ts";
import type { Sealing } from "../identity/sealing.ts";
import { KNOWLEDGE_DIR } from "../knowledge/load.ts";
import { loadKnownClients } from "../knowledge/oauth-clients.ts";
import type { Limiter } from "../limits/limiter.ts";
import { getJson } from "../outbound/guarded/get-json.ts";
import { Guard } from "../outbound/guarded/guard.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { VERSION } from "../version.ts";

/** What an application says of itself must come in this time, in milliseconds. */
const DOCUMENT_MS = 3_000;

interface OauthParts {
  readonly state: StateDatabase;
  readonly sealing: Sealing;
  readonly limiter: Pick<Limiter, "take">;
  readonly count: Oauth["count"];
  readonly countDocument: Oauth["countDocument"];
}

/**
 * Joins what agents that sign in need; nothing is loaded and nobody is asked before the first request.
 * @returns `null` where the operator switched it off, and where secrets would cross a network in clear
 */
export function openOauth(
  config: Config,
  { now, log }: { readonly now: () => Date; readonly log: Logger },
  parts: OauthParts,
): Oauth | null {
  const { baseUrl, scanLab, scanResolvers } = config;
  if (config.oauth === "off") return null;
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "http:" && !isLoopbackName(hostname)) {
    log.warn("agents cannot sign in: BASE_URL is http, and codes and tokens must not cross a network in clear");
    return null;
  }
  const guardOf = (bodyBytes: number) =>
    new Guard({
      resolvers: scanResolvers,
      ownNames: [hostname],
      userAgent: `Mozilla/5.0 (compatible; Dosah-scan/${VERSION}; +${baseUrl}/scan)`,
      limits: {
        bodyBytes,
        connectMs: DOCUMENT_MS,
        firstByteMs: DOCUMENT_MS,
        requestMs: DOCUMENT_MS,
        sessionMs: DOCUMENT_MS,
        betweenMs: 0,
      },
      ownAddresses: Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
      ...(scanLab === undefined ? {} : { laboratory: scanLab }),
    });
  const guards = new Map<number, Guard>();
  let server: ReturnType<Oauth["server"]> | undefined;
  const oauth: Oauth = {
    ...parts,
    baseUrl,
    registration: config.oauthRegistration,
    appSchemes: config.oauthAppSchemes,
    knownClients: once(() => loadKnownClients(KNOWLEDGE_DIR)),
    fetchJson: (url, mostBytes) => {
      const guard = guards.get(mostBytes) ?? guardOf(mostBytes);
      guards.set(mostBytes, guard);
      return getJson(guard, url, [hostname]);
    },
    server: () => {
      server ??= createAuthorizationServer(issuerOf(oauth)).catch((cause: unknown) => {
        server = undefined;
        throw cause;
      });
      return server;
    },
    log,
    now: () => now().getTime(),
  };
  return oauth;
}
