import { readFileSync } from "node:fs";
import { LOCALES } from "../../core/locale.ts";

/** Whom to write to about a weakness, and until when that holds. */
export interface SecurityContact {
  /** `mailto:` or `https://`, as the operator set it. */
  readonly contact: string;
  readonly now: () => Date;
}

/** RFC 9116 advises less than a year; a file that is made anew on each request is never near its end. */
const VALID_DAYS = 180;

const DAY_MS = 86_400_000;

/** How long a browser may keep these files, in seconds. */
const MAX_AGE = 86_400;

/** Pages about one firm: their facts are public, but a search engine is not to make a profile of a person of them. */
const FIRM_PATHS = ["/firma/", ...LOCALES.map((locale) => `/${locale}/firma/`)];

const ROBOTS = ["User-agent: *", ...FIRM_PATHS.map((path) => `Disallow: ${path}`), ""].join("\n");

/** Adds a file at a path. It is made anew when what every page rests on changes, such as the day. */
export type AddFile = (path: string, file: () => Response) => void;

/** The files that programs look for at fixed addresses: robots.txt, favicon.ico and, with a contact, security.txt. */
export function addSiteFiles(add: AddFile, baseUrl: string, security: SecurityContact | undefined): void {
  const icon = new Uint8Array(readFileSync(new URL("../../../assets/favicon.ico", import.meta.url)));
  add("/robots.txt", () => textFile(`${ROBOTS}\nSitemap: ${baseUrl}/sitemap.xml\n`));
  add("/favicon.ico", () => fileOf(icon, "image/x-icon"));
  if (security === undefined) return;
  add("/.well-known/security.txt", () => textFile(securityText(baseUrl, security)));
}

/** The file of RFC 9116. Its `Expires` is a whole day, so that the file changes once a day and not with each request. */
function securityText(baseUrl: string, { contact, now }: SecurityContact): string {
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(", ")}`,
    // Web addresses in this file must begin with https.
    ...(baseUrl.startsWith("https://") ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : []),
    "",
  ].join("\n");
}

function textFile(text: string): Response {
  return fileOf(text, "text/plain; charset=UTF-8");
}

function fileOf(content: string | Uint8Array<ArrayBuffer>, mediaType: string): Response {
  return new Response(content, {
    headers: { "Content-Type": mediaType, "Cache-Control": `public, max-age=${MAX_AGE}` },
  });
}
