/** What stands between the cells of a table as people paste and save it; what is rarer inside a cell comes first. */
export const SEPARATORS = ["\t", ";", ","] as const;

export type Separator = (typeof SEPARATORS)[number];

/** The separator of a table, by its first line: what stands between quotes separates nothing. */
export function separatorOf(text: string): Separator | undefined {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const bare = first.replace(/"[^"]*"/g, "");
  return SEPARATORS.find((each) => bare.includes(each));
}
