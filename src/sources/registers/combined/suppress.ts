import type { Company } from "../../../core/company.ts";
import type { Country } from "../../../core/country.ts";
import type { Ico } from "../../../core/ico.ts";
import { readQuery } from "../query.ts";
import type { CombinedRegisters } from "./combined-registers.ts";

/** True for a firm whose name and address are not to be shown. */
export type IsSuppressed = (ico: Ico, country: Country) => boolean;

/**
 * Registers that do not tell name and address of those who objected to it (Article 21 of Regulation (EU) 2016/679),
 * whichever register they are from. What the rules decide by stays: the firm is found by its number, with its category,
 * and by nothing else; a search by its name would tell the name.
 */
export function suppress(registers: CombinedRegisters, isSuppressed: IsSuppressed): CombinedRegisters {
  return {
    find: async (ico, country) => {
      const lookup = await registers.find(ico, country);
      if (lookup.kind !== "found" || !isSuppressed(ico, country)) return lookup;
      return { ...lookup, company: withoutName(lookup.company) };
    },
    search: async (query, country, limit) => {
      const outcome = await registers.search(query, country, limit);
      const asked = readQuery(query).ico;
      const hits = outcome.hits.flatMap((hit) => {
        if (!isSuppressed(hit.ico, hit.country)) return [hit];
        return hit.ico === asked ? [{ ...hit, name: null, address: null }] : [];
      });
      return { ...outcome, hits };
    },
  };
}

function withoutName(company: Company): Company {
  const provenance = company.provenance.map((each) => ({
    ...each,
    facts: each.facts.filter((fact) => fact !== "name" && fact !== "address"),
  }));
  return { ...company, name: null, address: null, provenance: provenance.filter(({ facts }) => facts.length > 0) };
}
