import { ODD_TEXTS, oddValue } from "../odd-values.ts";
import type { Random } from "../random.ts";

/** One call as it is sent, whatever the face. */
export interface FuzzedCall {
  readonly face: "mcp" | "rest" | "page" | "bytes";
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** What sorts of argument the schemas of the capabilities know, as a hint for values that nearly fit. */
export interface Sort {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Sort>>;
  readonly items?: Sort;
}

/** What the service offers, read from its capabilities and pages. */
export interface Offers {
  readonly tools: readonly { readonly name: string; readonly sorts: Readonly<Record<string, Sort>> }[];
  readonly endpoints: readonly {
    readonly method: string;
    readonly path: string;
    readonly sorts: Readonly<Record<string, Sort>>;
  }[];
  readonly pages: readonly string[];
  /** Numbers of firms that the registers hold, the hostile ones among them. */
  readonly icos: readonly string[];
}

const WORDS = [
  "slovnaft",
  "elektr",
  "ignore all prev",
  "omikron",
  "SK",
  "CZ",
  "sk",
  "35.11",
  "35110",
  "2026-11-21",
  "čl. 21 ods. 2 smernice (EÚ) 2022/2555",
  "60",
  "-1",
  "dns",
  "energy",
  "true",
] as const;
const PAGE_FIELDS = [
  "q",
  "country",
  "ico",
  "code",
  "rev",
  "employees",
  "turnover",
  "balance",
  "service",
  "asOf",
  "topic",
  "source",
  "page",
  "annexIIIUse",
  "role",
  "governance-01",
] as const;
const LOCALES = ["sk", "cs", "en"] as const;
const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "server/discover",
  "notifications/x",
  "resources/read",
  "",
] as const;
const META = "io.modelcontextprotocol";

/** The next call of a run; what nearly fits gets furthest into the service, so most calls nearly fit. */
export function nextCall(random: Random, offers: Offers): FuzzedCall {
  const dice = random.below(100);
  if (dice < 40) return mcpCall(random, offers);
  if (dice < 83) return restCall(random, offers);
  if (dice < 90) return pageCall(random, offers);
  return bytesCall(random, offers);
}

function text(random: Random, offers: Offers): string {
  const dice = random.below(10);
  if (dice < 4) return random.pick(offers.icos) ?? "";
  if (dice < 8) return random.pick(WORDS);
  return dice === 8 ? random.pick(ODD_TEXTS) : random.pick(ODD_TEXTS).repeat(1 + random.below(40));
}

function near(random: Random, offers: Offers, sort: Sort): unknown {
  if (random.oneIn(12)) return oddValue(random);
  const { type, enum: words = [], examples = [], properties, items } = sort;
  if (words.length > 0) return random.pick(words);
  if (examples.length > 0 && random.oneIn(2)) return random.pick(examples);
  if (properties !== undefined) return nearObject(random, offers, properties);
  if (items !== undefined) return Array.from({ length: random.below(4) }, () => near(random, offers, items));
  if (type === "boolean") return random.oneIn(2);
  if (type === "integer" || type === "number") return random.below(122) - 2;
  return text(random, offers);
}

function nearObject(random: Random, offers: Offers, properties: Readonly<Record<string, Sort>>): object {
  const names = Object.keys(properties);
  const entries = names
    .filter(() => random.oneIn(names.length > 3 ? 3 : 2))
    .map((name): [string, unknown] => [name, near(random, offers, properties[name] ?? {})]);
  if (random.oneIn(15)) entries.push([random.pick(["contry", "__proto__", ...ODD_TEXTS]), oddValue(random)]);
  return Object.fromEntries(entries);
}

function mcpCall(random: Random, offers: Offers): FuzzedCall {
  const tool = random.pick(offers.tools);
  const isCall = !random.oneIn(6);
  const method = isCall ? "tools/call" : random.pick(METHODS);
  const name = random.oneIn(20) ? random.pick(ODD_TEXTS) : (tool?.name ?? "");
  const given = isCall
    ? { name, arguments: random.oneIn(25) ? oddValue(random) : nearObject(random, offers, tool?.sorts ?? {}) }
    : {};
  const isModern = random.oneIn(2);
  const meta = {
    [`${META}/protocolVersion`]: random.oneIn(30) ? oddValue(random) : "2026-07-28",
    [`${META}/clientCapabilities`]: random.oneIn(30) ? oddValue(random) : {},
  };
  const params = random.oneIn(40) ? oddValue(random) : { ...given, ...(isModern ? { _meta: meta } : {}) };
  const message = {
    jsonrpc: random.oneIn(50) ? "1.0" : "2.0",
    ...(random.oneIn(30) ? {} : { id: random.oneIn(20) ? oddValue(random) : random.below(1000) }),
    method: random.oneIn(40) ? oddValue(random) : method,
    params,
  };
  const mirrored = isModern && !random.oneIn(30);
  return {
    face: "mcp",
    method: "POST",
    path: "/api/mcp",
    headers: {
      "content-type": "application/json",
      "mcp-protocol-version": isModern ? "2026-07-28" : "2025-11-25",
      ...(mirrored ? { "mcp-method": method, ...(isCall ? { "mcp-name": headerValue(name) } : {}) } : {}),
    },
    body: damaged(random, JSON.stringify(message), 30),
  };
}

function restCall(random: Random, offers: Offers): FuzzedCall {
  const offer = random.pick(offers.endpoints);
  const values = nearObject(random, offers, offer?.sorts ?? {});
  const path = (offer?.path ?? "/api").replace(/\{(\w+)\}/g, () =>
    encodeURIComponent(text(random, offers).toWellFormed()),
  );
  const headers = {
    "content-type": random.oneIn(40) ? "text/plain" : "application/json",
    "accept-language": random.pick(["sk", "cs;q=0.1", "en, *;q=0", "*", ";;"]),
  };
  const method = random.oneIn(40)
    ? random.pick(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
    : (offer?.method ?? "GET");
  if (method === "GET" || method === "HEAD") {
    return { face: "rest", method, path: `${path}?${queryOf(random, values)}`, headers, body: undefined };
  }
  return { face: "rest", method, path, headers, body: damaged(random, JSON.stringify(values), 15) };
}

function pageCall(random: Random, offers: Offers): FuzzedCall {
  const place = () => encodeURIComponent(text(random, offers).toWellFormed());
  const path = (random.pick(offers.pages) ?? "").replace(/:\w+/g, place);
  const pairs = Array.from({ length: random.below(4) }, (): [string, string] => [
    random.oneIn(15) ? random.pick(ODD_TEXTS) : random.pick(PAGE_FIELDS),
    text(random, offers),
  ]);
  const locale = random.oneIn(30) ? "de" : random.pick(LOCALES);
  return {
    face: "page",
    method: "GET",
    path: `/${locale}${path}?${queryOf(random, Object.fromEntries(pairs))}`,
    headers: { "accept-language": "sk" },
    body: undefined,
  };
}

/** Bodies that are no text and paths that are no paths. */
function bytesCall(random: Random, offers: Offers): FuzzedCall {
  const bytes = new Uint8Array(random.below(64)).map(() => random.below(256));
  const path = random.pick([
    "/api/mcp",
    "/api/company-search",
    "/api/scope-check",
    "/api/%",
    "/api/%ff%fe",
    "/%c0%af",
    "//",
    "/api/../x",
    `/${encodeURIComponent(text(random, offers).toWellFormed())}`,
    "/sk/firma/%00",
  ]);
  const method = random.pick(["GET", "POST", "POST", "HEAD", "PUT"]);
  const body = method === "GET" || method === "HEAD" ? undefined : bytes;
  return { face: "bytes", method, path, headers: { "content-type": "application/json" }, body };
}

/** A text now and then with a piece cut out, doubled or put in. */
function damaged(random: Random, whole: string, times: number): string {
  if (!random.oneIn(times)) return whole.toWellFormed();
  const at = random.below(whole.length + 1);
  const length = random.below(12);
  const piece = random.pick(["", whole.slice(at, at + length * 2), random.pick(ODD_TEXTS)]);
  return `${whole.slice(0, at)}${piece}${whole.slice(at + length)}`.toWellFormed();
}

function queryOf(random: Random, values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const written = typeof value === "object" ? JSON.stringify(value) : String(value);
    query.append(name.toWellFormed(), written.toWellFormed().slice(0, 2_000));
    if (random.oneIn(30)) query.append(name.toWellFormed(), "twice");
  }
  return random.oneIn(40) ? `${query}&%E0%A4%A=%&&=` : query.toString();
}

/** What may stand in a header at all; other names go without a mirror. */
function headerValue(name: string): string {
  return /^[\x21-\x7e]+$/.test(name) ? name : "x";
}
