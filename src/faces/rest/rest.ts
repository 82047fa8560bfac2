import { type Context, Hono } from "hono";
import type { LimitRule } from "../../capabilities/calling/rate-limit-headers.ts";
import type { Capability } from "../../capabilities/capability.ts";
import { localeOf } from "./accept-language.ts";
import { type AnswerOptions, createAnswer } from "./answer.ts";
import { type Endpoint, endpointsOf } from "./endpoint.ts";
import { jsonResponse } from "./json-response.ts";
import { createOpenApi, type OpenApiDocument } from "./openapi.ts";
import { problemResponse, type RestProblem } from "./problem-response.ts";
import { methodNotAllowed, noSuchPath } from "./transport-problems.ts";

export interface RestOptions extends AnswerOptions {
  /** Those that have `rest` become endpoints. */
  readonly capabilities: readonly Capability[];
  /** Version of this Dosah, for the API description. */
  readonly version: string;
  /** The rows of the limits table, for the API description. */
  readonly limitRules?: readonly LimitRule[];
}

export interface Rest {
  /** Answers everything below `/api`; mount other routes below `/api` before it. */
  readonly app: Hono;
  /** The description of the API, for its page in the documentation. */
  readonly openapi: OpenApiDocument;
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
  const { capabilities, baseUrl, version, limitRules = [] } = options;
  const answer = createAnswer(options);
  const endpoints = endpointsOf(capabilities);
  const openapi = createOpenApi({ endpoints, baseUrl, version, limitRules });
  const app = new Hono();

  for (const [path, offered] of Map.groupBy(endpoints, ({ offer }) => offer.path)) {
    const allow = allowOf(offered);
    const isOpen = offered.every(({ capability }) => capability.access === "public");
    app.all(path.replace(/\{(\w+)\}/g, ":$1"), (context) => {
      const { method } = context.req;
      if (method === "OPTIONS" && isOpen) return preflight(allow);
      const endpoint = offered.find(({ offer }) => offer.method === (method === "HEAD" ? "GET" : method));
      if (endpoint === undefined) return refuse(context, methodNotAllowed(allow), { ...CORS, Allow: allow });
      return answer(endpoint, context, isOpen ? { ...CORS, ...DESCRIBED } : DESCRIBED);
    });
  }

  app.all("/api/openapi.json", (context) => {
    const { method, raw } = context.req;
    const allow = "GET, HEAD, OPTIONS";
    if (method === "OPTIONS") return preflight(allow);
    if (method !== "GET" && method !== "HEAD") {
      return refuse(context, methodNotAllowed(allow), { ...CORS, Allow: allow });
    }
    return jsonResponse(raw, openapi, OPENAPI_MAX_AGE, { ...CORS, ...DESCRIBED }, []);
  });

  app.all("/api", (context) => refuse(context, noSuchPath, CORS));
  app.all("/api/*", (context) => refuse(context, noSuchPath, CORS));
  return { app, openapi };

  function refuse(context: Context, problem: RestProblem, headers: Readonly<Record<string, string>>): Response {
    const stated = new URL(context.req.url).searchParams.get("locale");
    const locale = localeOf(stated, context.req.header("accept-language"));
    return problemResponse(problem, locale, baseUrl, { ...headers, ...DESCRIBED });
  }
}

/** The `Allow` header of a path. */
function allowOf(offered: readonly Endpoint[]): string {
  const methods = offered.flatMap(({ offer }) => (offer.method === "GET" ? ["GET", "HEAD"] : [offer.method]));
  return [...methods, "OPTIONS"].join(", ");
}

function preflight(allow: string): Response {
  const headers = { ...PREFLIGHT, "Access-Control-Allow-Methods": allow };
  return new Response(null, { status: 204, headers });
}
