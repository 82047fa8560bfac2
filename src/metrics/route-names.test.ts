import fc from "fast-check";
import { expect, test } from "vitest";
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
