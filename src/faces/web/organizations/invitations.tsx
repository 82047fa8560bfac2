import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { organizationMembers } from "../../../capabilities/organizations/organization-members.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import type { Role } from "../../../core/role.ts";
import { formatDay } from "../../../core/text.ts";
import { ConfirmField, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { SecretField } from "../components/secret-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { OrganizationHead } from "./organization-head.tsx";
import { ROLE_MEANINGS, ROLE_NAMES } from "./organization-texts.ts";
import { RoleField } from "./role-field.tsx";

const text = typesetTexts({
  invite: { sk: "Pozvať", cs: "Pozvat", en: "Invite" },
  inviteTitle: { sk: "Pozvať človeka", cs: "Pozvat člověka", en: "Invite somebody" },
  inviteLead: {
    sk: "Pošleme mu odkaz, ktorý platí 7 dní. Staršia pozvánka na tú istú adresu sa tým skončí.",
    cs: "Pošleme mu odkaz, který platí 7 dní. Starší pozvánka na tutéž adresu tím skončí.",
    en: "We send a link that is valid for 7 days. An older invitation for the same address ends.",
  },
  email: { sk: "E-mail", cs: "E-mail", en: "E-mail" },
  invitations: { sk: "Otvorené pozvánky", cs: "Otevřené pozvánky", en: "Open invitations" },
  noInvitations: { sk: "Nikto nie je pozvaný.", cs: "Nikdo není pozván.", en: "Nobody is invited." },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  withdraw: { sk: "Zrušiť pozvánku", cs: "Zrušit pozvánku", en: "Withdraw" },
  invited: { sk: "Pozvánka je odoslaná", cs: "Pozvánka je odeslána", en: "The invitation is sent" },
  invitedLead: {
    sk: "Odkaz išiel e-mailom. Môžete ho poslať aj sami; znova sa nezobrazí.",
    cs: "Odkaz odešel e-mailem. Můžete ho poslat i sami; znovu se nezobrazí.",
    en: "The link went by e-mail. You can also send it yourself; it is not shown again.",
  },
  link: { sk: "Odkaz z pozvánky", cs: "Odkaz z pozvánky", en: "Link of the invitation" },
  back: { sk: "Späť na členov", cs: "Zpět na členy", en: "Back to the members" },
} satisfies Record<string, Localized>);

type Members = AnswerOf<typeof organizationMembers>;

/** The open invitations of an organization, and the form for another one. */
export function InvitationSections({
  request,
  organizationId,
  list: { invitations, mayInvite },
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
        <PostForm request={request} path={organizationPath(organizationId, `/invitations/${id}/withdraw`)} isInline>
          <button type="submit" class="button is-quiet" aria-label={`${text.withdraw[locale]}: ${untrusted.email}`}>
            {text.withdraw[locale]}
          </button>
        </PostForm>
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
  { link }: { readonly link: string },
): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const organizationId = params.organizationId ?? "";
  const { id, role, untrusted } = await ask(organizationShow, { organizationId });
  return {
    title: text.invited[locale],
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <section class="opening">
        <OrganizationHead request={request} organization={{ id, role, untrusted }} />
        <h2>{text.invited[locale]}</h2>
        <p class="prose">{text.invitedLead[locale]}</p>
        <SecretField id="invitation" label={text.link[locale]} secret={link} hook="data-invitation" locale={locale} />
        <p>
          <a href={href(locale, organizationPath(id, "/members"))}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}
