/** Names that say what stood there before and which block was sent: of no use in an address that is kept or shared. */
export const PASSING = ["was", "b"] as const;

/** The address without what only the next page needs. */
export function withoutPassing(query: URLSearchParams): URLSearchParams {
  const lasting = new URLSearchParams(query);
  for (const name of PASSING) lasting.delete(name);
  return lasting;
}

/**
 * The address without empty parameters, in the same order; `null` where none is empty. Codes and revisions are pairs by
 * their order: an empty code goes with its revision, and an empty revision stays before further ones. So are the fields
 * of the firms of a group (`g.`): all of them stay, or none where all are empty.
 */
export function shortened(query: URLSearchParams): URLSearchParams | null {
  const codes = query.getAll("code");
  const revisions = query.getAll("rev");
  const lastStated = revisions.findLastIndex((revision, index) => revision !== "" && isStated(codes[index]));
  const short = new URLSearchParams();
  const hasGroup = [...query].some(([name, value]) => name.startsWith("g.") && value.trim() !== "");
  let revision = -1;
  for (const [name, value] of query) {
    if (name === "rev") revision++;
    const isPaired = name === "rev" && isStated(codes[revision]) && revision <= lastStated;
    const isOfGroup = hasGroup && name.startsWith("g.");
    if (name === "rev" ? isPaired : isOfGroup || value.trim() !== "") short.append(name, value);
  }
  return short.size === query.size ? null : short;
}

function isStated(code: string | undefined): boolean {
  return code !== undefined && code.trim() !== "";
}
