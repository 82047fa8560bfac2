import { type Endpoint, kindOf } from "./endpoint.ts";
import type { RestProblem } from "./problem-response.ts";
import { sentTwice } from "./transport-problems.ts";

export type Parameters =
  | { readonly kind: "values"; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly problem: RestProblem };

/**
 * Reads a query and the values of the path under their public names. A text that is no number or boolean stays text:
 * the schema refuses it with the field's name. A list is repeated (`?tag=a&tag=b`); anything else stands once.
 */
export function readParameters(
  endpoint: Endpoint,
  query: URLSearchParams,
  path: Readonly<Record<string, string>>,
): Parameters {
  const values = new Map<string, unknown>();
  for (const name of new Set(query.keys())) {
    const schema = endpoint.fields.get(name);
    const texts = query.getAll(name);
    const isOfQuery = schema !== undefined && isQueryName(endpoint, name);
    // An unknown name goes on as it is: the schema refuses it and says which names it knows.
    const kind = isOfQuery ? kindOf(schema) : "text";
    if (isOfQuery && kind !== "texts" && texts.length > 1) return { kind: "refused", problem: sentTwice(name) };
    values.set(isOfQuery ? name : `?${name}`, kind === "texts" ? texts : fromText(texts[0] ?? "", kind));
  }
  for (const name of endpoint.pathNames) {
    const schema = endpoint.fields.get(name);
    values.set(name, fromText(path[name] ?? "", schema === undefined ? "text" : kindOf(schema)));
  }
  return { kind: "values", values: Object.fromEntries(values) };
}

/** Beside a body, a query carries the language alone. */
function isQueryName({ offer, pathNames }: Endpoint, name: string): boolean {
  return offer.method === "GET" ? !pathNames.includes(name) : name === "locale";
}

function fromText(text: string, kind: "text" | "number" | "boolean" | "texts"): unknown {
  if (kind === "number" && /^[+-]?\d{1,20}(?:\.\d{1,20})?$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
