import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { asksForIncident } from "./incident-door.tsx";

test("a search that sounds like an attack is one for help; firms whose names only resemble it are not", () => {
  for (const words of [
    "hackli nás",
    "ÚTOK",
    "zašifrované dáta",
    "Incident, s. r. o.",
    "únik údajov",
    "data breach",
    "vydieranie",
  ]) {
    expect(asksForIncident(words), words).toBe(true);
  }
  for (const name of ["Nápad s.r.o.", "Unikát", "Unikom, a. s.", "Slovenská pošta", "Antivirus Shop"]) {
    expect(asksForIncident(name), name).toBe(false);
  }
});

test("the way to the incident page stands on every page, and where somebody may look for it once more", async () => {
  const { app } = webOver();
  const doors = async (path: string) => {
    const html = await (await app.request(path)).text();
    return html.match(/data-incident-door/g)?.length ?? 0;
  };
  expect(await doors("/sk")).toBeGreaterThan(0);
  expect(await doors("/sk/nothing-here")).toBe(2);
  expect(await doors("/cs/obligations")).toBe(2);
  expect(await doors("/cs/obligations/NIS2-23-4-A")).toBe(2);
  expect(await doors("/cs/obligations/NIS2-21-2-A")).toBe(1);
  expect(await doors("/en/questionnaire/incidents")).toBe(2);
  expect(await doors("/en/search?q=hacked")).toBe(2);
  expect(await doors("/en/search?q=bank")).toBe(1);
});
