import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { myInvitations } from "../../../capabilities/organizations/invitation-accept.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber, type PluralForms, plural } from "../../../core/text.ts";
import { PostForm } from "../components/form.tsx";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { ROLE_NAMES } from "./organization-texts.ts";

const text = {
  as: { sk: "ako", cs: "jako", en: "as" },
  invitedBy: { sk: "pozýva", cs: "zve", en: "invited by" },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  accept: { sk: "Prijať pozvánku", cs: "Přijmout pozvánku", en: "Accept the invitation" },
  decline: { sk: "Odmietnuť", cs: "Odmítnout", en: "Decline" },
} satisfies Record<string, Localized>;

const WAITING: Readonly<Record<Locale, PluralForms>> = {
  sk: { one: "pozvánka čaká", few: "pozvánky čakajú", other: "pozvánok čaká" },
  cs: { one: "pozvánka čeká", few: "pozvánky čekají", other: "pozvánek čeká" },
  en: { one: "invitation waits", other: "invitations wait" },
};

type Invitations = AnswerOf<typeof myInvitations>["invitations"];

/** How many invitations wait, in words. */
export function waitingInvitations(count: number, locale: Locale): string {
  return `${formatNumber(count, locale)} ${plural(count, WAITING[locale], locale)}`;
}

/** The open invitations for a person's address, each with its answer; nothing where there is none. */
export function MyInvitations({
  request,
  invitations,
}: {
  request: PrivateRequest<SignedIn>;
  invitations: Invitations;
}) {
  const { locale } = request;
  if (invitations.length === 0) return null;
  return (
    <section class="section" aria-labelledby="my-invitations">
      <h2 id="my-invitations">{waitingInvitations(invitations.length, locale)}</h2>
      <ul class="rows">
        {invitations.map(({ id, role, expiresAt, untrusted }) => (
          <li class="row" data-open-invitation={id}>
            <p class="row-name">
              <bdi class="long-name">{untrusted.organization}</bdi>
            </p>
            <p class="meta">
              {text.as[locale]} {ROLE_NAMES[role][locale]}, {text.invitedBy[locale]}{" "}
              <bdi class="breakable">{untrusted.invitedBy}</bdi>, {text.until[locale]}{" "}
              {formatDay(expiresAt.slice(0, 10), locale)}
            </p>
            <div class="buttons">
              <PostForm request={request} path={`/invitations/${id}/accept`} isInline>
                <button type="submit" class="button" aria-label={`${text.accept[locale]}: ${untrusted.organization}`}>
                  {text.accept[locale]}
                </button>
              </PostForm>
              <PostForm request={request} path={`/invitations/${id}/decline`} isInline>
                <button
                  type="submit"
                  class="button is-quiet"
                  aria-label={`${text.decline[locale]}: ${untrusted.organization}`}
                >
                  {text.decline[locale]}
                </button>
              </PostForm>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
