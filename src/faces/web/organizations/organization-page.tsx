import { leavePreview } from "../../../capabilities/organizations/lost-grants.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { countryNames } from "../../../core/country.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { hasRight } from "../../../core/rights.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { formatIco } from "../components/format-ico.ts";
import type { PageAnswer, SignedIn } from "../page.ts";
import { firmPath, href, organizationPath, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { losesNothing } from "./lost-grants.tsx";
import { OrganizationHead } from "./organization-head.tsx";

const text = typesetTexts({
  register: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
  completion: { sk: "Splnené", cs: "Splněno", en: "Complete" },
  tracked: { sk: "Sledované povinnosti", cs: "Sledované povinnosti", en: "Tracked obligations" },
  overdue: { sk: "Po termíne", cs: "Po termínu", en: "Overdue" },
  nothing: {
    sk: "Zatiaľ nič nesledujete. Začnite dotazníkom: zaberie dvadsať minút.",
    cs: "Zatím nic nesledujete. Začněte dotazníkem: zabere dvacet minut.",
    en: "Nothing is tracked yet. Start with the questionnaire: twenty minutes.",
  },
  nothingYet: { sk: "Zatiaľ sa tu nič nesleduje.", cs: "Zatím se tu nic nesleduje.", en: "Nothing is tracked yet." },
  questionnaire: { sk: "Otvoriť dotazník", cs: "Otevřít dotazník", en: "Open the questionnaire" },
  open: { sk: "Otvoriť evidenciu", cs: "Otevřít evidenci", en: "Open the register" },
  firm: { sk: "Firma", cs: "Firma", en: "Firm" },
  verdict: { sk: "posúdenie podľa IČO", cs: "posouzení podle IČO", en: "verdict for the IČO" },
  members: { sk: "Členovia", cs: "Členové", en: "Members" },
  of: { sk: "z", cs: "z", en: "of" },
  reminders: { sk: "Upozornenia e-mailom", cs: "Upozornění e-mailem", en: "Reminders by mail" },
  calendar: { sk: "Adresa kalendára", cs: "Adresa kalendáře", en: "Calendar address" },
  keys: { sk: "Kľúče API pre agentov", cs: "Klíče API pro agenty", en: "API keys for agents" },
  manageKeys: { sk: "Spravovať kľúče", cs: "Spravovat klíče", en: "Manage keys" },
  keysLead: {
    sk: "Agent číta túto organizáciu vaším kľúčom API, kým ste jej členom.",
    cs: "Agent čte tuto organizaci vaším klíčem API, dokud jste jejím členem.",
    en: "An agent reads this organization with your API key for as long as you are a member.",
  },
  leave: { sk: "Odísť z organizácie", cs: "Odejít z organizace", en: "Leave the organization" },
  leaveLead: {
    sk: "Prístup stratíte hneď, aj vaše kľúče API. Čo ste tu urobili, v organizácii ostane.",
    cs: "Přístup ztratíte hned, i vaše klíče API. Co jste tu udělali, v organizaci zůstane.",
    en: "You lose access at once, and so do your API keys. What you did here stays in the organization.",
  },
} satisfies Record<string, Localized>);

/** What an organization is and how far it is. */
export async function organizationPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const organizationId = params.organizationId ?? "";
  const organization = await ask(organizationShow, { organizationId });
  const loss = await ask(leavePreview, { organizationId });
  const { id, role, country, ico, completion, tracked, obligations, overdue, members, untrusted } = organization;
  return {
    title: untrusted.name,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <dl class="facts is-plain organization-facts">
            {ico === null ? null : (
              <div>
                <dt>{text.firm[locale]}</dt>
                <dd>
                  {country === null ? null : `${countryNames[country][locale]}, `}
                  IČO {formatIco(ico)},{" "}
                  <a href={href(locale, firmPath(ico, country ?? undefined))}>{text.verdict[locale]}</a>
                </dd>
              </div>
            )}
            <div>
              <dt>{text.members[locale]}</dt>
              <dd>
                <a href={href(locale, organizationPath(id, "/members"))}>{members}</a>
              </dd>
            </div>
          </dl>
        </section>
        <section class="section" aria-labelledby="register">
          <h2 id="register">{text.register[locale]}</h2>
          {tracked === 0 && !hasRight(role, "change") ? (
            <p class="prose">{text.nothingYet[locale]}</p>
          ) : tracked === 0 ? (
            <>
              <p class="prose">{text.nothing[locale]}</p>
              <p class="buttons">
                <a class="button" href={href(locale, organizationPath(id, "/questionnaires"))}>
                  {text.questionnaire[locale]}
                </a>
              </p>
            </>
          ) : (
            <dl class="facts is-plain organization-facts">
              <div>
                <dt>{text.completion[locale]}</dt>
                <dd data-completion={completion}>{completion} %</dd>
              </div>
              <div>
                <dt>{text.tracked[locale]}</dt>
                <dd>
                  {tracked} {text.of[locale]} {obligations}
                </dd>
              </div>
              <div>
                <dt>{text.overdue[locale]}</dt>
                <dd>
                  {overdue === 0 ? (
                    0
                  ) : (
                    <a href={href(locale, organizationPath(id, "/obligations"), { overdue: "1" })}>{overdue}</a>
                  )}
                </dd>
              </div>
            </dl>
          )}
          <p class="links">
            <a href={href(locale, organizationPath(id, "/obligations"))}>{text.open[locale]}</a>
            <a href={href(locale, organizationPath(id, "/reminders"))}>{text.reminders[locale]}</a>
            <a href={href(locale, organizationPath(id, "/calendar"))}>{text.calendar[locale]}</a>
          </p>
        </section>
        <section class="section" aria-labelledby="keys">
          <h2 id="keys">{text.keys[locale]}</h2>
          <p class="prose">
            {text.keysLead[locale]} <a href={href(locale, privatePaths.keys)}>{text.manageKeys[locale]}</a>
          </p>
        </section>
        <section class="section" aria-labelledby="leave">
          <h2 id="leave">{text.leave[locale]}</h2>
          <PostForm request={request} path={organizationPath(id, "/leave")}>
            <p class="prose">{text.leaveLead[locale]}</p>
            {losesNothing(loss) ? (
              <SubmitButton label={text.leave[locale]} isQuiet />
            ) : (
              <p>
                <a href={href(locale, organizationPath(id, "/leave"))}>{text.leave[locale]}</a>
              </p>
            )}
          </PostForm>
        </section>
      </>
    ),
  };
}
