import { createHash } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { bareServices, unlimited } from "../../../capabilities/bare-services.fixture.ts";
import { createCall } from "../../../capabilities/calling/call.ts";
import { incidentClock } from "../../../capabilities/incident/incident-clock.ts";
import { LOCALES, type Locale } from "../../../core/locale.ts";
import { INCIDENT_REGIMES } from "../../../knowledge/incident-clock.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";

const { app } = webOver();

async function fileIn(locale: Locale) {
  const response = await app.request(`/${locale}/incident-offline.html`);
  return { response, html: await response.text() };
}

const timed = z.array(z.object({ step: z.object({ id: z.string() }), due: z.number().nullable(), state: z.string() }));

/** Runs the script of a file as a browser would, without a page around it. */
function scriptOf(html: string) {
  const data: unknown = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  const sandbox = createContext({ data });
  runInContext(script, sandbox);
  return (facts: object, now: number) => {
    Object.assign(sandbox, { facts, now });
    return timed.parse(
      JSON.parse(String(runInContext("JSON.stringify(dosahClock.clockOf(data, facts, now))", sandbox))),
    );
  };
}

describe("the file to keep", () => {
  test.each(LOCALES)("is one file under 40 KB that loads and sends nothing (%s)", async (locale) => {
    const { response, html } = await fileIn(locale);
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="dosah-incident.html"');
    expect(Buffer.byteLength(html)).toBeLessThan(40_000);
    expect(html).not.toMatch(/(?:src|href|action)="|@import|url\(|fetch\(|XMLHttpRequest/);
    expect(html).toContain(`rules ${knowledge.changelog.newest.version}`);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(html).toContain(`content="${policy}"`);
    for (const [, inside = ""] of html.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)) {
      expect(policy).toContain(createHash("sha256").update(inside).digest("base64"));
    }
  });

  describe("gives the same as the service", () => {
    let count: ReturnType<typeof scriptOf>;
    beforeAll(async () => {
      count = scriptOf((await fileIn("sk")).html);
    });

    const NOW = "2029-06-01T10:00:00.000Z";
    const call = createCall(bareServices(knowledge, { now: () => new Date(NOW) }), unlimited);

    async function compare(country: "SK" | "CZ", found: number, index: number) {
      const own = INCIDENT_REGIMES.filter((id) => !id.startsWith(country === "SK" ? "cz" : "sk"));
      const regime = own[index % own.length] ?? "none";
      const significant = (["unknown", "yes", "no"] as const)[index % 3] ?? "unknown";
      const cra = ([null, "vulnerability", "incident"] as const)[index % 3] ?? null;
      const isCra = cra !== null && found > Date.parse("2026-09-12T00:00:00Z");
      const notified = index % 2 === 0 ? found + (index % 97) * 3_600_000 : undefined;
      const resolved = index % 5 === 0 ? found + (index % 31) * 86_400_000 : undefined;
      const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
      const { answer } = await call(
        incidentClock,
        {
          country,
          regime,
          foundAt: iso(found),
          notifiedAt: iso(notified),
          resolvedAt: iso(resolved),
          craFixAt: isCra && cra === "vulnerability" ? iso(notified) : undefined,
          craNotifiedAt: isCra && cra === "incident" ? iso(notified) : undefined,
          personalData: index % 2 === 0 ? "yes" : "no",
          authoritySaysSignificant: significant,
          cra: isCra ? cra : undefined,
        },
        [],
        { address: null },
      );
      const starts = {
        found,
        notified,
        resolved,
        craFix: isCra && cra === "vulnerability" ? notified : undefined,
        craNotified: isCra && cra === "incident" ? notified : undefined,
      };
      const kept = Object.fromEntries(Object.entries(starts).filter(([, at]) => at !== undefined));
      const facts = {
        country,
        regime,
        significant,
        personalData: index % 2 === 0,
        cra: isCra ? cra : null,
        instants: kept,
      };
      const came = count(facts, Date.parse(NOW)).map(({ step, due, state }) => [
        step.id,
        iso(due ?? undefined) ?? null,
        state,
      ]);
      expect(came, JSON.stringify(facts)).toEqual(answer.steps.map(({ id, dueAt, state }) => [id, dueAt, state]));
    }

    test("for 1,000 instants of 2026 to 2028", async () => {
      const from = Date.parse("2026-01-01T00:00:00Z");
      let random = 20_261_123;
      for (let index = 0; index < 1_000; index++) {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        await compare(index % 2 === 0 ? "SK" : "CZ", from + (random % (3 * 365 * 1_440)) * 60_000, index);
      }
    });

    test("around every change of the clocks", async () => {
      let index = 0;
      for (const change of ["2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31", "2028-03-26", "2028-10-29"]) {
        for (let minutes = -44_640; minutes <= 180; minutes += 997) {
          await compare(index % 2 === 0 ? "SK" : "CZ", Date.parse(`${change}T01:00:00Z`) + minutes * 60_000, index);
          index++;
        }
      }
    });
  });

  test("says the sums and the places without a script", async () => {
    const inside = /<noscript>(.*?)<\/noscript>/s.exec((await fileIn("sk")).html)?.[1] ?? "";
    expect(inside).toMatch(/24 hodín.*sk-cert\.sk/s);
    expect(inside).toMatch(/72 hodín.*portal\.nukib\.gov\.cz/s);
  });
});
