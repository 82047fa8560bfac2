import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules of accessibility that the page breaks as it stands, with the elements that break them. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return judge(page, RULES);
}

/** The same for the colours alone, on a page that was judged before: another theme changes nothing else. */
export function contrastViolations(page: Page): Promise<string[]> {
  return judge(page, { type: "rule", values: ["color-contrast"] });
}

function judge(page: Page, runOnly: unknown): Promise<string[]> {
  // What passes is not reported: nobody reads it.
  const options = JSON.stringify({ resultTypes: ["violations"], runOnly });
  return page.evaluate<string[]>(`axe.run(document, ${options}).then((found) => found.violations.map((rule) =>
    rule.id + ": " + rule.nodes.map((node) => node.target.join(" ")).join(", ")))`);
}
