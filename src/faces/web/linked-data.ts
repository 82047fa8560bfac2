/** Signs that could end the element or a line of a script: JSON may write each of them as an escape. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * Linked data (schema.org) as it stands in a page: a data block, not a script. Nothing in it runs, and nothing in it,
 * whoever wrote it, can end it.
 */
export function linkedDataText(data: Readonly<Record<string, unknown>>): string {
  return dataBlockText({ "@context": "https://schema.org", ...data });
}

/** Data as JSON that no tag and no end of a line can stand in. */
export function dataBlockText(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(data).replace(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
