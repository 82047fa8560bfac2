import { z } from "zod";
import { fileContent } from "../../capabilities/answers/file.ts";
import { inputJsonSchema } from "../../capabilities/calling/json-schema.ts";
import type { Capability } from "../../capabilities/capability.ts";
import type { FileFormat, FileOffer } from "../../capabilities/offers.ts";
import { fromText, kindOf } from "../reading/texts.ts";
import { fileResponse } from "./file-response.ts";
import { exampleOf, filled, parametersIn } from "./path-parameters.ts";
import { type PrivateRoute, personalFile } from "./private-page.ts";

/** The files that capabilities offer: a route for each format. An offer that cannot work stops the start. */
export function offeredFiles(capabilities: readonly Capability[]): readonly PrivateRoute[] {
  return capabilities.flatMap((capability) => {
    const { file } = capability;
    return file === undefined ? [] : file.formats.map((format) => routeOf(capability, file, format));
  });
}

function routeOf(capability: Capability, offer: FileOffer, format: FileFormat): PrivateRoute {
  const { input, name } = capability;
  if (!(input instanceof z.ZodObject)) throw new Error(`${name}: the input must be an object.`);
  if (!input.shape.format?.safeParse(format).success) throw new Error(`${name} does not know the format ${format}.`);
  const kinds = new Map(
    Object.entries<z.ZodType>(input.shape).map(([key, field]) => [key, kindOf(inputJsonSchema(field))]),
  );
  const path = `${offer.path}.${format}`;
  const inPath = parametersIn(offer.path);
  if (!inPath.every((key) => kinds.has(key))) throw new Error(`${name}: ${path} names what is no argument.`);
  // The last parameter is read with the ending.
  const ending = new RegExp(`\\.${format}$`);
  const inQuery = [...kinds.keys()].filter((key) => ![...inPath, "format", "locale"].includes(key));
  return personalFile(
    path,
    async ({ ask, params, query }) => {
      const given: Record<string, unknown> = { format };
      for (const key of inPath) given[key] = (params[key] ?? "").replace(ending, "");
      for (const key of inQuery) {
        const text = query.get(key);
        if (text !== null) given[key] = fromText(text, kinds.get(key));
      }
      const { content, name: own } = fileContent.parse(await ask(capability, given));
      const saved = typeof offer.name === "string" ? offer.name : offer.name(format);
      return fileResponse(content, own ?? filled(saved, given), format, offer.mediaTypes?.[format]);
    },
    { ...(inPath.length === 0 ? {} : { example: exampleOf(path) }), cost: offer.cost },
  );
}
