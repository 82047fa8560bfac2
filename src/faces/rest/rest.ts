import { type Context, Hono } from "hono";
import { createRenderings } from "../../capabilities/calling/kept-answers.ts";
import type { LimitRule } from "../../capabilities/calling/rate-limit-headers.ts";
import type { Capability } from "../../capabilities/capability.ts";
import { CODINGS } from "../../core/content-coding.ts";
import { once } from "../../core/once.ts";
import { bytesOf } from "../../core/utf8-bytes.ts";
import { type Reply, toResponse } from "../sending/reply.ts";
import { localeOf } from "./accept-language.ts";
import { type AnswerOptions, createAnswer, type RestRequest } from "./answer.ts";
import { createDirect, type DirectAnswers } from "./direct.ts";
import { type Endpoint, endpointsOf } from "./endpoint.ts";
import { jsonReply } from "./json-reply.ts";
import { createOpenApi, type OpenApiDocument } from "./openapi.ts";
import { problemReply, type RestProblem } from "./problem-reply.ts";
import { methodNotAllowed, noSuchPath } from "./transport-problems.ts";

export interface RestOptions extends AnswerOptions {
  /** Those that have `rest` become endpoints. */
  readonly capabilities: readonly Capability[];
  /** Version of this Dosah, for the API description. */
  readonly version: string;
  /** The rows of the limits table, for the API description. */
  readonly limitRules?: readonly LimitRule[];
  /** The counted address of a caller; `null` for a caller that is not counted. */
  readonly clientAddress: (context: Context) => string | null;
}

export interface Rest {
  /** Paths of `app` that are not below `/api`. */
  readonly outside: readonly string[];
  /** Answers everything below `/api`; mount other routes below `/api` before it. */
  readonly app: Hono;
  /** Answers plain requests to what is open to everybody, the same as `app` and for less. */
  readonly direct: DirectAnswers;
  /** The description of the API, for its page in the documentation. */
  readonly openapi: () => OpenApiDocument;
  /** The paths of all operations, as the description names them. */
  readonly paths: readonly string[];
}

/** Seconds that a cache may keep the description of the API. */
const OPENAPI_MAX_AGE = 300;

/** No cookie is ever read, so any page may send the requests that are open to everybody. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Expose-Headers":
    "ETag, Repr-Digest, Link, Content-Disposition, Retry-After, RateLimit, RateLimit-Policy",
} as const;

/** Where a program finds the description of what it has called (RFC 8631). */
const DESCRIBED = { Link: '</api/openapi.json>; rel="service-desc"' } as const;

/** What every answer has that is open to everybody. */
const OPEN_HEADERS = { ...CORS, ...DESCRIBED } as const;

const PREFLIGHT = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Headers": "Content-Type, Accept, Accept-Language, If-None-Match",
  "Access-Control-Max-Age": "86400",
} as const;

/**
 * The REST face: one route per path of the capabilities' offers, the API description, and a problem document for
 * everything else below `/api`. An offer that cannot work stops the start.
 */
export function createRest(options: RestOptions): Rest {
  const { capabilities, baseUrl, version, clientAddress, limitRules = [] } = options;
  const answer = createAnswer(options);
  const endpoints = endpointsOf(capabilities);
  // Nobody asks for it before the service listens, and a start has other things to do.
  const openapi = once(() => createOpenApi({ endpoints, baseUrl, version, limitRules }));
  const described = once(() => bytesOf(JSON.stringify(openapi())));
  const forms = createRenderings();
  const app = new Hono();

  // A path that is all words comes before one whose parameter would take such a word for its value.
  const byPath = [...Map.groupBy(endpoints, ({ offer }) => offer.path)];
  for (const [path, offered] of byPath.toSorted(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")))) {
    const isOpen = offered.every(({ capability }) => capability.access === "public");
    const allow = allowOf(offered, isOpen);
    const headers = isOpen ? OPEN_HEADERS : DESCRIBED;
    app.all(routeOf(path), async (context) => {
      const { method } = context.req;
      if (method === "OPTIONS" && isOpen) return preflight(allow);
      const endpoint = offered.find(({ offer }) => offer.method === (method === "HEAD" ? "GET" : method));
      const reply =
        endpoint === undefined
          ? refuse(context, methodNotAllowed(allow), { ...headers, Allow: allow })
          : await answer(endpoint, requestOf(context), headers);
      return toResponse(isOpen ? reply : keptByNobody(reply));
    });
  }

  app.all("/api/openapi.json", async (context) => {
    const { method } = context.req;
    const allow = "GET, HEAD, OPTIONS";
    if (method === "OPTIONS") return preflight(allow);
    if (method !== "GET" && method !== "HEAD") {
      return toResponse(refuse(context, methodNotAllowed(allow), { ...CORS, Allow: allow }));
    }
    const { headerOf } = requestOf(context);
    const sending = { maxAge: OPENAPI_MAX_AGE, bytes: described(), ready: forms, codings: CODINGS };
    return toResponse(await jsonReply(headerOf, openapi, sending, OPEN_HEADERS, []));
  });

  app.all("/api", (context) => toResponse(refuse(context, noSuchPath, CORS)));
  app.all("/api/*", (context) => toResponse(refuse(context, noSuchPath, CORS)));
  const paths = [...new Set(endpoints.map(({ offer }) => offer.path))];
  const outside = paths.filter((path) => !path.startsWith("/api/"));
  const direct = createDirect(endpoints, (endpoint, request) => answer(endpoint, request, OPEN_HEADERS));
  return { app, direct, openapi, paths, outside: outside.map(routeOf) };

  function requestOf(context: Context): RestRequest {
    return {
      query: new URL(context.req.url).searchParams,
      path: context.req.param(),
      headerOf: (name) => context.req.header(name),
      address: clientAddress(context),
      raw: () => context.req.raw,
    };
  }

  function refuse(context: Context, problem: RestProblem, headers: Readonly<Record<string, string>>): Reply {
    const stated = new URL(context.req.url).searchParams.get("locale");
    const locale = localeOf(stated, context.req.header("accept-language"));
    return problemReply(problem, locale, baseUrl, { ...headers, ...DESCRIBED });
  }
}

/**
 * A path as Hono reads it; a name may have something behind it: `/trust/{slug}.json`. That address is the interface's own
 * also where the name is missing.
 */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}([^/]*)/g, (_whole, name: string, suffix: string) =>
    suffix === "" ? `:${name}` : `:${name}{[^/]*${suffix.replaceAll(".", "\\.")}}`,
  );
}

/** The `Allow` header of a path. Only what any page may ask for has a preflight. */
function allowOf(offered: readonly Endpoint[], isOpen: boolean): string {
  const methods = offered.flatMap(({ offer }) => (offer.method === "GET" ? ["GET", "HEAD"] : [offer.method]));
  return [...methods, ...(isOpen ? ["OPTIONS"] : [])].join(", ");
}

/** An answer for the owner of a key: no cache on the way may keep it or give it to somebody else. */
function keptByNobody(reply: Reply): Reply {
  const vary = reply.headers.Vary === undefined ? "Authorization" : `${reply.headers.Vary}, Authorization`;
  return { ...reply, headers: { ...reply.headers, "Cache-Control": "private, no-store", Vary: vary } };
}

function preflight(allow: string): Response {
  const headers = { ...PREFLIGHT, "Access-Control-Allow-Methods": allow };
  return new Response(null, { status: 204, headers });
}
