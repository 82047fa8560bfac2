import { fold } from "../../core/fold.ts";
import { readTargetUrl, type TargetUrl } from "../../outbound/guarded/target-url.ts";
import type { PageLink } from "./page-text.ts";

/** Words of the pages on which firms state who they are, folded; the likeliest comes first. */
const WORDS = [
  "kontakt",
  "contact",
  "impressum",
  "imprint",
  "fakturacne udaje",
  "o nas",
  "o spolocnosti",
  "about",
  "obchodne podmienky",
  "obchodni podminky",
  "terms",
  "ochrana osobnych udajov",
  "privacy",
];

/** Pages that are read beside the first one. */
const MOST = 5;

/** The pages that a page leads to and that may state the number: of the same domain, over HTTPS, the likeliest first. */
export function chooseLinks(
  links: readonly PageLink[],
  { url, registrable }: Pick<TargetUrl, "url" | "registrable">,
  ownNames: readonly string[],
): readonly TargetUrl[] {
  const found = new Map<string, { readonly target: TargetUrl; readonly rank: number }>();
  for (const { href, words } of links) {
    const target = readTargetUrl(href, url, ownNames);
    if (target === null || "reason" in target || target.scheme !== "https") continue;
    if (target.registrable !== registrable || target.url === url || found.has(target.url)) continue;
    const said = `${fold(words)} ${fold(decoded(target.path.split("?", 1)[0] ?? ""))}`;
    const rank = WORDS.findIndex((word) => said.includes(word));
    if (rank !== -1) found.set(target.url, { target, rank });
  }
  return [...found.values()]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ target }) => target);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
