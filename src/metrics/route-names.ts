import { LOCALES } from "../core/locale.ts";

/** Who answers: `server` is the HTTP server itself, before any face; `health` the checks of an operator. */
export const FACES = ["mcp", "rest", "web", "health", "server"] as const;

/** A face and the pattern of a path: `/api/v1/scan/{id}`, `/{locale}/firma/{ico}`. Requests outside the known routes share `other`. */
export interface RouteName {
  readonly face: (typeof FACES)[number];
  readonly route: string;
}

/** The patterns that the faces answer: parameters as `{name}` or `:name`. */
interface Routes {
  readonly rest: readonly string[];
  /** Below the language; each answers without one, too. */
  readonly web: readonly string[];
}

/**
 * Names of parameters in labels, by argument. Dashboards use the labels, so renaming an argument must not change them.
 */
const LABELS: Readonly<Record<string, string>> = {
  organizationId: "id",
  accountId: "account",
  checkId: "check",
  commentId: "cmt",
  connectionId: "con",
  evidenceId: "evd",
  invitationId: "invitation",
  keyId: "key",
  number: "n",
  questionnaireId: "asm",
  requestId: "req",
  scanId: "scn",
  shareId: "shr",
};

const UNREAD: RouteName = { face: "server", route: "unread" };
const OTHER_REST: RouteName = { face: "rest", route: "other" };
const OTHER_WEB: RouteName = { face: "web", route: "other" };

/**
 * Makes the function that gives a path its route label. There are no more labels than routes, whatever callers request,
 * and each label is one object. The path is `undefined` where the request could not be read.
 */
export function createRouteNames({ rest, web }: Routes): (path: string | undefined) => RouteName {
  const fixed = new Map<string, RouteName>();
  const patterns: { readonly matches: RegExp; readonly name: RouteName }[] = [];
  for (const route of ["/api/mcp", "/api/mcp/account"]) {
    for (const path of [route, `${route}/`]) add({ face: "mcp", route }, path);
  }
  for (const route of ["/healthz", "/readyz", "/version"]) add({ face: "health", route });
  for (const route of [...rest, "/api/openapi.json"]) add({ face: "rest", route });
  for (const route of [
    "/robots.txt",
    "/favicon.ico",
    "/llms.txt",
    "/sitemap.xml",
    "/server.json",
    "/.well-known/api-catalog",
    "/.well-known/security.txt",
    "/trust/{slug}/evidence/{id}",
    "/assets/{file}",
  ]) {
    add({ face: "web", route });
  }
  for (const path of web) {
    add({ face: "web", route: path === "" ? "/" : path });
    for (const locale of LOCALES) add({ face: "web", route: `/{locale}${path}` }, `/${locale}${path}`);
  }
  return (path) => {
    if (path === undefined) return UNREAD;
    const name = fixed.get(path) ?? patterns.find(({ matches }) => matches.test(path))?.name;
    return name ?? (path.startsWith("/api/") ? OTHER_REST : OTHER_WEB);
  };

  function add({ face, route }: RouteName, path = route): void {
    const name = {
      face,
      route: route.replace(/:(\w+)/g, (_, argument: string) => `{${LABELS[argument] ?? argument}}`),
    };
    const parts = path.split("/").map((part) => {
      // A parameter may have an ending: `{slug}.json`.
      const [named, suffix = ""] = /^(?:\{\w+\}|:\w+)(\.[a-z.]+)?$/.exec(part) ?? [];
      return named === undefined ? part.replace(/\W/g, "\\$&") : `[^/]+${suffix.replaceAll(".", "\\.")}`;
    });
    if (parts.some((part) => part.startsWith("[^/]+")))
      patterns.push({ matches: new RegExp(`^${parts.join("/")}$`), name });
    else fixed.set(path, name);
  }
}
