import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { organizationMembers } from "../../../capabilities/organizations/organization-members.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import type { Role } from "../../../core/role.ts";
import { formatDay } from "../../../core/text.ts";
import { ConfirmField, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { MailNotice } from "../components/mail-notice.tsx";
import { SecretField } from "../components/secret-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { OrganizationHead } from "./organization-head.tsx";
import { ROLE_MEANINGS, ROLE_NAMES } from "./organization-texts.ts";
import { RoleField } from "./role-field.tsx";

const text = typesetTexts({
  invite: { sk: "Pozvať", cs: "Pozvat", en: "Invite" },
  inviteTitle: { sk: "Pozvať kolegu", cs: "Pozvat kolegu", en: "Invite a colleague" },
  inviteLead: {
    sk: "Pošleme mu odkaz, ktorý platí 7 dní. Staršia pozvánka na tú istú adresu sa tým skončí.",
    cs: "Pošleme mu odkaz, který platí 7 dní. Starší pozvánka na tutéž adresu tím skončí.",
    en: "We send a link that is valid for 7 days. An older invitation for the same address ends.",
  },
  email: { sk: "E-mail", cs: "E-mail", en: "E-mail" },
  invitations: { sk: "Otvorené pozvánky", cs: "Otevřené pozvánky", en: "Open invitations" },
  noInvitations: { sk: "Nikto nie je pozvaný.", cs: "Nikdo není pozván.", en: "Nobody is invited." },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  declined: { sk: "pozvánka odmietnutá", cs: "pozvánka odmítnuta", en: "invitation declined on" },
  withdraw: { sk: "Zrušiť pozvánku", cs: "Zrušit pozvánku", en: "Withdraw" },
  invited: { sk: "Pozvánka je odoslaná", cs: "Pozvánka je odeslána", en: "The invitation is sent" },
  made: { sk: "Pozvánka je pripravená", cs: "Pozvánka je připravena", en: "The invitation is made" },
  went: { sk: "Pozvánka išla e-mailom.", cs: "Pozvánka odešla e-mailem.", en: "The invitation went by e-mail." },
  invitedLead: {
    sk: "Tento odkaz môžete poslať aj sami; znova sa nezobrazí. E-mail pri ňom potvrdí až ďalšia správa.",
    cs: "Tento odkaz můžete poslat i sami; znovu se nezobrazí. E-mail při něm potvrdí až další zpráva.",
    en: "You can also send this link yourself; it is not shown again. With it the e-mail is confirmed by a message of its own.",
  },
  link: { sk: "Odkaz z pozvánky", cs: "Odkaz z pozvánky", en: "Link of the invitation" },
  back: { sk: "Späť na členov", cs: "Zpět na členy", en: "Back to the members" },
} satisfies Record<string, Localized>);

type Members = AnswerOf<typeof organizationMembers>;

/** The open invitations of an organization, and the form for another one. */
export function InvitationSections({
  request,
  organizationId,
  list: { invitations, declined, mayInvite },
}: {
  request: PrivateRequest;
  organizationId: string;
  list: Members;
}) {
  const { locale } = request;
  return (
    <>
      <section class="section" aria-labelledby="invitations">
        <h2 id="invitations">{text.invitations[locale]}</h2>
        {invitations.length === 0 ? (
          <p class="prose">{text.noInvitations[locale]}</p>
        ) : (
          <ul class="rows">
            {invitations.map((invitation) => (
              <InvitationRow request={request} organizationId={organizationId} invitation={invitation} />
            ))}
          </ul>
        )}
        {declined.map(({ declinedAt, untrusted }) => (
          <p class="meta">
            <bdi class="breakable">{untrusted.email}</bdi> {text.declined[locale]}{" "}
            {formatDay(declinedAt.slice(0, 10), locale)}
          </p>
        ))}
      </section>
      <section class="section" aria-labelledby="invite">
        <h2 id="invite">{text.inviteTitle[locale]}</h2>
        <InviteForm request={request} organizationId={organizationId} roles={mayInvite} />
      </section>
    </>
  );
}

function InvitationRow({
  request,
  organizationId,
  invitation: { id, role, expiresAt, mayManage, untrusted },
}: {
  request: PrivateRequest;
  organizationId: string;
  invitation: Members["invitations"][number];
}) {
  const { locale } = request;
  return (
    <li class="row" id={id}>
      <p class="row-name">
        <bdi class="breakable">{untrusted.email}</bdi>
      </p>
      <p class="meta">
        {ROLE_NAMES[role][locale]}, {text.until[locale]} {formatDay(expiresAt.slice(0, 10), locale)}
      </p>
      {mayManage ? (
        <QuestionLink
          locale={locale}
          path={organizationPath(organizationId, `/invitations/${id}/withdraw`)}
          label={text.withdraw[locale]}
          name={untrusted.email}
        />
      ) : null}
    </li>
  );
}

function InviteForm({
  request,
  organizationId,
  roles,
}: {
  request: PrivateRequest;
  organizationId: string;
  roles: readonly Role[];
}) {
  const { locale, form, refusal } = request;
  const chosen = roles.find((role) => refusal !== null && role === form.get("role")) ?? "member";
  return (
    <PostForm request={request} path={organizationPath(organizationId, "/invitations")}>
      <p class="prose">{text.inviteLead[locale]}</p>
      <TextField request={request} name="email" label={text.email[locale]} type="email" autocomplete="off" />
      <RoleField locale={locale} id="role" roles={roles} chosen={chosen} />
      <dl class="role-meanings meta">
        {roles.map((role) => (
          <div>
            <dt>{ROLE_NAMES[role][locale]}</dt>
            <dd>{ROLE_MEANINGS[role][locale]}</dd>
          </div>
        ))}
      </dl>
      {roles.includes("owner") ? <ConfirmField request={request} /> : null}
      <SubmitButton label={text.invite[locale]} />
    </PostForm>
  );
}

/** The link of an invitation that was made just now, shown once. */
export async function invitedPage(
  request: PrivateRequest<SignedIn>,
  { link, mailLink }: { readonly link: string; readonly mailLink: string | null },
): Promise<PageAnswer> {
  const { locale, params, site, ask } = request;
  const organizationId = params.organizationId ?? "";
  const { id, role, untrusted } = await ask(organizationShow, { organizationId });
  const mail = { isMailSet: site.isMailSet, link: await request.mailLink(mailLink) };
  const title = (site.isMailSet ? text.invited : text.made)[locale];
  return {
    title,
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <section class="opening">
        <OrganizationHead request={request} organization={{ id, role, untrusted }} />
        <h2>{title}</h2>
        <MailNotice mail={mail} sent={text.went} locale={locale} />
        <p class="prose">{text.invitedLead[locale]}</p>
        <SecretField id="invitation" label={text.link[locale]} secret={link} hook="data-invitation" locale={locale} />
        <p>
          <a href={href(locale, organizationPath(id, "/members"))}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}
