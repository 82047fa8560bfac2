import { notAnObject, unknownArgument } from "../../capabilities/calling/arguments.ts";
import { readArguments } from "../../capabilities/calling/as-meant.ts";
import type { Call } from "../../capabilities/calling/call.ts";
import { CountedProblem } from "../../capabilities/calling/limit-reached.ts";
import { type FaceLog, problemOf } from "../../capabilities/calling/problem-of.ts";
import { type LimitState, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import { rowsOf } from "../../core/cost.ts";
import { type Locale, readLocale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { bytesOf } from "../../core/utf8-bytes.ts";
import type { HeaderOf, Reply } from "../sending/reply.ts";
import { localeOf } from "./accept-language.ts";
import { type Endpoint, takesBody } from "./endpoint.ts";
import { fileReply } from "./file-reply.ts";
import { jsonReply } from "./json-reply.ts";
import { readParameters } from "./parameters.ts";
import { problemReply, type RestProblem } from "./problem-reply.ts";
import { readBytes, readJson } from "./read-json.ts";
import { BODY_LIMIT, sentTwice } from "./transport-problems.ts";

export interface AnswerOptions {
  readonly call: Call;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  readonly log: FaceLog;
}

/** One request to an endpoint, whatever brought it. */
export interface RestRequest {
  readonly query: URLSearchParams;
  /** The values of the path as they stand there, with what stands behind them. */
  readonly path: Readonly<Record<string, string>>;
  readonly headerOf: HeaderOf;
  /** The counted address of the caller; `null` for a caller that is not counted. */
  readonly address: string | null;
  /** For its body; a GET is never asked for it. */
  raw(): Request;
}

/** What was sent, under the public names, and the language it asks for. */
type Sent =
  | { readonly kind: "values"; readonly values: unknown; readonly locale: unknown; readonly text?: Uint8Array }
  | { readonly kind: "refused"; readonly problem: RestProblem; readonly locale: unknown };

/**
 * Makes the function that answers one request to an endpoint: key, parameters, call, answer. Every failure becomes a
 * problem document; it never throws.
 */
export function createAnswer({ call, baseUrl, log }: AnswerOptions) {
  return async (
    endpoint: Endpoint,
    request: RestRequest,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> => {
    const { capability, offer } = endpoint;
    const { headerOf, address } = request;
    let stated: unknown = request.query.get("locale");
    try {
      const caller = { address, via: "rest", authorization: headerOf("authorization") } as const;
      const use = (sent: Sent) => {
        stated = sent.locale;
        if (sent.kind === "refused") throw new RefusedRequest(sent.problem);
        const named = argumentsOf(endpoint, sent.values);
        if (sent.text !== undefined && offer.body?.text !== undefined) named[offer.body.text] = sent.text;
        return Object.assign(accepted(endpoint, named, headerOf), versionOf(endpoint, headerOf));
      };
      const read = () => {
        const sent = readSent(endpoint, request);
        return sent instanceof Promise ? sent.then(use) : use(sent);
      };
      const answered = await call(capability, read, rowsOf(offer.cost), caller, endpoint.names);
      const { limits, ready } = answered;
      const ofAnswer = hasTexts(endpoint) ? { ...headers, "Content-Language": languageOf(stated) } : headers;
      if (ready !== undefined && isPlain(offer)) {
        const bytes = ready.json ?? ready.rendered("rest", () => bytesOf(JSON.stringify(answered.answer)));
        return await jsonReply(
          headerOf,
          () => answered.answer,
          { maxAge: offer.maxAge, bytes, ready },
          ofAnswer,
          limits,
        );
      }
      const { answer, args } = answered;
      if (offer.file !== undefined) {
        const { mediaType, of } = offer.file;
        return await fileReply(headerOf, of(answer), { mediaType, maxAge: offer.maxAge ?? 0 }, ofAnswer);
      }
      const form = offer.forms?.of(answer, args);
      if (form !== undefined) return formReply(endpoint, form.content, args, ofAnswer, limits);
      const { status = 200, location } = offer.outcome?.of(answer) ?? {};
      const tagged = offer.version === undefined ? ofAnswer : { ...ofAnswer, ETag: `"${offer.version.of(answer)}"` };
      const made = location === undefined ? tagged : { ...tagged, Location: location };
      const shown = () => (offer.view === undefined ? answer : offer.view.of(answer, args));
      return await jsonReply(headerOf, shown, { maxAge: offer.maxAge, status }, made, limits);
    } catch (thrown) {
      if (thrown instanceof RefusedRequest) return refuse(thrown.problem);
      return refuse(problemOf(thrown, capability.name, log), thrown instanceof CountedProblem ? thrown.limits : []);
    }

    function refuse(problem: RestProblem, limits: readonly LimitState[] = []): Reply {
      const locale = localeOf(stated, headerOf("accept-language"));
      return problemReply(problem, locale, baseUrl, headers, limits);
    }
  };
}

/** An offer that sends the answer as it is, with status 200. */
function isPlain({ file, outcome, version, view }: Endpoint["offer"]): boolean {
  return file === undefined && outcome === undefined && version === undefined && view === undefined;
}

/** The version that a change names in `If-Match`: nothing where there is none, -1 for what no version of ours is. */
function versionOf({ offer: { method, version } }: Endpoint, headerOf: HeaderOf): Record<string, unknown> | undefined {
  if (version?.argument === undefined || (method !== "PUT" && method !== "PATCH")) return undefined;
  const named = headerOf("if-match");
  if (named === undefined) return undefined;
  const [, number] = /^"(\d{1,9})"$/.exec(named.trim()) ?? [];
  return { [version.argument]: number === undefined ? -1 : Number(number) };
}

/** The arguments with the form that `Accept` names, where the argument of forms is not there. */
function accepted(
  { offer: { forms } }: Endpoint,
  named: Record<string, unknown>,
  headerOf: HeaderOf,
): Record<string, unknown> {
  if (forms === undefined || named[forms.argument] !== undefined) return named;
  const wanted = (headerOf("accept") ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";")[0]?.trim());
  const found = Object.entries(forms.types).find(([, type]) => wanted.includes(type.split(";")[0]));
  return found === undefined || wanted.includes("application/json") ? named : { ...named, [forms.argument]: found[0] };
}

/** An answer in another form than JSON. */
function formReply(
  { offer: { forms } }: Endpoint,
  content: string | Uint8Array,
  args: unknown,
  headers: Readonly<Record<string, string>>,
  limits: readonly LimitState[],
): Reply {
  const form = forms === undefined ? "" : String(Reflect.get(Object(args), forms.argument));
  return {
    status: 200,
    body: typeof content === "string" ? Buffer.from(content) : Uint8Array.from(content),
    headers: {
      ...headers,
      ...rateLimitHeaders(limits),
      "Content-Type": forms?.types[form] ?? "application/octet-stream",
      "Content-Disposition": `attachment; filename="${forms?.name}.${form}"`,
      "Cache-Control": "no-store",
      Vary: "Accept",
    },
  };
}

function isWithoutBody(headerOf: HeaderOf): boolean {
  if (headerOf("content-type") !== undefined || headerOf("transfer-encoding") !== undefined) return false;
  return Number(headerOf("content-length") ?? 0) === 0;
}

function isText(contentType: string | undefined): boolean {
  const essence = (contentType ?? "").split(";")[0]?.trim().toLowerCase();
  return essence === "text/csv" || essence === "text/plain";
}

const NO_BODY = { kind: "json", value: {} } as const;

/** An answer without texts of ours has no language. */
function hasTexts({ argumentOf }: Endpoint): boolean {
  return argumentOf.has("locale");
}

/** The language of an answer: the capability has accepted what was stated, and its default is Slovak. */
function languageOf(stated: unknown): Locale {
  return readLocale(stated) ?? "sk";
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
function readSent(endpoint: Endpoint, { query, path, headerOf, raw }: RestRequest): Sent | Promise<Sent> {
  const parameters = readParameters(endpoint, query, path);
  const locale = query.get("locale");
  if (parameters.kind === "refused") return { ...parameters, locale };
  if (!takesBody(endpoint.offer)) return { kind: "values", values: parameters.values, locale };
  return readBody(endpoint, parameters.values, locale, headerOf, raw);
}

async function readBody(
  endpoint: Endpoint,
  parameters: Readonly<Record<string, unknown>>,
  locale: string | null,
  headerOf: HeaderOf,
  raw: () => Request,
): Promise<Sent> {
  // What needs nothing but its path may come without a body.
  const { mostBytes = BODY_LIMIT, text } = endpoint.offer.body ?? {};
  if (text !== undefined && isText(headerOf("content-type"))) {
    const sent = await readBytes(raw(), mostBytes);
    if (sent.kind === "refused") return { ...sent, locale };
    return {
      kind: "values",
      values: { ...parameters, ...(locale === null ? {} : { locale }) },
      locale,
      text: sent.bytes,
    };
  }
  const body = !endpoint.needsBody && isWithoutBody(headerOf) ? NO_BODY : await readJson(raw(), mostBytes);
  if (body.kind === "refused") return { ...body, locale };
  const { value } = body;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { kind: "values", values: value, locale };
  if (!Object.hasOwn(value, "locale")) {
    // A query beside a body carries the language only; anything else in it is unknown.
    return { kind: "values", values: { ...value, ...parameters }, locale };
  }
  if (locale !== null) return { kind: "refused", problem: sentTwice("locale"), locale };
  return { kind: "values", values: { ...value, ...parameters }, locale: Reflect.get(value, "locale") };
}

/**
 * The arguments of the capability under its own names, as they were sent: the capability's own schema reads them, once.
 * @throws ServiceError for what is no object, names nothing that is offered, or asks for a language there is not.
 */
function argumentsOf({ argumentOf, names, errorLocale }: Endpoint, values: unknown): Record<string, unknown> {
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new ServiceError(notAnObject(names.known));
  }
  const sent = Object.keys(values);
  const unknown = sent.filter((name) => !names.known.includes(name));
  if (unknown.length > 0) throw new ServiceError(unknownArgument(unknown, names.known));
  if (errorLocale !== undefined) {
    readArguments(errorLocale, { locale: Reflect.get(values, "locale") });
  }
  const named: Record<string, unknown> = {};
  for (const outside of sent) {
    const inside = argumentOf.get(outside);
    if (inside !== undefined) named[inside] = Reflect.get(values, outside);
  }
  return named;
}
