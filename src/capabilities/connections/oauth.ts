import type { AuthorizationServer } from "../../identity/authorization-server.ts";
import type { Sealing } from "../../identity/sealing.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { FetchedJson } from "../../outbound/guarded/get-json.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { FaceLog } from "../calling/problem-of.ts";

/** What the way of agents that sign in is made of. */
export interface Oauth {
  readonly state: StateDatabase;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  /** Who may register: every client, nobody but those with a document, or only clients that are known. */
  readonly registration: "open" | "documents" | "known";
  /** Private schemes of return addresses. */
  readonly appSchemes: readonly string[];
  /** Name of each application that is known, by its host. */
  readonly knownClients: () => ReadonlyMap<string, string>;
  /** Reads a document of an application, through the guard. @throws Error where it cannot be read */
  readonly fetchJson: (url: string, mostBytes: number) => Promise<FetchedJson>;
  readonly limiter: Pick<Limiter, "take">;
  readonly sealing: Sealing;
  /** The protocol, loaded when it is first needed. */
  readonly server: () => Promise<AuthorizationServer>;
  readonly log: OauthLog;
  /** Counts what became of a request. */
  readonly count: (endpoint: OauthEndpoint, outcome: string) => void;
  readonly countDocument: (outcome: "fetched" | "failed" | "kept") => void;
  /** Milliseconds since 1970. */
  now(): number;
}

interface OauthLog extends FaceLog {
  info(details: Readonly<Record<string, unknown>>, message: string): void;
}

export type OauthEndpoint = "authorize" | "token" | "register" | "revoke";

/** The issuer that every answer names. */
export function issuerOf({ baseUrl }: Pick<Oauth, "baseUrl">): string {
  return `${baseUrl}/oauth`;
}
