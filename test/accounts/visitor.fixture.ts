import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestService } from "../promises/service.fixture.ts";

/** A page as a visitor of the tests gets it. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  /** Where a redirect leads, without the word of what was done. */
  readonly location: string | null;
  /** The word of what was done, in the address of a redirect. */
  readonly done: string | null;
  readonly html: string;
  /** The codes of what is wrong, the summary's first. */
  readonly errors: readonly string[];
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A browser without script: keeps cookies, follows nothing by itself, sends forms with what stands hidden in them. */
export interface VisitorOfTest {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Got>;
  /** Sends fields as they are, with the headers of a browser unless others are given. */
  post(path: string, fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Got>;
  /** Opens a page and sends its form to `action` (default: the page's own path), filled in. */
  submit(page: string, fields: Fields, action?: string): Promise<Got>;
  /** The session cookie, as the browser holds it. */
  cookie: string | undefined;
  /** The other cookies. */
  readonly others: Map<string, string>;
}

/** A page without the secrets of its forms, which are masked anew in each answer. */
export function withoutCsrf(html: string): string {
  return html.replaceAll(/name="csrf" value="[^"]*"/g, "");
}

/** Opens a browser at an address of its own. */
export function visit(
  service: Pick<TestService, "fetch">,
  { from = "192.0.2.10", baseUrl = "http://localhost:3000" } = {},
): VisitorOfTest {
  const name = baseUrl.startsWith("https:") ? "__Host-dosah_session" : "dosah_session";
  const others = new Map<string, string>();
  const visitor: VisitorOfTest = {
    cookie: undefined,
    others,
    get: (path, headers) => ask(path, {}, headers),
    post: (path, fields, headers = { "Sec-Fetch-Site": "same-origin", Origin: baseUrl }) =>
      ask(path, { method: "POST", body: encode(fields) }, headers),
    submit: async (page, fields, action = page.split("?")[0] ?? "") => {
      const shown = await visitor.get(page);
      return visitor.post(action, { ...hiddenOf(shown.html, action), ...fields });
    },
  };

  async function ask(path: string, init: RequestInit, more: Readonly<Record<string, string>> = {}): Promise<Got> {
    const headers = new Headers(more);
    const cookies = [...others].map(([key, value]) => `${key}=${value}`);
    if (visitor.cookie !== undefined) cookies.push(`${name}=${visitor.cookie}`);
    if (cookies.length > 0 && !headers.has("Cookie")) headers.set("Cookie", cookies.join("; "));
    const response = await service.fetch(path, { redirect: "manual", ...init, headers }, from);
    for (const line of response.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (key === name) visitor.cookie = value === "" ? undefined : value;
      else if (value === "") others.delete(key);
      else others.set(key, value);
    }
    const html = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      location: withoutDone(response.headers.get("Location")),
      done: new URLSearchParams(response.headers.get("Location")?.split("?")[1]?.split("#")[0]).get("done"),
      html,
      errors: [...html.matchAll(/data-error="([^"]+)"/g)].map(([, code = ""]) => code),
    };
  }

  return visitor;
}

function withoutDone(location: string | null): string | null {
  return location?.replace(/([?&])done=[a-z_]+&?/, "$1").replace(/[?&](?=#|$)/, "") ?? null;
}

/** A form that asks goes to the same path as one that changes, without a secret. */
const POSTED = /\bmethod="post"/;

function encode(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : value.map((each) => [name, each]),
    ),
  );
}

/** The hidden fields of the form that is posted to a path. */
export function hiddenOf(html: string, action: string): Record<string, string> {
  const forms = [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)];
  const body = forms.find(([, head = ""]) => POSTED.test(head) && head.includes(`action="${action}"`))?.[2] ?? "";
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]));
}

/** A mail of the outbox. */
export interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The address in it, within this site: path and query. */
  readonly link: string | undefined;
}

/** The mails to an address, oldest first, once there are so many; fails when they do not come. */
export async function mailsTo(
  { dataDir }: Pick<TestService, "dataDir">,
  to: string,
  count = 1,
): Promise<readonly OutboxMail[]> {
  for (let tries = 0; ; tries++) {
    const found = outboxOf(dataDir).filter((mail) => mail.to.toLowerCase() === to.toLowerCase());
    if (found.length >= count) return found;
    if (tries === 1_500) throw new Error(`${found.length} mails of ${count} to ${to} came`);
    await sleep(10);
  }
}

/** Every mail of the outbox, oldest first. */
export function outboxOf(dataDir: string): readonly OutboxMail[] {
  let files: string[];
  try {
    files = readdirSync(join(dataDir, "outbox")).filter((file) => file.endsWith(".eml"));
  } catch {
    return [];
  }
  // The clock of a test stands still, that of the disk does not.
  const writtenAt = (file: string) => statSync(join(dataDir, "outbox", file), { bigint: true }).mtimeNs;
  return files
    .sort((a, b) => (writtenAt(a) < writtenAt(b) ? -1 : 1))
    .map((file) => {
      const [head = "", ...body] = readFileSync(join(dataDir, "outbox", file), "utf8").split("\r\n\r\n");
      const header = (name: string) =>
        new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, "im").exec(head)?.[1]?.replace(/\r\n\s+/g, " ") ?? "";
      const text = decode(body.join("\r\n\r\n"));
      return {
        to: header("To").replace(/[<>]/g, ""),
        subject: header("Subject"),
        text,
        link: /https?:\/\/[^/\s]+(\/(?:sk|cs|en)\/\S*)/.exec(text)?.[1],
      };
    });
}

/** Quoted-printable (RFC 2045, 6.7) in UTF-8. */
function decode(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
