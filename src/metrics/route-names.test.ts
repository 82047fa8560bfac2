import fc from "fast-check";
import { expect, test } from "vitest";
import { capabilities } from "../capabilities/index.ts";
import { createRouteNames, FACES } from "./route-names.ts";

const routeOf = createRouteNames({
  rest: ["/api/scope-check", "/api/v1/scan/{id}", "/api/opendata/nace-to-nis2.csv"],
  web: ["", "/search", "/firma/:ico", "/firma/:country/:ico"],
});

test.each<[string | undefined, string, string]>([
  ["/api/mcp", "mcp", "/api/mcp"],
  ["/api/scope-check", "rest", "/api/scope-check"],
  ["/api/v1/scan/7", "rest", "/api/v1/scan/{id}"],
  ["/api/opendata/nace-to-nis2.csv", "rest", "/api/opendata/nace-to-nis2.csv"],
  ["/api/opendata/nace-to-nis2xcsv", "rest", "other"],
  ["/api/openapi.json", "rest", "/api/openapi.json"],
  ["/api/nothing", "rest", "other"],
  ["/", "web", "/"],
  ["/sk", "web", "/{locale}"],
  ["/cs/search", "web", "/{locale}/search"],
  ["/search", "web", "/search"],
  ["/en/firma/31322832", "web", "/{locale}/firma/{ico}"],
  ["/firma/sk/31322832", "web", "/firma/{country}/{ico}"],
  ["/assets/site.0123456789ab.css", "web", "/assets/{file}"],
  ["/robots.txt", "web", "/robots.txt"],
  ["/de/search", "web", "other"],
  ["/wp-login.php", "web", "other"],
  ["/healthz", "health", "/healthz"],
  [undefined, "server", "unread"],
])("the path %s is of the face %s with the route %s", (path, face, route) => {
  expect(routeOf(path)).toEqual({ face, route });
});

test("a label keeps its names when an argument gets another one", () => {
  const paths = capabilities.flatMap(({ form, file }) => [form, file].flat().flatMap((offer) => offer?.path ?? []));
  const route = createRouteNames({ rest: [], web: paths });
  const labels = paths.map((path) => route(path.replace(/:\w+/g, "0"))?.route);
  expect(labels).toContain("/organizations/{id}/questionnaires/{asm}/complete");
  expect(labels).toContain("/organizations/{id}/members/{account}/role");
  const parameters = labels.flatMap((label) => [...label.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  // A new one is added here and to the dashboards; a known one is changed in neither.
  const known =
    "account asm check cmt code con country domain evd ico id invitation key list n req scn shr slug supplier token";
  expect([...new Set(parameters)].sort().join(" ")).toBe(known);
});

test("whatever paths are asked for, there are no more names than routes", () => {
  const names = new Set<string>();
  fc.assert(
    fc.property(fc.webPath({ size: "large" }), (path) => {
      const { face, route } = routeOf(path);
      expect(FACES).toContain(face);
      names.add(`${face} ${route}`);
    }),
  );
  expect(names.size).toBeLessThan(25);
});
