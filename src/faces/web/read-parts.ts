import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyConfig } from "@fastify/busboy";

/** What a form with a file may hold. */
export interface PartLimits {
  readonly fields: number;
  readonly files: number;
  /** Bytes of one file, and of one field. */
  readonly bytes: number;
  readonly all: number;
}

/** The parts of a form; a file field that was left empty is none. */
export interface Parts {
  readonly fields: URLSearchParams;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Why parts were not read to their end. */
export type PartsFault = "foreign" | "other_type" | "too_large" | "broken_off";

/**
 * Reads `multipart/form-data` part by part, and stops at the first thing that the form does not have: nobody makes the
 * service read tens of thousands of parts. The one reader of such bodies.
 * @param isOurs asked for the first field, before anything else is read; `null`: anybody may send one
 */
export async function readParts(
  request: Request,
  limits: PartLimits,
  isOurs: ((name: string, value: string) => boolean) | null,
): Promise<Parts | PartsFault> {
  const { headers, body } = request;
  if (Number(headers.get("Content-Length") ?? 0) > limits.all) return "too_large";
  if (body === null) return "other_type";
  const source = Readable.fromWeb(body as ReadableStream);
  try {
    return await partsOf(source, headers.get("Content-Type") ?? "", limits, isOurs);
  } finally {
    source.destroy();
  }
}

function partsOf(
  source: Readable,
  contentType: string,
  { fields: mostFields, files: mostFiles, bytes, all }: PartLimits,
  isOurs: ((name: string, value: string) => boolean) | null,
): Promise<Parts | PartsFault> {
  const fields = new URLSearchParams();
  const files = new Map<string, Uint8Array>();
  let size = 0;
  let isBegun = isOurs === null;
  return new Promise((resolve) => {
    const parser = parserOf(contentType, {
      fields: mostFields,
      files: mostFiles,
      parts: mostFields + mostFiles,
      headerPairs: 4,
      fieldNameSize: 100,
      fieldSize: bytes,
      fileSize: bytes,
    });
    if (parser === undefined) return resolve("other_type");
    const end = (result: Parts | PartsFault) => {
      source.unpipe(parser);
      resolve(result);
    };
    parser.on("field", (name: string, value: string, isNameCut: boolean, isCut: boolean) => {
      if (!isBegun && isOurs?.(name, value) !== true) return end("foreign");
      isBegun = true;
      if (isNameCut || isCut) return end("too_large");
      fields.append(name, value);
    });
    parser.on("file", (name: string, file: Readable) => {
      const chunks: Buffer[] = [];
      file.on("data", (chunk: Buffer) => chunks.push(chunk));
      file.on("limit", () => end("too_large"));
      file.on("end", () => {
        if (chunks.length > 0) files.set(name, Buffer.concat(chunks));
      });
      if (!isBegun) end("foreign");
      else if (files.has(name)) end("other_type");
    });
    for (const event of ["fieldsLimit", "filesLimit", "partsLimit"]) parser.on(event, () => end("other_type"));
    parser.on("error", () => end("other_type"));
    parser.on("finish", () => end(isBegun ? { fields, files } : "foreign"));
    source.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > all) end("too_large");
    });
    source.on("error", () => end("broken_off"));
    source.pipe(parser);
  });
}

function parserOf(contentType: string, limits: BusboyConfig["limits"]): InstanceType<typeof Busboy> | undefined {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    // Without a boundary there are no parts.
    return undefined;
  }
}
