import type { Company, Fact } from "../../../core/company.ts";
import type { Ico } from "../../../core/ico.ts";
import type { SourceClient } from "../../../outbound/source-client.ts";
import type { SourcePolicy } from "../../../outbound/source-policy.ts";
import { askByName, type RankedHit } from "../live/ask-by-name.ts";
import {
  companyFrom,
  type LiveConnection,
  type LiveRecord,
  liveFacts,
  type NameSearch,
  NO_FACTS,
  noFirm,
} from "../live/live-register.ts";
import { mergeCompanies } from "../live/merge-companies.ts";
import type { Lookup, SearchHit } from "../register.ts";
import { readRes, resFacts } from "./read-res.ts";
import { mainActivities, readBatch, readSearch } from "./read-search.ts";
import { readSubject } from "./read-subject.ts";

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

async function withActivities(client: SourceClient, hits: readonly RankedHit[]): Promise<SearchHit[]> {
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

/** How ARES: is asked about three questions a second, ten seconds for an answer (see README). */
export function aresPolicy(baseUrl: string): SourcePolicy {
  return {
    id: "ares",
    baseUrl,
    spacingMs: 300,
    attemptMs: 10_000,
    totalMs: 20_000,
    maxBytes: 2 * 1024 * 1024,
    freshMs: 24 * 3_600_000,
  };
}

/** The core record. */
export const CORE: LiveRecord = {
  source: "ares",
  facts: ["name", "address", "status", "legalForm", "nace"],
  replaces: ["ares"],
  openWhileSilent: [],
};

/** The record of the statistical register knows what the core record does not: main activity and headcount. */
export const STATISTICS: LiveRecord = {
  source: "ares-res",
  facts: ["nace", "size"],
  replaces: ["ares-res", "res"],
  openWhileSilent: ["nace"],
};

/**
 * ARES, the Czech register: the core record, then the record of the statistical register (RES). When only the second
 * is silent, the firm is found without activities and size, and the answer says so: the activities of the core record
 * have no order, so the main one would be a guess.
 */
export function connectAres(client: SourceClient): LiveConnection {
  return { find, search: (name) => searchAres(client, name) };

  async function find(ico: Ico): Promise<Lookup> {
    const subject = await client.ask({
      path: `/ekonomicke-subjekty/${ico}`,
      read: (reply) => readSubject(reply, ico),
      shape: liveFacts.nullable(),
    });
    if (subject.kind === "silent" || subject.value === null) return noFirm(subject);
    const res = await client.ask({
      path: `/ekonomicke-subjekty-res/${ico}`,
      read: (reply) => readRes(reply, ico),
      shape: resFacts.nullable(),
    });
    const core = { ...subject.value, nace: [], mainUnknown: undefined };
    const basis = companyFrom("CZ", ico, CORE.source, core, subject.at);
    if (res.kind === "silent") {
      const silence = { source: STATISTICS.source, facts: STATISTICS.facts, retryAfter: res.retryAfter };
      return { kind: "found", company: basis, silent: [silence] };
    }
    // A firm outside RES has only the unordered list; a revision that RES leaves out likewise.
    const own = res.value?.nace ?? [];
    const others = subject.value.nace.filter(({ revision }) => !own.some((code) => code.revision === revision));
    const mainUnknown = subject.value.mainUnknown?.filter((revision) =>
      others.some((code) => code.revision === revision),
    );
    const rest = { ...subject.value, nace: others, mainUnknown };
    const companies: Company[] = [companyFrom("CZ", ico, CORE.source, rest, subject.at)];
    if (res.value !== null) {
      companies.unshift(
        only(companyFrom("CZ", ico, STATISTICS.source, { ...NO_FACTS, ...res.value }, res.at), STATISTICS.facts),
      );
    }
    return { kind: "found", company: mergeCompanies(companies) };
  }
}

/** Leaves a source only what it is there for. */
function only(company: Company, facts: readonly Fact[]): Company {
  return {
    ...company,
    provenance: company.provenance.map((entry) => ({
      ...entry,
      facts: entry.facts.filter((fact) => facts.includes(fact)),
    })),
  };
}
