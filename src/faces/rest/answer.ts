import type { Context } from "hono";
import { invalidArguments, notAnObject, unknownArgument } from "../../capabilities/calling/arguments.ts";
import type { Call } from "../../capabilities/calling/call.ts";
import { CountedProblem } from "../../capabilities/calling/limit-reached.ts";
import { type FaceLog, problemOf } from "../../capabilities/calling/problem-of.ts";
import type { LimitState } from "../../capabilities/calling/rate-limit-headers.ts";
import { isLocale, type Locale } from "../../core/locale.ts";
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
  /** The counted address of a caller; `null` for a caller that is not counted. */
  readonly clientAddress: (context: Context) => string | null;
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
export function createAnswer({ call, baseUrl, clientAddress, log }: AnswerOptions) {
  return async (endpoint: Endpoint, context: Context, headers: Readonly<Record<string, string>>): Promise<Response> => {
    const { capability, offer } = endpoint;
    const request = context.req.raw;
    let stated: unknown = new URL(request.url).searchParams.get("locale");
    try {
      const authorization = context.req.header("authorization");
      const caller = { address: clientAddress(context), via: "rest", authorization } as const;
      const read = async () => {
        const sent = await readSent(endpoint, context);
        stated = sent.locale;
        if (sent.kind === "refused") throw new RefusedRequest(sent.problem);
        return argumentsOf(endpoint, sent.values);
      };
      const { answer, limits } = await call(capability, read, offer.limits, caller, endpoint.names);
      const ofAnswer = hasTexts(endpoint) ? { ...headers, "Content-Language": languageOf(stated) } : headers;
      if (offer.file !== undefined) {
        const { mediaType, of } = offer.file;
        return fileResponse(request, of(answer), { mediaType, maxAge: offer.maxAge ?? 0 }, ofAnswer, limits);
      }
      const shown = offer.view === undefined ? answer : offer.view.of(answer);
      return await jsonResponse(request, shown, offer.maxAge, ofAnswer, limits);
    } catch (thrown) {
      if (thrown instanceof RefusedRequest) return refuse(thrown.problem);
      return refuse(problemOf(thrown, capability.name, log), thrown instanceof CountedProblem ? thrown.limits : []);
    }

    function refuse(problem: RestProblem, limits: readonly LimitState[] = []): Response {
      const locale = localeOf(stated, request.headers.get("accept-language"));
      return problemResponse(problem, locale, baseUrl, headers, limits);
    }
  };
}

/** An answer without texts of ours has no language. */
function hasTexts({ argumentOf }: Endpoint): boolean {
  return argumentOf.has("locale");
}

/** The language of an answer: the capability has accepted what was stated, and its default is Slovak. */
function languageOf(stated: unknown): Locale {
  return isLocale(stated) ? stated : "sk";
}

/** What HTTP itself got wrong, on its way out of the call that asked for the arguments. */
class RefusedRequest extends Error {
  readonly problem: RestProblem;

  constructor(problem: RestProblem) {
    super(problem.message.en);
    this.problem = problem;
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
 * The arguments of the capability under its own names, as they were sent: the capability's own schema reads them, once.
 * @throws ServiceError for what is no object, names nothing that is offered, or asks for a language there is not.
 */
function argumentsOf({ argumentOf, names, errorLocale }: Endpoint, values: unknown): unknown {
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new ServiceError(notAnObject(names.known));
  }
  const entries = Object.entries(values);
  const unknown = entries.map(([name]) => name).filter((name) => !names.known.includes(name));
  if (unknown.length > 0) throw new ServiceError(unknownArgument(unknown, names.known));
  if (errorLocale !== undefined) {
    const checked = errorLocale.safeParse({ locale: Reflect.get(values, "locale") });
    if (!checked.success) throw new ServiceError(invalidArguments(errorLocale, checked.error, values));
  }
  return Object.fromEntries(
    entries.flatMap(([outside, value]) => {
      const inside = argumentOf.get(outside);
      return inside === undefined ? [] : [[inside, value]];
    }),
  );
}
