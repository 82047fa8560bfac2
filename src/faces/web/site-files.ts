import { readFileSync } from "node:fs";
import type { Context, Hono } from "hono";
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

/** The files that programs look for at fixed addresses: robots.txt, favicon.ico and, with a contact, security.txt. */
export function addSiteFiles(app: Hono, baseUrl: string, security: SecurityContact | undefined): void {
  const icon = new Uint8Array(readFileSync(new URL("../../../assets/favicon.ico", import.meta.url)));
  app.get("/robots.txt", (context) => textFile(context, `${ROBOTS}\nSitemap: ${baseUrl}/sitemap.xml\n`));
  app.get("/favicon.ico", (context) =>
    context.body(icon, 200, { "Content-Type": "image/x-icon", "Cache-Control": `public, max-age=${MAX_AGE}` }),
  );
  if (security === undefined) return;
  app.get("/.well-known/security.txt", (context) => textFile(context, securityText(baseUrl, security)));
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

function textFile(context: Context, text: string): Response {
  return context.text(text, 200, { "Cache-Control": `public, max-age=${MAX_AGE}` });
}
