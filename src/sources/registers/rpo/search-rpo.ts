import type { SourceClient } from "../../../outbound/source-client.ts";
import { askByName } from "../live/ask-by-name.ts";
import type { NameSearch } from "../live/live-register.ts";
import { readSearch } from "./read-search.ts";

/** Searches RPO by name. It tells no activity: that would be one more question for each firm. */
export async function searchRpo(client: SourceClient, name: string): Promise<NameSearch> {
  // No `onlyActive`: firms that have ended are shown too, and marked.
  const question = (fullName: string) => ({ path: `/search?fullName=${encodeURIComponent(fullName)}` });
  const found = await askByName(client, name, question, readSearch);
  return found.kind === "found" ? { ...found, hits: found.hits.map((hit) => ({ ...hit, nace: null })) } : found;
}
