import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A page of the documentation. */
export interface Page {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block. */
export interface Fence {
  readonly language: string;
  readonly text: string;
}

/** The README, CONTRIBUTING and every page of `docs/`. */
export function documentationPages(): readonly Page[] {
  return ["README.md", "CONTRIBUTING.md", ...markdownBelow("docs")].map(readPage);
}

export function readPage(path: string): Page {
  return { path, text: readFileSync(join(ROOT, path), "utf8") };
}

function markdownBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(join(ROOT, path)).isDirectory()) return markdownBelow(path);
      return name.endsWith(".md") ? [relative(ROOT, join(ROOT, path))] : [];
    });
}

/** All fenced blocks of a page, in order. */
export function fencesOf({ text }: Page): readonly Fence[] {
  return [...text.matchAll(/^```([a-z]*)\n([\s\S]*?)^```$/gm)].map(([, language = "", body = ""]) => ({
    language,
    text: body.trimEnd(),
  }));
}

/** A page without its fenced blocks: what is prose and tables. */
export function proseOf({ text }: Page): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "");
}

/** The rows of the table whose first heading is given, cells trimmed; an empty list when there is no such table. */
export function tableOf(page: Page, firstHeading: string): readonly (readonly string[])[] {
  const lines = proseOf(page).split("\n");
  const head = lines.findIndex((line) => line.startsWith(`| ${firstHeading} |`));
  if (head < 0) return [];
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** The anchors of a page's headings. */
export function anchorsOf({ text }: Page): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\s-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

/** The text between backticks of a cell, else the cell. */
export function plain(cell: string): string {
  return cell.replaceAll("`", "");
}
