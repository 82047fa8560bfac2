/** One policy: its directives with their sources, names in lower case. */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/** What a policy leaves open. */
export const CSP_WEAKNESSES = ["unsafe_inline", "unsafe_eval", "broad_source", "object_src", "base_uri"] as const;

export type CspWeakness = (typeof CSP_WEAKNESSES)[number];

/** Reads the policies of one header: commas separate them (CSP Level 3, 2.2); of a repeated directive the first counts. */
export function readPolicies(header: string): ContentPolicy[] {
  return header
    .split(",")
    .map((text) => {
      const policy = new Map<string, readonly string[]>();
      for (const directive of text.split(";")) {
        const [name = "", ...sources] = directive.trim().split(/\s+/);
        const key = name.toLowerCase();
        if (key !== "" && !policy.has(key)) policy.set(key, sources);
      }
      return policy;
    })
    .filter(({ size }) => size > 0);
}

/** Is at least one directive one that exists? A header of other words is not a policy. */
export function isReadable(policy: ContentPolicy): boolean {
  return [...policy.keys()].some((name) =>
    /^(?:[a-z]+-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors|sandbox|report-(?:uri|to)|upgrade-insecure-requests|block-all-mixed-content|require-trusted-types-for|trusted-types)$/.test(
      name,
    ),
  );
}

const HASH_OR_NONCE = /^'(?:nonce|sha(?:256|384|512))-[^']+'$/i;
const BROAD = new Set(["*", "http:", "https:", "ws:", "wss:", "data:", "blob:", "http://*", "https://*"]);

/** What one policy leaves open, scripts first. */
export function weaknesses(policy: ContentPolicy): CspWeakness[] {
  const fallback = policy.get("default-src");
  const scripts = policy.get("script-src") ?? fallback;
  // Elements and attributes may have a directive of their own, which browsers take instead.
  const elements = policy.get("script-src-elem") ?? scripts;
  const attributes = policy.get("script-src-attr") ?? scripts;
  const open: Readonly<Record<CspWeakness, boolean>> = {
    unsafe_inline: letsInline(elements) || letsInline(attributes),
    unsafe_eval: scripts === undefined || has(scripts, "'unsafe-eval'"),
    broad_source:
      elements === undefined ||
      (elements.some((source) => BROAD.has(source.toLowerCase())) &&
        !(isTrusting(elements) && has(elements, "'strict-dynamic'"))),
    object_src: limits(policy.get("object-src") ?? fallback) === false,
    base_uri: limits(policy.get("base-uri")) === false,
  };
  return CSP_WEAKNESSES.filter((weakness) => open[weakness]);
}

function has(sources: readonly string[], keyword: string): boolean {
  return sources.some((source) => source.toLowerCase() === keyword);
}

/** Does it name a nonce or a hash? */
function isTrusting(sources: readonly string[]): boolean {
  return sources.some((source) => HASH_OR_NONCE.test(source));
}

/** Does every inline script run? */
function letsInline(sources: readonly string[] | undefined): boolean {
  return sources === undefined || (has(sources, "'unsafe-inline'") && !isTrusting(sources));
}

function limits(sources: readonly string[] | undefined): boolean {
  return sources !== undefined && !sources.some((source) => BROAD.has(source.toLowerCase()));
}

/** Browsers apply all policies: a weakness counts only where every one of them has it. */
export function commonWeaknesses(policies: readonly ContentPolicy[]): CspWeakness[] {
  const each = policies.map(weaknesses);
  return CSP_WEAKNESSES.filter((weakness) => each.every((found) => found.includes(weakness)));
}
