import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** Words that were replaced, since nobody says them so. */
const FORBIDDEN = [
  "Pokiaľ je známe. Počet",
  "Pokud je známo. Počet",
  "Bez zdroja „",
  "pri začiatku zákona",
  "Čo z toho je to?",
  "podľa mena",
  "meno firmy",
  "meno domény, ktorú",
  "Kto sa nechce počítať",
  "už platných:",
  "vylučuje možnosť",
  "Celý register tejto krajiny",
  "to posuzuje on",
  '"Čo keby',
  '"Co kdyby',
  "Služba bez ohľadu na veľkosť",
];

test("no page and no answer uses a word that was replaced", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.(test|fixture|contract)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return FORBIDDEN.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
