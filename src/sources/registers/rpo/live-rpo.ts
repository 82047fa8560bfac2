import { dayOf } from "../../../core/day.ts";
import type { Ico } from "../../../core/ico.ts";
import type { SourceClient } from "../../../outbound/source-client.ts";
import type { SourcePolicy } from "../../../outbound/source-policy.ts";
import { askByName } from "../live/ask-by-name.ts";
import {
  companyFrom,
  type LiveConnection,
  type LiveRecord,
  liveFacts,
  type NameSearch,
  NO_FACTS,
  noFirm,
} from "../live/live-register.ts";
import type { Lookup } from "../register.ts";
import { readEntity, readHit, rpoHit } from "./live-read.ts";
import { readSearch } from "./read-search.ts";

/** How RPO: is asked at most one question a second, twenty seconds for an answer (see live.md). */
export function rpoPolicy(baseUrl: string): SourcePolicy {
  return {
    id: "rpo",
    baseUrl,
    spacingMs: 1_000,
    attemptMs: 20_000,
    totalMs: 25_000,
    maxBytes: 4 * 1024 * 1024,
    freshMs: 24 * 3_600_000,
  };
}

export const RECORD: LiveRecord = {
  source: "rpo",
  facts: ["name", "address", "status", "legalForm", "nace"],
  replaces: ["rpo"],
  openWhileSilent: ["nace"],
};

/**
 * RPO, the Slovak register of legal persons: a search by number gives the register's own id and whether the firm has
 * ended, the entity gives the rest. When only the entity is silent, the firm is found with its status, and the answer
 * says what is open. Without the legal form it is not known whether it is a person, so no name is taken from the search.
 */
export function connectRpo(client: SourceClient, now: () => Date): LiveConnection {
  return { find, search };

  async function find(ico: Ico): Promise<Lookup> {
    const hit = await client.ask({
      // No `onlyActive`: firms that have ended are to be found too.
      path: `/search?identifier=${ico}`,
      read: (reply) => readHit(reply, ico),
      shape: rpoHit.nullable(),
    });
    if (hit.kind === "silent" || hit.value === null) return noFirm(hit);
    const { id, ...days } = hit.value;
    const entity = await client.ask({
      // With its history: a firm that has ended has no current name.
      path: `/entity/${id}?showHistoricalData=true&showOrganizationUnits=false`,
      read: (reply) => readEntity(reply, ico, dayOf(now())),
      shape: liveFacts.nullable(),
    });
    if (entity.kind === "answered" && entity.value !== null) {
      return { kind: "found", company: companyFrom("SK", ico, RECORD.source, entity.value, entity.at) };
    }
    const company = companyFrom("SK", ico, RECORD.source, { ...NO_FACTS, ...days }, hit.at);
    const facts = RECORD.facts.filter((fact) => fact !== "status");
    const retryAfter = entity.kind === "silent" ? entity.retryAfter : 30;
    return { kind: "found", company, silent: [{ source: RECORD.source, facts, retryAfter }] };
  }

  /** It states no activity: that would be one more question for each firm. */
  async function search(typed: string): Promise<NameSearch> {
    // No `onlyActive`: firms that have ended are shown too, and marked.
    const question = (fullName: string) => ({ path: `/search?fullName=${encodeURIComponent(fullName)}` });
    const found = await askByName(client, typed, question, (reply, asked) => readSearch(reply, asked, dayOf(now())));
    return found.kind === "found" ? { ...found, hits: found.hits.map((hit) => ({ ...hit, nace: null })) } : found;
  }
}
