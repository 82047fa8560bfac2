import type { Context } from "hono";
import { invalidArguments } from "../../capabilities/calling/arguments.ts";
import { type Call, type Caller, CountedProblem } from "../../capabilities/calling/call.ts";
import { type Authenticate, keyNeeded } from "../../capabilities/calling/key-owner.ts";
import { type FaceLog, problemOf } from "../../capabilities/calling/problem-of.ts";
import type { LimitState } from "../../capabilities/calling/rate-limit-headers.ts";
import { ServiceError } from "../../core/problem.ts";
import { localeOf } from "./accept-language.ts";
import type { Endpoint } from "./endpoint.ts";
import { fileResponse } from "./file-response.ts";
import { jsonResponse } from "./json-response.ts";
import { readParameters } from "./parameters.ts";
import { problemResponse, type RestProblem } from "./problem-response.ts";
import { readJson } from "./read-json.ts";
import { sentTwice } from "./transport-problems.ts";

export interface AnswerOptions {
  readonly call: Call;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  /** The counted address of a caller; `null` for nobody to count. */
  readonly clientAddress: (context: Context) => string | null;
  readonly authenticate: Authenticate;
  readonly log: FaceLog;
}

/** What was sent, under the public names, and the language it asks for. */
type Sent =
  | { readonly kind: "values"; readonly values: unknown; readonly locale: unknown }
  | { readonly kind: "refused"; readonly problem: RestProblem; readonly locale: unknown };

/**
 * Makes the function that answers one request to an endpoint: key, parameters, call, answer. Every failure becomes a
 * problem document; it never throws.
 */
export function createAnswer({ call, baseUrl, clientAddress, authenticate, log }: AnswerOptions) {
  return async (endpoint: Endpoint, context: Context, headers: Readonly<Record<string, string>>): Promise<Response> => {
    const { capability, offer } = endpoint;
    const request = context.req.raw;
    let stated: unknown = new URL(request.url).searchParams.get("locale");
    try {
      const caller = await callerOf(endpoint, context);
      const sent = await readSent(endpoint, context);
      stated = sent.locale;
      if (sent.kind === "refused") return refuse(sent.problem);
      const { answer, limits } = await call(capability, argumentsOf(endpoint, sent.values), offer.limits, caller);
      if (offer.file !== undefined) {
        const { mediaType, of } = offer.file;
        return fileResponse(request, of(answer), { mediaType, maxAge: offer.maxAge ?? 0 }, headers, limits);
      }
      const shown = offer.view === undefined ? answer : offer.view.of(answer);
      return await jsonResponse(request, shown, offer.maxAge, headers, limits);
    } catch (thrown) {
      return refuse(problemOf(thrown, capability.name, log), thrown instanceof CountedProblem ? thrown.limits : []);
    }

    function refuse(problem: RestProblem, limits: readonly LimitState[] = []): Response {
      const locale = localeOf(stated, request.headers.get("accept-language"));
      return problemResponse(problem, locale, baseUrl, headers, limits);
    }
  };

  /** @throws ServiceError where the endpoint needs a key and none that is valid was sent. */
  async function callerOf({ capability }: Endpoint, context: Context): Promise<Caller> {
    const address = clientAddress(context);
    if (capability.access === "public") return { address };
    const authorization = context.req.header("authorization");
    const owner = authorization === undefined ? null : await authenticate(authorization);
    if (owner === null) throw new ServiceError(keyNeeded);
    return { address, owner };
  }
}

/** Query and path of a GET; body and language of a POST. */
async function readSent(endpoint: Endpoint, context: Context): Promise<Sent> {
  const query = new URL(context.req.url).searchParams;
  const parameters = readParameters(endpoint, query, context.req.param());
  const locale = query.get("locale");
  if (parameters.kind === "refused") return { ...parameters, locale };
  if (endpoint.offer.method === "GET") return { ...parameters, locale };
  const body = await readJson(context.req.raw);
  if (body.kind === "refused") return { ...body, locale };
  const { value } = body;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { kind: "values", values: value, locale };
  if (!Object.hasOwn(value, "locale")) {
    // A query beside a body carries the language only; anything else in it is unknown.
    return { kind: "values", values: { ...value, ...parameters.values }, locale };
  }
  if (locale !== null) return { kind: "refused", problem: sentTwice("locale"), locale };
  return { kind: "values", values: { ...value, ...parameters.values }, locale: Reflect.get(value, "locale") };
}

/**
 * The arguments of the capability under its own names.
 * @throws ServiceError that speaks of the public names, where the values are wrong.
 */
function argumentsOf({ input, argumentOf }: Endpoint, values: unknown): Readonly<Record<string, unknown>> {
  const checked = input.safeParse(values);
  if (!checked.success) throw new ServiceError(invalidArguments(input, checked.error, values));
  return Object.fromEntries(
    [...argumentOf].flatMap(([outside, inside]) => {
      const value = checked.data[outside];
      return value === undefined ? [] : [[inside, value]];
    }),
  );
}
