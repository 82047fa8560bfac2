import type { IncomingMessage } from "node:http";
import { type DirectAnswer, headersOf, type Reply, send } from "../sending/reply.ts";
import type { RestRequest } from "./answer.ts";
import type { Endpoint } from "./endpoint.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * What answers a request on `node:http` alone; `undefined` for one that the framework must look at. `address` is the
 * counted address of its caller.
 */
export type DirectAnswers = (request: IncomingMessage, address: () => string | null) => DirectAnswer | undefined;

/** A path of plain words, one or more, without anything that would be read as another path. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/;
/** A query that says what it says, without an escape, a blank or a part that is not sent. */
const PLAIN_QUERY = /^[A-Za-z0-9_.,=&-]*$/;
/** A name that needs no look at whether it is one. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{1,5})?$/;

/**
 * The plain GETs of what is open to everybody: with them the framework that every other request goes through, its
 * request and its response, would cost as much as the answer. Whatever is unusual about a request is left to it.
 */
export function createDirect(
  endpoints: readonly Endpoint[],
  answer: (endpoint: Endpoint, request: RestRequest) => Promise<Reply>,
): DirectAnswers {
  const fixed = new Map<string, Endpoint>();
  const patterns = new Map<string, { readonly matches: RegExp; readonly endpoint: Endpoint }[]>();
  for (const [path, offered] of Map.groupBy(endpoints, ({ offer }) => offer.path)) {
    const endpoint = offered.find(({ offer }) => offer.method === "GET");
    const isOpen = offered.every(({ capability }) => capability.access === "public");
    const before = beginningOf(path);
    if (endpoint === undefined || !isOpen || before.includes("{")) continue;
    if (endpoint.pathNames.length === 0) {
      fixed.set(path, endpoint);
      continue;
    }
    const source = path.replaceAll(".", "\\.").replace(/\{(\w+)\}([^/]*)/g, "(?<$1>[^/]+$2)");
    patterns.set(before, [...(patterns.get(before) ?? []), { matches: new RegExp(`^${source}$`), endpoint }]);
  }

  return (request, address) => {
    const { url = "", method, headers } = request;
    if (method !== "GET" || headers.host === undefined || !PLAIN_HOST.test(headers.host)) return undefined;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    const query = mark === -1 ? "" : url.slice(mark + 1);
    const found = find(path);
    if (found === undefined || !PLAIN_PATH.test(path) || !PLAIN_QUERY.test(query)) return undefined;
    return async (response, defaults) => {
      const reply = await answer(found.endpoint, {
        query: new URLSearchParams(query),
        path: found.path,
        headerOf: headersOf(headers),
        address: address(),
        raw: () => {
          throw new Error("a GET has no body");
        },
      });
      send(response, reply, defaults);
    };
  };

  function find(path: string): { readonly endpoint: Endpoint; readonly path: Headers } | undefined {
    const endpoint = fixed.get(path);
    if (endpoint !== undefined) return { endpoint, path: {} };
    for (const { matches, endpoint } of patterns.get(beginningOf(path)) ?? []) {
      const groups = matches.exec(path)?.groups;
      if (groups !== undefined) return { endpoint, path: groups };
    }
    return undefined;
  }
}

/** Up to the last slash; a parameter before it is left to the framework. */
function beginningOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
