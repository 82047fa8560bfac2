import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "../../src/core/fold.ts";
import { ArrayStatement } from "../../src/sources/registers/snapshot/layout/array-statement.ts";
import { openReadOnly } from "../../src/sources/registers/snapshot/serving/open.ts";
import type { Query } from "./queries.ts";
import { percentile } from "./timing.ts";

/** The tier order of the description in one statement: equal, starting so, a word starting so; register order. */
const SEARCH = `
  PREPARE search(text, text, text, int) AS
  SELECT id, ico, name, addr, nace, dto FROM company
  WHERE (folded LIKE $1 || '%' OR folded LIKE '% ' || $1 || '%' OR ico LIKE $2 || '%') AND ($4 < 0 OR country = $4)
  ORDER BY CASE WHEN folded = $1 OR ico = $3 THEN 0 WHEN folded LIKE $1 || '%' OR ico LIKE $2 || '%' THEN 1 ELSE 2 END, id
  LIMIT 10;
`;

/** True when the client is installed and the server answers. */
export function hasPostgres(url: string): boolean {
  return spawnSync("psql", [url, "-c", "select 1"], { stdio: "ignore" }).status === 0;
}

/**
 * Loads the same firms into PostgreSQL with pg_trgm, runs the queries one after the other through one connection, and
 * returns the server's times in milliseconds. The database is made for this and dropped afterwards.
 */
export async function searchInPostgres(url: string, file: string, folder: string, queries: readonly Query[]) {
  const name = "dosah_bench_registers";
  const psql = (database: string, args: readonly string[]) =>
    execFileSync("psql", [database, "-q", "-v", "ON_ERROR_STOP=1", ...args], {
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
  psql(url, ["-c", `DROP DATABASE IF EXISTS ${name}`, "-c", `CREATE DATABASE ${name}`]);
  const own = new URL(url);
  own.pathname = `/${name}`;
  try {
    const tsv = join(folder, "company.tsv");
    await writeTsv(file, tsv);
    psql(own.href, [
      "-c",
      "CREATE EXTENSION pg_trgm",
      "-c",
      "CREATE TABLE company (id int, country int, ico text, name text, folded text, addr text, nace text, dto int)",
      "-c",
      `\\copy company FROM '${tsv}'`,
      "-c",
      "CREATE INDEX ON company USING gin (folded gin_trgm_ops)",
      "-c",
      "CREATE INDEX ON company (ico text_pattern_ops)",
      "-c",
      "CREATE INDEX ON company (folded text_pattern_ops)",
      "-c",
      "ALTER TABLE company ADD PRIMARY KEY (id)",
      "-c",
      "VACUUM ANALYZE company",
    ]);
    const script = join(folder, "search.sql");
    const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
    const calls = queries.map(({ text, country }) => {
      const digits = text.replace(/\s/g, "");
      const isNumber = /^\d{3,8}$/.test(digits);
      const folded = fold(text);
      return `EXECUTE search(${quoted(folded === "" ? "\u0001" : folded)}, ${quoted(isNumber ? digits : "-")}, ${quoted(digits.padStart(8, "0"))}, ${country === undefined ? -1 : country === "CZ" ? 0 : 1});`;
    });
    writeFileSync(script, `${SEARCH}\n\\o /dev/null\n\\timing on\n${calls.join("\n")}\n`);
    const output = psql(own.href, ["-f", script]);
    const times = Float64Array.from([...output.matchAll(/^Time: ([\d.]+) ms/gm)], (match) => Number(match[1])).sort();
    return {
      count: times.length,
      median: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      max: times.at(-1) ?? 0,
    };
  } finally {
    psql(url, ["-c", `DROP DATABASE IF EXISTS ${name}`]);
  }
}

async function writeTsv(file: string, target: string): Promise<void> {
  const db = openReadOnly(file);
  const page = new ArrayStatement<[number, number, number, string | null, string | null, string | null, number | null]>(
    db,
    "SELECT id, country, ico, name, addr, nace, dto FROM company WHERE id > ? ORDER BY id LIMIT 20000",
  );
  const out = createWriteStream(target);
  const cell = (value: string | number | null) =>
    value === null
      ? "\\N"
      : String(value)
          .replaceAll("\\", "\\\\")
          .replace(/[\t\n\r]/g, " ");
  for (let last = -1; ; ) {
    const rows = page.all(last);
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end[0];
    const lines = rows.map(([id, country, ico, name, addr, nace, dto]) =>
      [id, country, String(ico).padStart(8, "0"), name, fold(name ?? ""), addr, nace, dto].map(cell).join("\t"),
    );
    if (!out.write(`${lines.join("\n")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  db.close();
}
