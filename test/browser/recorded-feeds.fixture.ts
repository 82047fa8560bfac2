import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const RECORDED = fileURLToPath(new URL("../../src/sources/feeds/recorded", import.meta.url));

/** A source for each format of a feed, and one that answers with nothing. */
const sources = [
  { id: "nukib", jurisdiction: "CZ", language: "cs", file: "rss2.constructed.xml" },
  { id: "enisa", jurisdiction: "EU", language: "en", file: "atom.constructed.xml" },
  { id: "bank", jurisdiction: "EU", language: "en", file: "rdf.constructed.xml" },
  { id: "board", jurisdiction: "EU", language: "en", file: "json-feed.constructed.json" },
  { id: "gazette", jurisdiction: "SK", language: "sk", file: "aggregated.constructed.json" },
  { id: "silent", jurisdiction: "SK", language: "sk", file: "" },
] as const;

/**
 * Serves the samples of feeds on this machine and writes a list of sources that names them.
 * @param listFile where the list goes, for `FEED_SOURCES`.
 */
export async function serveRecordedFeeds(listFile: string): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const found = sources.find(({ id, file }) => request.url === `/${id}` && file !== "");
    response.statusCode = found === undefined ? 404 : 200;
    response.end(found === undefined ? "" : readFileSync(`${RECORDED}${found.file}`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const list = sources.map(({ id, jurisdiction, language }) => ({
    id,
    name: id.toUpperCase(),
    jurisdiction,
    language,
    urls: [`http://127.0.0.1:${port}/${id}`],
    site: `https://${id}.example`,
  }));
  // JSON is YAML, too.
  writeFileSync(listFile, JSON.stringify(list));
  return { close: () => server.close() };
}
