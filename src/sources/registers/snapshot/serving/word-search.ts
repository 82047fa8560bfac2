import { intersect, isEmpty, type Members, numbersOf, union } from "../keys/members.ts";
import type { WordSet } from "./word-sets.ts";

/**
 * Shows the firms that have all words, at least one of them in the name, in ascending order of their ids, while `take` says
 * so. The word that fewest have leads.
 * @param from ids from here up to but not with `to`
 */
export function withAllWords(sets: readonly WordSet[], from: number, to: number, take: (id: number) => boolean): void {
  const [leader, ...others] = [...sets].sort((a, b) => a.count - b.count);
  if (leader === undefined) return;
  for (const chunk of leader.chunks) {
    if (chunk < from >>> 16 || chunk > (to - 1) >>> 16) continue;
    let members: Members = leader.inAny(chunk);
    for (const set of others) {
      if (isEmpty(members)) break;
      members = intersect(members, set.inAny(chunk));
    }
    if (isEmpty(members)) continue;
    members = intersect(members, sets.map((set) => set.inName(chunk)).reduce(union));
    for (const low of numbersOf(members)) if (!take(chunk * 0x10000 + low)) return;
  }
}
