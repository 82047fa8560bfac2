import { z } from "zod";
import type { OfferedNames } from "../../capabilities/calling/arguments.ts";
import { inputJsonSchema, type JsonSchema } from "../../capabilities/calling/json-schema.ts";
import type { Capability, PublishedCapability } from "../../capabilities/capability.ts";
import type { RestOffer } from "../../capabilities/offers.ts";
import { LOCALES } from "../../core/locale.ts";
import { kindOf } from "../reading/texts.ts";

/** One method and path with the capability behind it, worked out once. */
export interface Endpoint {
  readonly capability: PublishedCapability;
  readonly offer: RestOffer<unknown>;
  /** What the outside may send, under the public names. */
  readonly input: z.ZodObject;
  /** Public name -> argument of the capability. A name that is absent is not passed on. */
  readonly argumentOf: ReadonlyMap<string, string>;
  /** The JSON Schema of each public parameter, in order. */
  readonly fields: ReadonlyMap<string, JsonSchema>;
  readonly pathNames: readonly string[];
  /** What the path has behind a name: `.json`. */
  readonly suffixes: ReadonlyMap<string, string>;
  /** A POST that says nothing beyond its path may come without a body. */
  readonly needsBody: boolean;
  /** The public names, for the words of an error. */
  readonly names: OfferedNames;
  /** Reads `locale` where the capability has no texts: its errors have a language all the same. */
  readonly errorLocale: z.ZodObject | undefined;
}

/**
 * All REST endpoints of the capabilities, in their order. An offer that cannot work (no object as input, a name that
 * the input lacks, an object in a query, the same method and path twice) stops the start.
 */
export function endpointsOf(capabilities: readonly Capability[]): readonly Endpoint[] {
  const endpoints = capabilities.flatMap((capability) =>
    capability.rest === undefined ? [] : capability.rest.map((offer) => endpointOf(capability, offer)),
  );
  const addresses = new Set(endpoints.map(({ offer }) => `${offer.method} ${offer.path}`));
  if (addresses.size !== endpoints.length) throw new Error("Two REST offers have the same method and path.");
  return endpoints;
}

function endpointOf(capability: PublishedCapability, offer: RestOffer<unknown>): Endpoint {
  const where = `${capability.name}: ${offer.method} ${offer.path}`;
  if (capability.access === "operator") throw new Error(`${where}: an operator's capability is not for REST.`);
  if (!(capability.input instanceof z.ZodObject)) throw new Error(`${where}: the input must be an object.`);
  const shape: Readonly<Record<string, z.ZodType>> = capability.input.shape;
  const publicNames = new Map(Object.entries(offer.rename ?? {}).map(([outside, inside]) => [inside, outside]));
  const offered = offer.only === undefined ? Object.keys(shape) : [...new Set([...offer.only, "locale"])];
  const argumentOf = new Map<string, string>();
  const fields: Record<string, z.ZodType> = {};
  for (const name of offered) {
    const field = shape[name];
    // A capability without texts has no `locale`, yet its errors have a language.
    if (field === undefined && name !== "locale") throw new Error(`${where}: the input has no field ${name}.`);
    const outside = publicNames.get(name) ?? name;
    if (field !== undefined) argumentOf.set(outside, name);
    fields[outside] = field ?? errorLocale;
  }
  fields.locale ??= errorLocale;
  const input = z.strictObject(fields);
  const schemas = new Map(Object.entries(fields).map(([name, field]) => [name, inputJsonSchema(field)]));
  const suffixes = new Map(
    [...offer.path.matchAll(/\{(\w+)\}([^/]*)/g)].map(([, name = "", suffix = ""]) => [name, suffix]),
  );
  const pathNames = [...suffixes.keys()];
  for (const name of pathNames) if (!schemas.has(name)) throw new Error(`${where}: the input has no field ${name}.`);
  for (const [name, schema] of schemas) {
    if (!takesBody(offer) && kindOf(schema) === undefined)
      throw new Error(`${where}: ${name} cannot stand in a query.`);
  }
  const names: OfferedNames = {
    known: Object.keys(fields),
    fieldOf: ([first = "", ...rest]) => [publicNames.get(String(first)) ?? first, ...rest].map(String).join("."),
  };
  const hasOwnLocale = argumentOf.has("locale");
  return {
    capability,
    offer,
    input,
    argumentOf,
    fields: schemas,
    pathNames,
    suffixes,
    needsBody: Object.entries(fields).some(
      ([name, field]) => !pathNames.includes(name) && !field.safeParse(undefined).success,
    ),
    names,
    errorLocale: hasOwnLocale ? undefined : z.object({ locale: errorLocale }),
  };
}

const errorLocale = z.enum(LOCALES).optional().describe("Language of error texts.");

/** True for a method whose parameters come in a body. */
export function takesBody({ method }: Pick<RestOffer<unknown>, "method">): boolean {
  return method === "POST" || method === "PUT" || method === "PATCH";
}
