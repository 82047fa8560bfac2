import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTargetUrl } from "./target-url.ts";

const BASE = "https://firma.sk/start";

describe("where a server sends us:", () => {
  test.each([
    ["/next?a=1#part", "https://firma.sk/next?a=1"],
    ["//www.firma.sk", "https://www.firma.sk/"],
    ["HTTP://FIRMA.SK:80/", "http://firma.sk/"],
    ["http://firma.sk:443/", "http://firma.sk:443/"],
  ])("%s is fetched", (location, url) => {
    expect(readTargetUrl(location, BASE)).toMatchObject({ url });
  });

  test.each([
    ["ftp://firma.sk/", "blocked_scheme"],
    ["javascript:alert(1)", "blocked_scheme"],
    ["file:///etc/passwd", "blocked_scheme"],
    ["https://user@firma.sk/", "blocked_userinfo"],
    ["https://:secret@firma.sk/", "blocked_userinfo"],
    ["https://firma.sk:8443/", "blocked_port"],
    ["http://firma.sk:22/", "blocked_port"],
    ["http://10.0.0.1/", "blocked_host"],
    ["http://8.8.8.8/", "blocked_host"],
    ["http://0x7f.1/", "blocked_host"],
    ["http://2130706433/", "blocked_host"],
    ["http://[::1]/", "blocked_host"],
    ["http://①②⑦.0.0.1/", "blocked_host"],
    ["http://%E2%91%A0.%E2%91%A1.3.4/", "blocked_host"],
    ["http://localhost/", "blocked_host"],
    ["http://metadata.google.internal/", "blocked_host"],
    ["https://dosah.sk/", "blocked_host"],
  ])("%s is refused: %s", (location, reason) => {
    expect(readTargetUrl(location, BASE, ["dosah.sk"])).toMatchObject({ reason });
  });

  test("text that is no URL is none", () => {
    expect(readTargetUrl("http://", BASE)).toBeNull();
    expect(readTargetUrl("http://a b/", BASE)).toBeNull();
  });
});

test("whatever a server names, only http and https on ports 80 and 443 of a host name are fetched", () => {
  const location = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^(?:https?|ftp):\/\/[a-z0-9.:@%[\]]{0,30}$/),
  );
  fc.assert(
    fc.property(location, (text) => {
      const target = readTargetUrl(text, BASE);
      if (target === null || "reason" in target) return;
      expect(target.url).toMatch(/^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::(?:80|443))?\//);
    }),
  );
});
