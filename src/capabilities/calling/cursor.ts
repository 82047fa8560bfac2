import { hash } from "node:crypto";
import { type Problem, ServiceError } from "../../core/problem.ts";

/** The place in a list after which its next page goes on: an instant in milliseconds and an id. */
export interface Place {
  readonly at: number;
  readonly id: string;
}

/**
 * Writes the place of a list as an opaque text for the next call. It is bound to the list it came from, such as
 * `audit-log acc_…`, so that one of another person or another list is refused. It holds nothing that is secret.
 */
export function writeCursor(list: string, { at, id }: Place): string {
  return Buffer.from(JSON.stringify([at, id, checkOf(list, at, id)])).toString("base64url");
}

/**
 * Reads a cursor back.
 * @throws ServiceError for one that is broken or of another list
 */
export function readCursor(list: string, text: string): Place {
  const [at, id, check] = partsOf(text);
  if (typeof at !== "number" || typeof id !== "string" || check !== checkOf(list, at, id)) {
    throw new ServiceError(noCursor);
  }
  return { at, id };
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function checkOf(list: string, at: number, id: string): string {
  return hash("sha256", JSON.stringify([list, at, id])).slice(0, 22);
}

const noCursor: Problem = {
  code: "invalid_arguments",
  field: "cursor",
  message: {
    sk: "cursor nie je z odpovede na toto volanie.",
    cs: "cursor není z odpovědi na toto volání.",
    en: "cursor does not come from an answer to this call.",
  },
  nextStep: {
    sk: "Pošlite nextCursor z predošlej odpovede, alebo cursor vynechajte a začnite odznova.",
    cs: "Pošlete nextCursor z předchozí odpovědi, nebo cursor vynechte a začněte znovu.",
    en: "Send nextCursor of the last answer, or leave cursor out to begin again.",
  },
};
