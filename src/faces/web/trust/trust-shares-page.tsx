import { trustShares } from "../../../capabilities/trust/trust-shares.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { SecretField } from "../components/secret-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import type { PrivatePage, PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { trustPartPage } from "./trust-part-page.tsx";
import { organizationIn, trustPath } from "./trust-paths.ts";

const text = {
  shares: { sk: "Odkazy na zdieľanie", cs: "Odkazy ke sdílení", en: "Share links" },
  sharesLead: {
    sk: "Držiteľ odkazu vidí na zverejnenej stránke aj to, čo je na požiadanie. Odkaz sa ukáže raz.",
    cs: "Držitel odkazu vidí na zveřejněné stránce i to, co je na požádání. Odkaz se ukáže jednou.",
    en: "The holder of a link also sees what is on request on the published page. The link is shown once.",
  },
  label: { sk: "Pre koho", cs: "Pro koho", en: "For whom" },
  days: { sk: "Platí dní (1 až 90)", cs: "Platí dní (1 až 90)", en: "Valid for days (1 to 90)" },
  link: { sk: "Odkaz, skopírujte si ho teraz", cs: "Odkaz, zkopírujte si jej teď", en: "The link, copy it now" },
  add: { sk: "Vytvoriť odkaz", cs: "Vytvořit odkaz", en: "Make a link" },
  revoke: { sk: "Zrušiť", cs: "Zrušit", en: "Revoke" },
  states: {
    valid: { sk: "platný do", cs: "platný do", en: "valid until" },
    expired: { sk: "skončil", cs: "skončil", en: "expired" },
    revoked: { sk: "zrušený", cs: "zrušený", en: "revoked" },
  },
  used: { sk: "naposledy použitý", cs: "naposledy použit", en: "last used" },
  none: { sk: "Zatiaľ žiadny odkaz.", cs: "Zatím žádný odkaz.", en: "No link yet." },
} as const satisfies Record<string, Localized | Record<string, Localized>>;

/** The share links; `made` is the address of one that was made just now. */
async function sharesShown(request: PrivateRequest<SignedIn>, made?: string): Promise<PageAnswer> {
  const { locale, ask } = request;
  const organizationId = organizationIn(request);
  const { shares } = await ask(trustShares, { organizationId });
  const path = trustPath(organizationId, "/shares");
  return trustPartPage(
    request,
    text.shares,
    text.sharesLead,
    <>
      {made === undefined ? null : (
        <section class="section">
          <SecretField id="share" label={text.link[locale]} secret={made} hook="data-share" locale={locale} />
        </section>
      )}
      <section class="section" aria-label={text.shares[locale]}>
        {shares.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
        <ul class="trust-evidence">
          {shares.map(({ id, state, expiresAt, lastUsedAt, untrusted }) => (
            <li>
              <bdi>{foreignText(untrusted.label)}</bdi>
              <span class="meta">
                {" "}
                {text.states[state][locale]} {state === "revoked" ? "" : formatInstant(expiresAt, locale)}
                {lastUsedAt === null ? "" : `, ${text.used[locale]} ${formatInstant(lastUsedAt, locale)}`}
              </span>
              {state === "valid" ? (
                <QuestionLink
                  locale={locale}
                  path={`${path}/${id}/revoke`}
                  label={text.revoke[locale]}
                  name={foreignText(untrusted.label)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      <section class="section" aria-labelledby="add">
        <h2 id="add">{text.add[locale]}</h2>
        <PostForm request={request} path={path}>
          <TextField request={request} name="label" label={text.label[locale]} autocomplete="off" />
          <TextField request={request} name="days" label={text.days[locale]} value="30" inputmode="numeric" />
          <SubmitButton label={text.add[locale]} />
        </PostForm>
      </section>
    </>,
  );
}

export const trustSharesPage: PrivatePage<SignedIn> = (request) => sharesShown(request);

/** The share links with the address of the one that was made just now. */
export function shareMadePage(
  request: PrivateRequest<SignedIn>,
  { address }: { readonly address: string },
): Promise<PageAnswer> {
  return sharesShown(request, address);
}
