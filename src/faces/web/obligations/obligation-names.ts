import { obligationCatalog } from "../../../capabilities/obligations/obligation-catalog.ts";
import type { PageRequest } from "../page.ts";

/** The names of the obligations by their code; one whose citation is not confirmed has none. */
export async function askObligationNames({ ask }: PageRequest): Promise<ReadonlyMap<string, string>> {
  const { items } = await ask(obligationCatalog, {});
  return new Map(items.flatMap(({ code, name }) => (name === null ? [] : [[code, name] as const])));
}
