import { fromText, kindOf } from "../reading/texts.ts";
import { type Endpoint, takesBody } from "./endpoint.ts";
import type { RestProblem } from "./problem-reply.ts";
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
  for (const [name, text] of query) {
    const schema = endpoint.fields.get(name);
    const isOfQuery = schema !== undefined && isQueryName(endpoint, name);
    // An unknown name goes on as it is: the schema refuses it and says which names it knows.
    const key = isOfQuery ? name : `?${name}`;
    const kind = isOfQuery ? kindOf(schema) : "text";
    const before = values.get(key);
    // Added to, not copied: a query may repeat a name thousands of times.
    if (kind === "texts" && Array.isArray(before)) before.push(text);
    else if (kind === "texts") values.set(key, [text]);
    else if (before === undefined) values.set(key, fromText(text, kind));
    else if (isOfQuery) return { kind: "refused", problem: sentTwice(name) };
  }
  for (const name of endpoint.pathNames) {
    const schema = endpoint.fields.get(name);
    values.set(name, fromText(inPath(endpoint, name, path), schema === undefined ? "text" : kindOf(schema)));
  }
  return { kind: "values", values: Object.fromEntries(values) };
}

/** The value of a name in the path; what the path has behind it (`.json`) is not part of it. */
function inPath({ suffixes }: Endpoint, name: string, path: Readonly<Record<string, string>>): string {
  const value = path[name] ?? "";
  const suffix = suffixes.get(name) ?? "";
  return value.endsWith(suffix) ? value.slice(0, value.length - suffix.length) : value;
}

/** Beside a body, a query carries the language alone. */
function isQueryName({ offer, pathNames }: Endpoint, name: string): boolean {
  if (!takesBody(offer)) return !pathNames.includes(name);
  return name === "locale" || offer.inQuery?.includes(name) === true;
}
