import { randomBytes } from "node:crypto";
import { COUNTRIES } from "../../../../core/country.ts";
import { SIZE_CLASSES, type SizeRow } from "../../register.ts";
import { codeOfBucket, type FirmCounts, sizeKeyParts, sizePlaceOf } from "../keys/scan-rows.ts";
import { sizeText } from "../layout/number-texts.ts";
import { sealTables } from "../layout/seal.ts";
import { type Build, denseAboveOf } from "./build.ts";

/** Keys of `import_state` that a published file keeps. */
const KEPT = ["version", "builtAt", "rules", "dense", "fetchedSha256", "fetchedAt", "replacement", "sizes"] as const;

/** A name that no other published file has; the later file has the greater one. */
export function newVersion(now: Date): string {
  return `${now.toISOString().replace(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`;
}

/** Stores what a finished file holds, so that readers need not count, and says which file it is. */
export function describeFile({ db, state, dictionaries, options }: Build, version: string, counted: FirmCounts): void {
  db.exec("BEGIN; DELETE FROM stat; DELETE FROM holding; UPDATE source SET rows = 0");
  const holding = db.prepare("INSERT INTO holding VALUES (?, ?, ?)");
  const stat = db.prepare("INSERT INTO stat VALUES (?, ?, ?, ?)");
  const source = db.prepare("UPDATE source SET rows = rows + ? WHERE country = ? AND slot = ?");
  const used = new Set<number>();
  for (const country of COUNTRIES) {
    const { companies, active, classes, origins } = counted[country];
    if (companies > 0) holding.run(country, companies, active);
    const counts = new Map<string, number>();
    classes.forEach((n, id) => {
      const { category, sector } = dictionaries.outcomes[id] ?? { category: "unknown", sector: null };
      const key = `${category} ${sector ?? ""}`;
      counts.set(key, (counts.get(key) ?? 0) + n);
    });
    for (const [key, n] of counts) {
      const [category = "", sector = ""] = key.split(" ");
      stat.run(country, category, sector === "" ? null : sector, n);
    }
    origins.forEach((n, id) => {
      used.add(id);
      const slots = new Set(dictionaries.origin(id).sources.map((each) => each.slot));
      for (const slot of slots) source.run(n, country, slot);
    });
  }
  db.exec(`DELETE FROM origin WHERE id NOT IN (${[...used].join(",")})`);
  state.set("sizes", JSON.stringify(sizesOf(counted, dictionaries, options)));
  state.set("version", version);
  state.set("builtAt", options.now().toISOString());
  state.set("rules", options.rulesVersion);
  state.set("dense", denseAboveOf(options));
  state.finish(db, KEPT);
  sealTables(db);
  db.exec("COMMIT");
}

/** Firms in scope by sector and headcount; programs of an earlier version ignore them. */
function sizesOf(
  counted: FirmCounts,
  dictionaries: Build["dictionaries"],
  { headcountOfCode }: Build["options"],
): SizeRow[] {
  const rows = new Map<string, SizeRow>();
  for (const country of COUNTRIES) {
    for (const [key, count] of counted[country].sizes) {
      const { origin, outcome, bucket } = sizeKeyParts(key);
      const { category, sector } = dictionaries.outcomes[outcome] ?? {};
      if ((category !== "essential" && category !== "important") || sector == null) continue;
      const code = codeOfBucket(bucket);
      const band = code === null ? null : headcountOfCode?.(country, sizeText(code, country));
      const place = code === null ? bucket : sizePlaceOf(band?.min ?? null, band?.max ?? null);
      // A headcount on which sources disagree says no size.
      const stands = code !== null || dictionaries.origin(origin).headcountStands;
      const size = (stands ? SIZE_CLASSES[place] : undefined) ?? "unknown";
      const name = JSON.stringify([country, category, sector, size]);
      rows.set(name, { country, category, sector, size, count: (rows.get(name)?.count ?? 0) + count });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
