import { isId } from "../../core/random-id.ts";
import {
  type ClientMetadata,
  clientMetadata,
  isDocumentId,
  readClientDocument,
} from "../../identity/client-metadata.ts";
import { type ReturnAddress, readReturnAddress } from "../../identity/return-address.ts";
import {
  type ClientKind,
  clientUsed,
  documentFailed,
  findClient,
  keepDocument,
  type StoredClient,
} from "../../state/oauth-clients.ts";
import { LimitReached } from "../calling/limit-reached.ts";
import type { Oauth } from "./oauth.ts";

/** A document is kept for so long at least and at most, and a failure for so long, in milliseconds. */
const LEAST_MS = 5 * 60_000;
const MOST_MS = 86_400_000;
const FAILURE_MS = 60_000;

/** The largest document, in bytes. */
const DOCUMENT_BYTES = 10 * 1024;

/** An application that may ask for a connection. */
export interface KnownClient {
  readonly id: string;
  readonly kind: ClientKind;
  /** Foreign text, fit for one line; of a document without a name its host. */
  readonly name: string;
  /** Of a document the host of its address; `null`: it registered itself, or the operator entered it. */
  readonly host: string | null;
  /** The name under which Dosah knows it by its hosts; `null`: it does not. A person is told `clientAt`. */
  readonly knownAs: string | null;
  readonly metadata: ClientMetadata;
  readonly secretHash: string | null;
  readonly createdAt: number;
}

export type FoundClient =
  | { readonly kind: "client"; readonly client: KnownClient }
  | { readonly kind: "unknown" | "document_failed" };

/** Of each service the documents that are being fetched: nobody asks a host for one twice at once. */
const fetching = new WeakMap<Oauth, Map<string, Promise<StoredClient | undefined>>>();

/**
 * Finds a client by its id: the address of a document, which is fetched where none is kept, or a registered one.
 * @param address the counted address of the caller, for the limits of fetches; `undefined`: nothing is fetched while what is
 *   kept is younger than a day
 * @throws LimitReached
 */
export async function findClientById(
  oauth: Oauth,
  id: string,
  address: string | null | undefined,
): Promise<FoundClient> {
  if (!isDocumentId(id)) {
    const row = isId("client", id) ? await findClient(oauth.state, id) : undefined;
    return row === undefined ? { kind: "unknown" } : admitted(oauth, row);
  }
  const row = await findClient(oauth.state, id);
  const now = oauth.now();
  const isKept = row !== undefined && row.fetched_at !== null;
  const staysUntil = address === undefined ? (row?.fetched_at ?? 0) + MOST_MS : (row?.fresh_until ?? 0);
  if (isKept && staysUntil > now) {
    oauth.countDocument("kept");
    return admitted(oauth, row);
  }
  if (row?.failed_until != null && row.failed_until > now) return { kind: "document_failed" };
  const fetched = await fetchOnce(oauth, id, address ?? null);
  return fetched === undefined ? { kind: "document_failed" } : admitted(oauth, fetched);
}

/**
 * The client as a person is told of it who is sent to a return address: an answer that stays on the own computer or device
 * proves no host, whatever other addresses were registered beside it.
 */
export function clientAt(client: KnownClient, returnTo: ReturnAddress): KnownClient {
  return client.host !== null || returnTo.kind === "web" ? client : { ...client, knownAs: null };
}

/** May this client ask at all (`OAUTH_REGISTRATION`)? */
export function isAdmitted({ registration }: Oauth, { kind, knownAs }: KnownClient): boolean {
  return registration !== "known" || kind === "operator" || knownAs !== null;
}

async function admitted(oauth: Oauth, row: StoredClient): Promise<FoundClient> {
  const client = shown(oauth, row);
  if (!isAdmitted(oauth, client)) return { kind: "unknown" };
  clientUsed(oauth.state, row.id, oauth.now()).catch((cause: unknown) =>
    oauth.log.warn({ err: cause }, "the use of an application could not be noted"),
  );
  return { kind: "client", client };
}

function shown(oauth: Oauth, { id, kind, name, metadata, secret_hash, created_at }: StoredClient): KnownClient {
  const read = clientMetadata.parse(JSON.parse(metadata));
  const host = kind === "document" ? new URL(id).hostname : null;
  return {
    id,
    kind,
    name,
    host,
    knownAs: knownAs(oauth, host === null ? returnHosts(oauth, read) : [host]),
    metadata: read,
    secretHash: secret_hash,
    createdAt: created_at,
  };
}

/** The name under which Dosah knows all of these hosts. */
function knownAs({ knownClients }: Oauth, hosts: readonly string[]): string | null {
  const names = new Set(hosts.map((host) => knownClients().get(host)));
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : null;
}

function returnHosts({ appSchemes }: Oauth, { redirectUris }: ClientMetadata): readonly string[] {
  const read = redirectUris.map((uri) => readReturnAddress(uri, appSchemes));
  return read.flatMap((each: ReturnAddress | undefined) => (each?.kind === "web" ? [each.host] : []));
}

async function fetchOnce(oauth: Oauth, id: string, address: string | null): Promise<StoredClient | undefined> {
  const running = fetching.get(oauth) ?? new Map<string, Promise<StoredClient | undefined>>();
  fetching.set(oauth, running);
  const known = running.get(id);
  if (known !== undefined) return known;
  const started = fetchDocument(oauth, id, address).finally(() => running.delete(id));
  running.set(id, started);
  return started;
}

async function fetchDocument(oauth: Oauth, id: string, address: string | null): Promise<StoredClient | undefined> {
  if (address !== null) {
    const decision = await oauth.limiter.take(["oauth_document", "oauth_document_shared"], address);
    if (!decision.allowed) throw new LimitReached(decision.refusedBy, decision.retryAfter, decision.states);
  }
  const now = oauth.now();
  try {
    const { body, freshSeconds } = await oauth.fetchJson(id, DOCUMENT_BYTES);
    const read = readClientDocument(id, body, oauth.appSchemes);
    if (read === undefined) throw new Error("the document does not hold what it must");
    const freshMs = Math.min(Math.max((freshSeconds ?? 0) * 1000, LEAST_MS), MOST_MS);
    const kept = { id, name: read.name ?? new URL(id).hostname, metadata: JSON.stringify(read.metadata) };
    await keepDocument(oauth.state, kept, { at: now, freshUntil: now + freshMs });
    oauth.countDocument("fetched");
    return await findClient(oauth.state, id);
  } catch (cause) {
    if (cause instanceof LimitReached) throw cause;
    // Our own words alone: what the host sent is foreign.
    oauth.log.warn(
      { host: new URL(id).hostname, why: cause instanceof Error ? cause.name : "" },
      "oauth_document_failed",
    );
    oauth.countDocument("failed");
    await documentFailed(oauth.state, id, now, now + FAILURE_MS);
    return undefined;
  }
}
