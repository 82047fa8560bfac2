import type { Form, FormRoute } from "./private-page.ts";
import { readParts } from "./read-parts.ts";

/** More than a form needs: an entry of the register with a note of 4000 characters, which may take 12 bytes each. */
const MOST_BYTES = 64 * 1024;

/** The same for a form of many long answers. */
const MOST_BYTES_LONG = 256 * 1024;

/** Fields of a form that names them by a rule. */
const MOST_FIELDS = 100;

/** The field that shows that a form came from a page of this session. */
export const CSRF_FIELD = "csrf";

/** A form as it was sent, or why it cannot be read. */
export type ReadForm =
  | { readonly kind: "read"; readonly form: Form; readonly csrf: string }
  | { readonly kind: "other_fields"; readonly csrf: string }
  /** A form with a file that does not begin with the secret of its page; the rest was not read. */
  | { readonly kind: "foreign" }
  | { readonly kind: "other_type" }
  | { readonly kind: "not_text" }
  | { readonly kind: "too_large" }
  | { readonly kind: "broken_off" };

/** A form without fields: that of a page which was asked for, not sent. */
export const EMPTY_FORM: Form = {
  get: () => "",
  getAll: () => [],
  has: () => false,
  names: () => [],
  file: () => undefined,
};

/**
 * True where a browser says that the form comes from a page of this site. `Sec-Fetch-Site` must say `same-origin`; where
 * a browser sends none, `Origin` must be the public address (with a loopback address: any loopback name on its port).
 * Without either the form is refused.
 */
export function comesFromHere(headers: Headers, baseUrl: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("Origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const [from, here] = [new URL(origin), new URL(baseUrl)];
  if (from.origin === here.origin) return true;
  const isLoopback = [from, here].every(({ hostname }) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
  return isLoopback && from.protocol === here.protocol && from.port === here.port;
}

/** The part of a form's route that reading needs. */
type FormShape = Pick<FormRoute, "fields" | "repeated" | "isLong" | "isOpen" | "mostFileBytes">;

/** True for a form whose fields come one by one, perhaps with a file. */
export function isUpload({ headers }: Request, { mostFileBytes }: Pick<FormShape, "mostFileBytes">): boolean {
  return mostFileBytes !== undefined && /^multipart\/form-data\s*;/i.test(headers.get("Content-Type") ?? "");
}

/**
 * Reads a form in the one way that browsers send it here, and no field that the page does not have.
 * @param isOurs true for the secret of the page; a form with a file is read no further without it
 */
export async function readForm(
  request: Request,
  route: FormShape,
  isOurs: (csrf: string) => boolean,
): Promise<ReadForm> {
  const type = request.headers.get("Content-Type") ?? "";
  if (isUpload(request, route)) {
    const { fields, mostFileBytes = 0 } = route;
    const names = typeof fields === "function" ? MOST_FIELDS : fields.length + 2;
    const limits = { fields: names, files: 1, bytes: mostFileBytes, all: mostFileBytes + MOST_BYTES };
    const isOfPage = (name: string, value: string) => name === CSRF_FIELD && isOurs(value);
    const parts = await readParts(request, limits, route.isOpen === true ? null : isOfPage);
    if (typeof parts === "string") return { kind: parts };
    for (const name of parts.files.keys()) {
      if (!isKnownField(route, name)) return { kind: "other_fields", csrf: parts.fields.get(CSRF_FIELD) ?? "" };
    }
    return formOf(parts.fields, route, parts.files);
  }
  if (!/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(type)) return { kind: "other_type" };
  const body = await readBody(request, route.isLong === true ? MOST_BYTES_LONG : MOST_BYTES);
  if (typeof body === "string") return { kind: body };
  return formOf(new URLSearchParams(body.toString("utf8")), route);
}

function isKnownField({ fields }: FormShape, name: string): boolean {
  return typeof fields === "function" ? fields(name) : fields.includes(name);
}

function formOf(sent: URLSearchParams, route: FormShape, files: ReadonlyMap<string, Uint8Array> = new Map()): ReadForm {
  const { repeated = [] } = route;
  const csrf = sent.get(CSRF_FIELD) ?? "";
  const mayRepeat = typeof repeated === "function" ? repeated : (name: string) => repeated.includes(name);
  // Seen names are remembered, not counted anew: a form may have as many fields as fit into it.
  const seen = new Set<string>();
  for (const name of sent.keys()) {
    if (name !== CSRF_FIELD && !isKnownField(route, name)) return { kind: "other_fields", csrf };
    if (seen.has(name) && !mayRepeat(name)) return { kind: "other_fields", csrf };
    seen.add(name);
  }
  // The mark of a letter that was lost: a browser sends UTF-8, and what is stored must be what was typed.
  if ([...sent.values()].some((value) => value.includes("\ufffd"))) return { kind: "not_text" };
  // What cannot be stored becomes what can and is refused, or taken out, by the same rules: another control character.
  const clean = (value: string) => value.toWellFormed().replaceAll("\0", "\u0007");
  return {
    kind: "read",
    csrf,
    form: {
      get: (name) => clean(sent.get(name) ?? ""),
      getAll: (name) => sent.getAll(name).map(clean),
      has: (name) => sent.has(name),
      names: () => [...seen].filter((name) => name !== CSRF_FIELD),
      file: (name) => files.get(name),
    },
  };
}

/** The body; `too_large` where it is larger than any form, `broken_off` where the client went away before its end. */
async function readBody(request: Request, most: number): Promise<Buffer | "too_large" | "broken_off"> {
  if (Number(request.headers.get("Content-Length") ?? 0) > most) return "too_large";
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size > most) return "too_large";
      parts.push(part);
    }
  } catch {
    // The client is gone and reads no answer: no failure of the service.
    return "broken_off";
  }
  return Buffer.concat(parts);
}
