import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { leavePreview } from "../../../capabilities/organizations/lost-grants.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, type PluralForms, plural } from "../../../core/text.ts";
import { Options } from "../components/form-field.tsx";
import type { PrivateRequest } from "../private-page.ts";
import { ROLE_NAMES } from "./organization-texts.ts";

const text = typesetTexts({
  ends: { sk: "Týmto sa skončí:", cs: "Tím skončí:", en: "This ends" },
  and: { sk: ", ", cs: ", ", en: " and " },
  invitationFor: { sk: "Pozvánka pre", cs: "Pozvánka pro", en: "Invitation for" },
  share: { sk: "Odkaz na zdieľanie", cs: "Odkaz ke sdílení", en: "Share link" },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  used: { sk: "naposledy použitý", cs: "naposledy použitý", en: "last used" },
  unused: { sk: "ešte nepoužitý", cs: "zatím nepoužitý", en: "not used yet" },
  keep: { sk: "Prevezmem", cs: "Převezmu", en: "I take it over" },
  keepLead: {
    sk: "Čo má platiť ďalej, zaškrtnite: prevezmete to vy.",
    cs: "Co má platit dál, zaškrtněte: převezmete to vy.",
    en: "Tick what is to stay valid: you take it over.",
  },
  yours: {
    sk: "Plány skenov prevezmete vy.",
    cs: "Plány skenů převezmete vy.",
    en: "You take over the scan schedules.",
  },
  owners: {
    sk: "Plány skenov prevezme najdlhšie pôsobiaci vlastník:",
    cs: "Plány skenů převezme vlastník, který je tu nejdéle:",
    en: "The scan schedules go to the owner who joined first:",
  },
  calendar: {
    sk: "Adresa kalendára prestane platiť.",
    cs: "Adresa kalendáře přestane platit.",
    en: "The calendar address ends.",
  },
} satisfies Record<string, Localized>);

const invitations: Readonly<Record<Locale, PluralForms>> = {
  sk: { one: "pozvánka", few: "pozvánky", other: "pozvánok" },
  cs: { one: "pozvánka", few: "pozvánky", other: "pozvánek" },
  en: { one: "invitation", other: "invitations" },
};
const shares: Readonly<Record<Locale, PluralForms>> = {
  sk: { one: "odkaz na zdieľanie", few: "odkazy na zdieľanie", other: "odkazov na zdieľanie" },
  cs: { one: "odkaz ke sdílení", few: "odkazy ke sdílení", other: "odkazů ke sdílení" },
  en: { one: "share link", other: "share links" },
};

type Loss = Pick<AnswerOf<typeof leavePreview>, "ends" | "schedules" | "endsCalendar">;

/**
 * What ends and what others take over, inside the form of the change: each grant with a tick where the person may keep it.
 * @param heir who takes over the schedules where it is not the person; foreign text
 */
export function LostGrants({
  request: { locale, form },
  loss: { ends, schedules, endsCalendar },
  heir,
}: {
  request: Pick<PrivateRequest, "locale" | "form">;
  loss: Loss;
  heir?: string | null;
}) {
  const counted = [
    [ends.filter(({ kind }) => kind === "invitation").length, invitations[locale]],
    [ends.filter(({ kind }) => kind === "share").length, shares[locale]],
  ] as const;
  const parts = counted
    .filter(([count]) => count > 0)
    .map(([count, forms]) => `${count} ${plural(count, forms, locale)}`);
  const kept = form.getAll("keep");
  return (
    <>
      {parts.length === 0 ? null : (
        <p class="prose">
          {text.ends[locale]} {parts.join(text.and[locale])}.
          {ends.some(({ mayKeep }) => mayKeep) ? ` ${text.keepLead[locale]}` : ""}
        </p>
      )}
      {ends.length === 0 ? null : (
        <ul class="rows">
          {ends.map((grant) => (
            <GrantRow locale={locale} grant={grant} isKept={kept.includes(grant.id)} />
          ))}
        </ul>
      )}
      {schedules === 0 ? null : (
        <p class="prose" data-schedules={schedules}>
          {heir == null ? (
            text.yours[locale]
          ) : (
            <>
              {text.owners[locale]} <bdi class="breakable">{heir}</bdi>.
            </>
          )}
        </p>
      )}
      {endsCalendar ? <p class="prose">{text.calendar[locale]}</p> : null}
    </>
  );
}

function GrantRow({
  locale,
  grant: { id, kind, role, expiresAt, lastUsedAt, mayKeep, untrusted },
  isKept,
}: {
  locale: Locale;
  grant: Loss["ends"][number];
  isKept: boolean;
}) {
  return (
    <li class="row" data-grant={id} data-kind={kind}>
      <p class="row-name">
        {kind === "invitation" ? text.invitationFor[locale] : text.share[locale]} <bdi>{untrusted.label}</bdi>
        {role === null ? "" : `, ${ROLE_NAMES[role][locale]}`}
      </p>
      <p class="meta">
        {text.until[locale]} {formatDay(expiresAt.slice(0, 10), locale)}
        {kind === "invitation"
          ? ""
          : lastUsedAt === null
            ? `, ${text.unused[locale]}`
            : `, ${text.used[locale]} ${formatDay(lastUsedAt.slice(0, 10), locale)}`}
      </p>
      {mayKeep ? (
        <div class="choice">
          <Options
            name="keep"
            options={[
              {
                value: id,
                name: (
                  <>
                    {text.keep[locale]}
                    <span class="visually-hidden"> {untrusted.label}</span>
                  </>
                ),
              },
            ]}
            values={isKept ? [id] : []}
            isSeveral
          />
        </div>
      ) : null}
    </li>
  );
}
