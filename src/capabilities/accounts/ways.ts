import { hash } from "node:crypto";
import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatDay, type PluralForms, plural } from "../../core/text.ts";
import type { OwnAccountStore } from "../../state/person-store.ts";

/** What opens an account besides its password, in the order of the lists. */
export const WAY_KINDS = ["passkey", "key", "identity", "calendar", "subscription", "connection"] as const;

export type WayKind = (typeof WAY_KINDS)[number];

/** One thing that opens an account. Instants in milliseconds since 1970. */
export interface Way {
  /** `passkey:…`, `key:…`: names this very one, also where another one took its place. */
  readonly id: string;
  readonly kind: WayKind;
  /** Foreign text. */
  readonly name: string;
  /** Of a key its last characters. */
  readonly tail: string | null;
  readonly addedAt: number;
  readonly usedAt: number | null;
  /** What the audit log says of its end. */
  readonly ended: {
    readonly action: string;
    readonly target: { readonly type: string; readonly id: string };
    readonly orgId: string | null;
  };
  end(own: OwnAccountStore, at: number): Promise<unknown>;
}

/** So much of a hash names a row, and signs nobody in. */
const NAMED_BY = 24;

/** Everything that opens an account besides its password, oldest first within a kind. */
export async function waysOf(own: OwnAccountStore, accountId: string, now: number): Promise<readonly Way[]> {
  const passkeys = await own.passkeys();
  const keys = await own.keys(now);
  const identities = await own.identities();
  const calendars = await own.calendars();
  const subscriptions = await own.subscriptions();
  const connections = await own.connections(now);
  return [
    ...passkeys.map(
      ({ id, name, created_at: addedAt, last_used_at: usedAt }): Way => ({
        id: `passkey:${id}`,
        kind: "passkey",
        name,
        tail: null,
        addedAt,
        usedAt,
        ended: { action: "passkey.removed", target: { type: "passkey", id }, orgId: null },
        end: (within) => within.removePasskey(id),
      }),
    ),
    ...keys.map(
      ({ id, name, tail, created_at: addedAt, last_used_at: usedAt }): Way => ({
        id: `key:${id}`,
        kind: "key",
        name,
        tail,
        addedAt,
        usedAt,
        ended: { action: "key.revoked", target: { type: "key", id }, orgId: null },
        end: (within, at) => within.revokeKey(id, at),
      }),
    ),
    ...identities.map(({ issuer, subject, created_at: addedAt }): Way => {
      const id = hash("sha256", `${issuer}\n${subject}`).slice(0, NAMED_BY);
      return {
        id: `identity:${id}`,
        kind: "identity",
        name: new URL(issuer).host,
        tail: null,
        addedAt,
        usedAt: null,
        ended: { action: "identity.unlinked", target: { type: "account", id: accountId }, orgId: null },
        end: (within) => within.removeIdentityOf(issuer, subject),
      };
    }),
    ...calendars.map(
      ({ hash: token, org_id: orgId, org_name: name, created_at: addedAt }): Way => ({
        id: `calendar:${token.slice(0, NAMED_BY)}`,
        kind: "calendar",
        name,
        tail: null,
        addedAt,
        usedAt: null,
        ended: { action: "calendar.revoked", target: { type: "organization", id: orgId }, orgId },
        end: (within) => within.removeCalendarOf(orgId),
      }),
    ),
    ...subscriptions.map(
      ({ id, organization, list, org_id: orgId, created_at: addedAt }): Way => ({
        id: `subscription:${id}`,
        kind: "subscription",
        name: [organization, list].filter((name) => name !== null).join(", "),
        tail: null,
        addedAt,
        usedAt: null,
        ended: { action: "subscription.revoked", target: { type: "subscription", id }, orgId },
        end: (within) => within.removeSubscription(id),
      }),
    ),
    ...connections.map(
      ({ id, client_name, client_host, created_at: addedAt, last_used_at: usedAt }): Way => ({
        id: `connection:${id}`,
        kind: "connection",
        name: `${client_name} (${client_host})`,
        tail: null,
        addedAt,
        usedAt,
        ended: { action: "oauth.disconnected", target: { type: "connection", id }, orgId: null },
        end: (within, at) => within.endConnection(id, "reset", at),
      }),
    ),
  ];
}

/** A way as an answer shows it. */
export function shownWay({ id, kind, name, tail, addedAt, usedAt }: Way) {
  return {
    id,
    kind,
    tail,
    addedAt: new Date(addedAt).toISOString(),
    lastUsedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
    untrusted: { name: foreignText(name) },
  };
}

const counted = z.strictObject({
  passkey: z.number(),
  identity: z.number(),
  calendar: z.number(),
  subscription: z.number().default(0),
  connection: z.number().default(0),
  /** Tail and day of each key: no name, which is foreign text. */
  key: z.array(z.strictObject({ tail: z.string(), day: z.string() })),
});

/** What a reset ended and what stays, by kind. */
const waysLeft = z.strictObject({ ended: counted, stays: counted });

export type WaysLeft = z.output<typeof waysLeft>;

/** Counts ways by kind. */
export function countWays(ways: readonly Way[]): z.output<typeof counted> {
  const of = (kind: WayKind) => ways.filter((way) => way.kind === kind);
  return {
    passkey: of("passkey").length,
    identity: of("identity").length,
    calendar: of("calendar").length,
    subscription: of("subscription").length,
    connection: of("connection").length,
    key: of("key").map(({ tail, addedAt }) => ({
      tail: tail ?? "",
      day: new Date(addedAt).toISOString().slice(0, 10),
    })),
  };
}

/** Reads what a reset has noted. */
export function readWaysLeft(text: string): WaysLeft {
  return waysLeft.parse(JSON.parse(text));
}

/** What ended and what stays, in one sentence each; empty where there was nothing. No foreign text. */
export function waysLeftSentences({ ended, stays }: WaysLeft, locale: Locale): string {
  const sentence = (lead: Localized, ways: WaysLeft["ended"]) => {
    const parts = WAY_KINDS.flatMap((kind) => {
      const count = kind === "key" ? ways.key.length : ways[kind];
      if (count === 0) return [];
      const named = kind === "key" ? ` (${ways.key.map((key) => keyText(key, locale)).join(", ")})` : "";
      return [`${count} ${plural(count, NAMES[kind][locale], locale)}${named}`];
    });
    return parts.length === 0 ? "" : `${lead[locale]} ${parts.join(", ")}.`;
  };
  return [sentence(ENDED, ended), sentence(STAYS, stays)].filter((each) => each !== "").join(" ");
}

function keyText({ tail, day }: { readonly tail: string; readonly day: string }, locale: Locale): string {
  return `…${tail}, ${formatDay(day, locale)}`;
}

const ENDED: Localized = { sk: "Skončilo:", cs: "Skončilo:", en: "Ended:" };
const STAYS: Localized = { sk: "Účet ďalej otvára:", cs: "Účet dál otevírá:", en: "Still opens the account:" };

const NAMES: Readonly<Record<WayKind, Readonly<Record<Locale, PluralForms>>>> = {
  passkey: {
    sk: { one: "prístupový kľúč", few: "prístupové kľúče", other: "prístupových kľúčov" },
    cs: { one: "přístupový klíč", few: "přístupové klíče", other: "přístupových klíčů" },
    en: { one: "passkey", other: "passkeys" },
  },
  key: {
    sk: { one: "kľúč API", few: "kľúče API", other: "kľúčov API" },
    cs: { one: "klíč API", few: "klíče API", other: "klíčů API" },
    en: { one: "API key", other: "API keys" },
  },
  identity: {
    sk: { one: "prepojená identita", few: "prepojené identity", other: "prepojených identít" },
    cs: { one: "propojená identita", few: "propojené identity", other: "propojených identit" },
    en: { one: "linked identity", other: "linked identities" },
  },
  calendar: {
    sk: { one: "adresa kalendára", few: "adresy kalendára", other: "adries kalendára" },
    cs: { one: "adresa kalendáře", few: "adresy kalendáře", other: "adres kalendáře" },
    en: { one: "calendar address", other: "calendar addresses" },
  },
  subscription: {
    sk: {
      one: "adresa kanála alebo termínov",
      few: "adresy kanálov alebo termínov",
      other: "adries kanálov alebo termínov",
    },
    cs: { one: "adresa kanálu nebo termínů", few: "adresy kanálů nebo termínů", other: "adres kanálů nebo termínů" },
    en: { one: "address of a feed or of dates", other: "addresses of feeds or of dates" },
  },
  connection: {
    sk: { one: "pripojená aplikácia", few: "pripojené aplikácie", other: "pripojených aplikácií" },
    cs: { one: "připojená aplikace", few: "připojené aplikace", other: "připojených aplikací" },
    en: { one: "connected application", other: "connected applications" },
  },
};
