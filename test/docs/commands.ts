/** A command line of the documentation split into words as a shell does: blanks, single and double quotes. */
export function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_quoted, single?: string, double?: string) => single ?? double ?? ""),
  );
}

/** What a `curl` line asks for. */
export interface CurlRequest {
  readonly path: string;
  readonly init: RequestInit;
  /** `-i`: the headers are the point. */
  readonly showsHeaders: boolean;
}

/**
 * Reads the few options of curl that the documentation uses.
 * @throws Error for any other.
 */
export function curlRequest(words: readonly string[]): CurlRequest {
  const headers = new Headers();
  let method = "GET";
  let body: string | undefined;
  let url: string | undefined;
  let showsHeaders = false;
  const left = [...words.slice(1)];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "-i") showsHeaders = true;
    else if (word === "-X") method = left.shift() ?? "";
    else if (word === "-d") body = left.shift();
    else if (word === "-H") {
      const [name = "", ...value] = (left.shift() ?? "").split(":");
      headers.set(name, value.join(":").trim());
    } else if (!word.startsWith("-") && url === undefined) url = word;
    else throw new Error(`the documentation uses an option of curl that this test does not know: ${word}`);
  }
  const { pathname, search, origin } = new URL(url ?? "");
  if (origin !== "http://localhost:3000") throw new Error(`${origin} is not where a fresh Dosah listens`);
  return {
    path: `${pathname}${search}`,
    init: { method, headers, ...(body === undefined ? {} : { body }) },
    showsHeaders,
  };
}

/**
 * Where a shown JSON value differs from the real one; fields and items that are not shown may be there. In a text `…`
 * stands for any text, as the number of a version that the next release changes.
 */
export function differences(real: unknown, shown: unknown, path = ""): string[] {
  if (typeof shown !== "object" || shown === null) {
    const isSame =
      typeof shown === "string" && typeof real === "string" ? sameLine(real, shown) : Object.is(real, shown);
    return isSame ? [] : [`${path}: shown ${JSON.stringify(shown)}, real ${JSON.stringify(real)}`];
  }
  if (typeof real !== "object" || real === null || Array.isArray(real) !== Array.isArray(shown)) {
    return [`${path}: shown ${JSON.stringify(shown)}, real ${JSON.stringify(real)}`];
  }
  return Object.entries(shown).flatMap(([key, value]) => differences(Reflect.get(real, key), value, `${path}/${key}`));
}

/** True when a shown line is the real one; `…` stands for any text. */
export function sameLine(real: string, shown: string): boolean {
  const pattern = shown
    .trimEnd()
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${pattern}$`, "u").test(real.trimEnd());
}
