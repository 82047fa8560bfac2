import type { organizationAuditLog } from "../../../capabilities/audit/organization-audit-log.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { STATUS_TEXTS } from "../../../capabilities/obligations/status-texts.ts";
import type { ActorKind } from "../../../core/actor-kind.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { OBLIGATION_STATUSES } from "../../../core/obligation-status.ts";
import { formatInstant } from "../../../core/text.ts";
import { ACTION_NAMES } from "./action-names.ts";
import { ROLE_NAMES } from "./organization-texts.ts";

const text = {
  when: { sk: "Kedy", cs: "Kdy", en: "When" },
  actor: { sk: "Kto", cs: "Kdo", en: "Who" },
  action: { sk: "Udalosť", cs: "Událost", en: "Event" },
  where: { sk: "Odkiaľ", cs: "Odkud", en: "From where" },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
} satisfies Record<string, Localized>;

/** Who did it, where it was nobody with an account here. */
export const ACTOR_NAMES: Readonly<Record<ActorKind, Localized>> = {
  person: { sk: "človek s účtom", cs: "člověk s účtem", en: "somebody with an account" },
  link_holder: { sk: "držiteľ odkazu", cs: "držitel odkazu", en: "holder of the link" },
  addressee: { sk: "adresát", cs: "adresát", en: "addressee" },
  requester: { sk: "žiadateľ", cs: "žadatel", en: "requester" },
  operator: { sk: "správca služby Dosah", cs: "správce služby Dosah", en: "operator of Dosah" },
  service: { sk: "služba", cs: "služba", en: "the service" },
  unknown: { sk: "neznámy", cs: "neznámý", en: "unknown" },
};

const via = {
  web: { sk: "stránka", cs: "stránka", en: "page" },
  mcp: { sk: "agent", cs: "agent", en: "agent" },
  rest: { sk: "REST", cs: "REST", en: "REST" },
  cli: { sk: "príkazový riadok", cs: "příkazový řádek", en: "command line" },
  system: { sk: "služba", cs: "služba", en: "service" },
} satisfies Record<string, Localized>;

type Log = AnswerOf<typeof organizationAuditLog>;

/** The entries of the log: when, who, what and from where. */
export function AuditEntries({ locale, log }: { locale: Locale; log: Log }) {
  const nameOf = new Map(log.people.map(({ id, untrusted }) => [id, untrusted.name]));
  return (
    <table class="is-stacked audit-entries">
      <thead>
        <tr>
          <th scope="col">{text.when[locale]}</th>
          <th scope="col">{text.actor[locale]}</th>
          <th scope="col">{text.action[locale]}</th>
          <th scope="col">{text.where[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {log.items.map((item) => (
          <tr data-action={item.action}>
            <th scope="row">
              <time datetime={item.at}>{formatInstant(item.at, locale)}</time>
            </th>
            <td data-label={text.actor[locale]} data-actor-kind={item.actorKind}>
              <Actor locale={locale} item={item} />
            </td>
            <td data-label={text.action[locale]}>
              <div>
                {ACTION_NAMES[item.action]?.[locale] ?? item.action}
                <What locale={locale} item={item} nameOf={nameOf} />
              </div>
            </td>
            <td data-label={text.where[locale]}>
              {via[item.via][locale]}
              {item.ipPrefix === null ? "" : `, ${item.ipPrefix}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actor({ locale, item: { actor, actorKind } }: { locale: Locale; item: Log["items"][number] }) {
  if (actor === null) return <>{ACTOR_NAMES[actorKind][locale]}</>;
  if (actor.untrusted.name === null) {
    return (
      <>
        {text.former[locale]} {actor.former}
      </>
    );
  }
  return <bdi>{actor.untrusted.name}</bdi>;
}

/** On whom or what, and the role or status before and after: our own words and codes, and the name of a member. */
function What({
  locale,
  item: { target, details, untrusted },
  nameOf,
}: {
  locale: Locale;
  item: Log["items"][number];
  nameOf: ReadonlyMap<string, string>;
}) {
  const roles = [details.before, details.after, details.role].filter((role) => isRole(role));
  const changed =
    target?.type === "obligation" ? statesOf(details, locale) : roles.map((role) => ROLE_NAMES[role][locale]);
  const subject = <Subject locale={locale} target={target} object={untrusted.object} nameOf={nameOf} />;
  return (
    <span class="meta audit-what">
      {subject}
      {changed.length === 0 ? null : ` ${changed.join(" → ")}`}
    </span>
  );
}

/** What an entry is about: a member, an obligation, a domain, or the name that the log gives. */
function Subject({
  locale,
  target,
  object,
  nameOf,
}: {
  locale: Locale;
  target: Log["items"][number]["target"];
  object: string | null;
  nameOf: ReadonlyMap<string, string>;
}) {
  if (target?.type === "account") return <bdi>{nameOf.get(target.id) ?? text.former[locale]}:</bdi>;
  if (object !== null) return <bdi data-object>{object}</bdi>;
  if (target?.type === "obligation") return <code>{target.id}</code>;
  return target?.type === "domain" ? <bdi>{target.id}</bdi> : null;
}

/** The status of an obligation before and after a change; nothing where it stayed. */
function statesOf({ before, after }: Log["items"][number]["details"], locale: Locale): readonly string[] {
  if (before === after) return [];
  return [before, after].map((state) => {
    const known = OBLIGATION_STATUSES.find((each) => each === state);
    return STATUS_TEXTS[known ?? "untracked"][locale];
  });
}

function isRole(value: unknown): value is keyof typeof ROLE_NAMES {
  return typeof value === "string" && Object.hasOwn(ROLE_NAMES, value);
}
