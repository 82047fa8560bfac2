import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Coding } from "../../core/content-coding.ts";
import { once } from "../../core/once.ts";

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** The two steps above it take twice as long and save some percent of the bytes. */
const BROTLI_QUALITY = 9;

/** One form of some bytes, with its checksum. */
export interface Form {
  readonly bytes: Uint8Array;
  /** SHA-256, computed when it is first asked for. */
  readonly sha256: () => Buffer;
}

/** Bytes as they are and compressed. Each compressed form is made in a thread when it is first asked for, and kept. */
export interface Packed {
  readonly plain: Form;
  form(coding: Coding): Promise<Form>;
}

/** @param onMade gets the length of each compressed form when it has been made */
export function pack(bytes: Uint8Array, onMade?: (length: number) => void): Packed {
  const made = new Map<Coding, Promise<Form>>();
  return {
    plain: formOf(bytes),
    form: (coding) => {
      const known = made.get(coding);
      if (known !== undefined) return known;
      const form = compressed(bytes, coding).then((packed) => {
        onMade?.(packed.length);
        return formOf(packed);
      });
      made.set(coding, form);
      return form;
    },
  };
}

function compressed(bytes: Uint8Array, coding: Coding): Promise<Uint8Array> {
  if (coding === "gzip") return gzipped(bytes);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotlied(bytes, { params });
}

function formOf(bytes: Uint8Array): Form {
  return { bytes, sha256: once(() => hash("sha256", bytes, "buffer")) };
}
