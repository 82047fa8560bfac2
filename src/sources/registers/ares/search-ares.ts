import type { SourceClient } from "../../../outbound/source-client.ts";
import { askByName } from "../live/ask-by-name.ts";
import type { LiveHit, NameSearch } from "../live/live-register.ts";
import type { SearchHit } from "../register.ts";
import { mainActivities, readBatch, readSearch } from "./read-search.ts";

/** One page. ARES shows at most 1,000 firms of a search and orders them by number, not by how well they fit. */
const PAGE = 200;

/**
 * Searches ARES by name, and asks RES in one batch for the main activities of the firms that are shown. When only the
 * batch is silent, they are shown without.
 */
export async function searchAres(client: SourceClient, name: string): Promise<NameSearch> {
  const question = (obchodniJmeno: string) => ({
    path: "/ekonomicke-subjekty/vyhledat",
    body: { obchodniJmeno, start: 0, pocet: PAGE },
  });
  const found = await askByName(client, name, question, readSearch);
  return found.kind === "found" ? { ...found, hits: await withActivities(client, found.hits) } : found;
}

async function withActivities(client: SourceClient, hits: readonly LiveHit[]): Promise<SearchHit[]> {
  const ico = hits.map((hit) => hit.ico).sort();
  const answer =
    ico.length === 0
      ? undefined
      : await client.ask({
          path: "/ekonomicke-subjekty-res/vyhledat",
          body: { ico, start: 0, pocet: ico.length },
          isSearch: true,
          read: readBatch,
          shape: mainActivities,
        });
  const known = new Map(
    answer?.kind === "answered" ? answer.value.map(({ ico: own, code, revision }) => [own, { code, revision }]) : [],
  );
  return hits.map((hit) => ({ ...hit, nace: known.get(hit.ico) ?? null }));
}
