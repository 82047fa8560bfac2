import type { z } from "zod";
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from "../../capabilities/calling/json-schema.ts";
import { PROBLEM_CODES } from "../../core/problem.ts";
import { isObject } from "./message.ts";
import { twoLevels } from "./two-levels.ts";

/** Seconds to wait. */
const retryAfter = { type: "integer", minimum: 1 };

/** Why there is no answer, and what to do; only in error results. */
const error = {
  type: "object",
  properties: {
    code: { type: "string", enum: PROBLEM_CODES },
    message: { type: "string" },
    nextStep: { type: "string" },
    field: { type: "string" },
    retryAfter,
  },
  required: ["code", "message", "nextStep"],
};

/** The `inputSchema` of a tool: always a closed object. */
export function toolInputSchema(schema: z.ZodType): JsonSchema {
  const converted = inputJsonSchema(schema);
  if (converted.type !== "object" || converted.additionalProperties !== false) {
    throw new Error("The input of a tool must be a strict object.");
  }
  const { properties } = converted;
  return isObject(properties) && Object.keys(properties).length === 0
    ? { type: "object", additionalProperties: false }
    : converted;
}

/**
 * The `outputSchema` of a tool: an object that is either the answer or `{ error, retryAfter? }`, in the form that
 * clients of both SDK generations accept on both branches. All properties are visible at the root.
 */
export function toolOutputSchema(schema: z.ZodType): JsonSchema {
  const { $defs, ...answer } = outputJsonSchema(schema);
  if ($defs !== undefined) throw new Error("The output of a tool must not refer to itself.");
  const branches = branchesOf(answer);
  const properties = mergeProperties(branches);
  const own = properties.error;
  if ((own !== undefined && !isNullable(own)) || Object.hasOwn(properties, "retryAfter")) {
    throw new Error(
      "An answer must not have a field `retryAfter`, nor an `error` that is never null: error results use them.",
    );
  }
  const [only] = branches;
  const short = twoLevels({ properties });
  return {
    ...short,
    properties: { ...Object(short.properties), error: own === undefined ? error : { anyOf: [error, own] }, retryAfter },
    anyOf: [
      ...(branches.length === 1 ? [{ required: only?.required ?? [] }] : branches.map(branchOf)),
      { required: ["error"] },
    ],
  };
}

/** What tells one form of an answer from another: what it has, and the values that only it has. */
function branchOf({ properties, required }: JsonSchema): JsonSchema {
  const fixed = Object.entries(Object(properties)).filter(([, form]) => isObject(form) && form.const !== undefined);
  return { properties: Object.fromEntries(fixed), required };
}

/** May the value be null? A scan that ended well says so of its error. */
function isNullable(form: unknown): boolean {
  return (
    isObject(form) && Array.isArray(form.anyOf) && form.anyOf.some((each) => isObject(each) && each.type === "null")
  );
}

/** An answer is one object or a union of objects. */
function branchesOf(answer: JsonSchema): readonly JsonSchema[] {
  const union = answer.anyOf ?? answer.oneOf;
  const branches = Array.isArray(union) ? union.filter(isObject).flatMap(branchesOf) : [answer];
  if (branches.some((branch) => branch.type !== "object" || !isObject(branch.properties))) {
    throw new Error("The output of a tool must be an object or a union of objects.");
  }
  return branches;
}

/** The properties of all branches; one that differs between them may be any of its forms. */
function mergeProperties(branches: readonly JsonSchema[]): JsonSchema {
  const forms = new Map<string, Map<string, unknown>>();
  for (const { properties } of branches) {
    if (!isObject(properties)) continue;
    for (const [name, form] of Object.entries(properties)) {
      const known = forms.get(name) ?? new Map<string, unknown>();
      forms.set(name, known.set(JSON.stringify(form), form));
    }
  }
  return Object.fromEntries(
    [...forms].map(([name, known]) => {
      const [first, ...others] = known.values();
      return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
    }),
  );
}
