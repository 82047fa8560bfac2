import type { JsonSchema } from "../../capabilities/calling/json-schema.ts";
import { keyNeeded, roleNeeded } from "../../capabilities/calling/principal.ts";
import { problemDocument, type RestCode, type RestProblem, STATUS, TITLES } from "./problem-reply.ts";
import { bodyTooLarge, bodyTooSlow, notJson, sentTwice } from "./transport-problems.ts";

/** Headers that answers carry, as components of the API description. */
export const headerComponents: Readonly<Record<string, JsonSchema>> = {
  RateLimit: header('What is left of each limit: `"name";r=9;t=30` (calls left, seconds to the new window).'),
  "RateLimit-Policy": header('The limits that count: `"name";q=10;w=60` (calls, window in seconds).'),
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
  "Repr-Digest": header("SHA-256 of the file in base64: `sha-256=:...:` (RFC 9530)."),
  Link: header(
    'This description: `</api/openapi.json>; rel="service-desc"`; of a file also its licence: `<...>; rel="license"`.',
  ),
  "Content-Language": header("Language of the texts in the answer."),
  ETag: header("Names this answer; send it as If-None-Match to ask for changes only."),
};

const problem: JsonSchema = {
  type: "object",
  description: "Why there is no answer, and what to do (RFC 9457).",
  properties: {
    type: { type: "string", format: "uri" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "What is wrong, in the language of the request." },
    code: { type: "string", enum: Object.keys(STATUS) },
    nextStep: { type: "string", description: "What to do now." },
    reason: { type: "string", description: "Which rule the parameter breaks, where its name alone does not say it." },
    field: { type: "string", description: "The parameter that is wrong." },
    retryAfter: { type: "integer", minimum: 1, description: "Seconds to wait." },
    organizations: {
      type: "array",
      items: { type: "string" },
      description: "For organization_required: the organizations of which one is to be named.",
    },
  },
  required: ["type", "title", "status", "detail", "code", "nextStep"],
};

/** One real problem of every kind that has a text of its own here. */
const EXAMPLES: Partial<Readonly<Record<RestCode, RestProblem>>> = {
  invalid_arguments: sentTwice("locale"),
  unauthorized: keyNeeded,
  forbidden: roleNeeded,
  body_timeout: bodyTooSlow,
  body_too_large: bodyTooLarge(),
  unsupported_media_type: notJson,
};

/** The headers of a problem. A call that was counted states what is left, whatever its result. */
const HEADERS: Partial<Record<RestCode, readonly string[]>> = {
  not_found: ["RateLimit", "RateLimit-Policy"],
  rate_limited: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  source_unavailable: ["Retry-After", "RateLimit", "RateLimit-Policy"],
};

/** The responses and the schema of problems, as components of the API description: those that are referred to. */
export function problemComponents(baseUrl: string, referred: ReadonlySet<string>) {
  const responses: Record<string, JsonSchema> = {};
  for (const code of codes().filter((each) => referred.has(responseRef(each)))) {
    const example = EXAMPLES[code];
    const headers = HEADERS[code];
    responses[code] = {
      description: TITLES[code].en,
      ...(headers === undefined
        ? {}
        : { headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }),
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          ...(example === undefined ? {} : { example: problemDocument(example, "en", baseUrl) }),
        },
      },
    };
  }
  return { responses, schemas: { Problem: problem } };
}

/** The problems that an operation can answer with, by status. */
export function responseRefs(operation: {
  isPost: boolean;
  needsKey: boolean;
  isLimited: boolean;
  problems?: readonly RestCode[];
}) {
  const { isPost, needsKey, isLimited, problems = [] } = operation;
  const possible: readonly RestCode[] = [
    "invalid_arguments",
    ...(needsKey ? (["unauthorized", "forbidden"] as const) : []),
    "not_found",
    ...(isPost ? (["body_timeout", "body_too_large", "unsupported_media_type"] as const) : []),
    // Wrong keys are counted too.
    ...(isLimited || needsKey ? (["rate_limited"] as const) : []),
    "internal",
    "source_unavailable",
    ...problems,
  ];
  return Object.fromEntries(possible.map((code) => [STATUS[code], { $ref: responseRef(code) }]));
}

function responseRef(code: RestCode): string {
  return `#/components/responses/${code}`;
}

/** Every code there is; the table of statuses is complete, so its keys are. */
function codes(): readonly RestCode[] {
  return Object.keys(STATUS).filter((code): code is RestCode => Object.hasOwn(TITLES, code));
}

function header(description: string): JsonSchema {
  return { description, schema: { type: "string" } };
}
