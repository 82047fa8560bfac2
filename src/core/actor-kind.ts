/** Who is behind an entry of the audit log. */
export const ACTOR_KINDS = [
  "person",
  "link_holder",
  "addressee",
  "requester",
  "operator",
  "service",
  "unknown",
] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What people do who have no account: the holder of a share link, the addressee of a mail. */
const BY_ACTION: Readonly<Record<string, ActorKind | undefined>> = {
  "trust.share_used": "link_holder",
  "supplier.ask_opened": "addressee",
  "supplier.ask_declined": "addressee",
  "supplier.ask_stopped": "addressee",
  "trust.access_requested": "requester",
};

/** The actions by which people without an account are told apart, with who they are. */
export const ACTIONS_OF_VISITORS: readonly (readonly [string, ActorKind])[] = Object.entries(BY_ACTION).flatMap(
  ([action, kind]) => (kind === undefined ? [] : [[action, kind] as const]),
);

/**
 * Who is behind an entry: an account, whoever ran a command, the service by itself, or a visitor as the action tells.
 * What nobody knows is `unknown`, never the operator.
 */
export function actorKindOf(entry: {
  readonly action: string;
  readonly via: string;
  readonly actorId: string | null;
}): ActorKind {
  if (entry.actorId !== null) return "person";
  if (entry.via === "cli") return "operator";
  return BY_ACTION[entry.action] ?? (entry.via === "system" ? "service" : "unknown");
}
