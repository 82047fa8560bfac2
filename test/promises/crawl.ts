const BASE = "http://localhost:3000";

/** Answers and filters stand in addresses, so there is no end of them: of each path so many are read for their links. */
const READ_OF_EACH_PATH = 4;

/** An address of the site as it answered. */
export interface Found {
  readonly status: number;
  /** Ids of the page, when it was read. */
  readonly ids?: ReadonlySet<string>;
}

/** What was found on the way. */
export interface Crawl {
  readonly pages: ReadonlyMap<string, Found>;
  /** Links with a part behind `#`, with the page that they stand on. */
  readonly anchors: readonly { readonly from: string; readonly to: string; readonly id: string }[];
  /** Addresses with the first page that led to them. */
  readonly from: ReadonlyMap<string, string>;
}

/** Follows every link and sends every form from the start page on, in one language. `ask` does not follow redirects. */
export async function crawl(ask: (address: string) => Promise<Response>, locale: string): Promise<Crawl> {
  const pages = new Map<string, Found>();
  const from = new Map<string, string>();
  const anchors: Crawl["anchors"][number][] = [];
  const readOf = new Map<string, number>();
  const waiting = [`/${locale}`];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (pages.has(address)) continue;
    const { pathname } = new URL(address, BASE);
    const response = await ask(address);
    const text = await response.text();
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    const count = readOf.get(pathname) ?? 0;
    if (response.status >= 300 && response.status < 400) {
      pages.set(address, { status: response.status });
      const target = response.headers.get("location") ?? "";
      from.set(target, from.get(target) ?? address);
      waiting.push(target);
      continue;
    }
    // The other languages are crawled by themselves.
    const isOwn = pathname === `/${locale}` || pathname.startsWith(`/${locale}/`);
    if (!isPage || !isOwn || count >= READ_OF_EACH_PATH) {
      pages.set(address, { status: response.status });
      continue;
    }
    readOf.set(pathname, count + 1);
    pages.set(address, {
      status: response.status,
      ids: new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id)),
    });
    const linked = [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, raw = ""]) => raw);
    // The part that a form leads to may be there only with what is sent.
    const sent = [...text.matchAll(/\s(?:action|formaction)="([^"#]*)[^"]*"/g)].map(([, raw = ""]) => raw);
    for (const raw of [...linked, ...sent, ...submitted(text)]) {
      const { origin, pathname: path, search, hash } = new URL(raw.replaceAll("&amp;", "&"), `${BASE}${address}`);
      if (origin !== BASE) continue;
      const target = `${path}${search}`;
      if (hash !== "") anchors.push({ from: address, to: target, id: decodeURIComponent(hash.slice(1)) });
      if (!from.has(target)) from.set(target, address);
      waiting.push(target);
    }
  }
  return { pages, anchors, from };
}

/** What the forms of a page ask when they are sent as they stand, with the first answer of each question. */
function submitted(html: string): string[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, head = "", body = ""]) => {
    // What has to be typed cannot be guessed.
    if (/method="post"/i.test(head) || /<input[^>]*type="(?:text|search|number|date)"|<select|<textarea/.test(body))
      return [];
    const query = new URLSearchParams();
    for (const [, input = ""] of body.matchAll(/<input([^>]*)>/g)) {
      const [type, name, value = ""] = ["type", "name", "value"].map(
        (attribute) => new RegExp(`\\s${attribute}="([^"]*)"`).exec(input)?.[1],
      );
      if (name === undefined || (type === "radio" && query.has(name)) || type === "checkbox") continue;
      query.append(name, value);
    }
    const action = /\saction="([^"]*)"/.exec(head)?.[1] ?? "";
    return query.size === 0 ? [] : [`${action.split("?")[0]}?${query}`];
  });
}
