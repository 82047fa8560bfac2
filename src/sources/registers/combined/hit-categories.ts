import type { Category } from "../../../core/company.ts";
import { NotRemembered } from "../../../outbound/source-client.ts";
import type { Classify, Lookup, SearchHit } from "../register.ts";
import type { CombinedRegisters } from "./combined-registers.ts";
import { decisiveSilence } from "./country-registers.ts";

/**
 * A search whose hits have the category that a look-up of the firm would give now, or none where only asking the registers
 * can tell. Nobody is asked for it.
 */
export function withCategories(options: {
  readonly search: CombinedRegisters["search"];
  /** True where a look-up of this hit asks the registers themselves. */
  readonly asksLive: (hit: SearchHit) => boolean;
  /** A look-up by what is remembered. @throws NotRemembered where a register would have to be asked */
  readonly findRemembered: CombinedRegisters["find"];
  readonly classify: Classify;
}): CombinedRegisters["search"] {
  const { search, asksLive, findRemembered, classify } = options;

  return async (query, country, limit) => {
    const outcome = await search(query, country, limit);
    return { ...outcome, hits: await Promise.all(outcome.hits.map(judged)) };
  };

  async function judged(hit: SearchHit): Promise<SearchHit> {
    if (!asksLive(hit)) return hit;
    const { category: _ofMirror, ...shown } = hit;
    const category = await categoryNow(hit);
    return category === undefined ? shown : { ...shown, category };
  }

  async function categoryNow({ ico, country }: SearchHit): Promise<Category | undefined> {
    let lookup: Lookup;
    try {
      lookup = await findRemembered(ico, country);
    } catch (error) {
      if (error instanceof NotRemembered) return undefined;
      throw error;
    }
    if (lookup.kind !== "found") return undefined;
    const { category } = classify(lookup.company);
    // Out of scope is a guess while a register that could say otherwise is silent.
    const isGuess = category === "out_of_scope" && decisiveSilence(lookup.silent) !== undefined;
    return isGuess ? undefined : category;
  }
}
