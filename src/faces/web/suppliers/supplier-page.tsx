import { supplierShow } from "../../../capabilities/suppliers/supplier-show.ts";
import { JUDGEMENT_CHOICES, JUDGEMENT_TEXTS } from "../../../capabilities/suppliers/supplier-table.ts";
import { supplierQuestionnaire } from "../../../capabilities/trust/supplier-questionnaires.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton, TextArea } from "../components/form.tsx";
import { Choice } from "../components/form-field.tsx";
import { LawText } from "../components/law-text.tsx";
import { MailNotice } from "../components/mail-notice.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { firmPath, href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { organizationIn, suppliersPath } from "../trust/trust-paths.ts";
import { LetterList, type Questionnaire } from "../trust/trust-view.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { ProfileNews } from "./profile-news.tsx";
import { type ShownSupplier, SupplierHistory } from "./supplier-history.tsx";
import { CoverageSummary, JudgementMark, ProfileMark, StandingMark } from "./supplier-marks.tsx";

const text = {
  back: { sk: "Dodávatelia", cs: "Dodavatelé", en: "Suppliers" },
  nis2: { sk: "NIS2 podľa registra", cs: "NIS2 podle rejstříku", en: "NIS2 according to the register" },
  verdict: { sk: "Posúdenie s dôvodmi", cs: "Posouzení s důvody", en: "Verdict with its reasons" },
  notKnown: {
    sk: "Neznamená to, že je mimo pôsobnosti: bez údajov z registra to nevieme povedať.",
    cs: "Neznamená to, že je mimo působnost: bez údajů z rejstříku to nevíme.",
    en: "This does not mean that it is out of scope: without the register we cannot tell.",
  },
  profile: { sk: "Čo dodávateľ zverejnil", cs: "Co dodavatel zveřejnil", en: "What the supplier publishes" },
  self: {
    sk: "Vlastné vyhlásenie dodávateľa, neoverené.",
    cs: "Vlastní prohlášení dodavatele, neověřené.",
    en: "The supplier's own statement, not verified.",
  },
  stated: { sk: "Vyhlásenie zo dňa", cs: "Prohlášení ze dne", en: "Stated on" },
  open: { sk: "Otvoriť celý profil", cs: "Otevřít celý profil", en: "Open the whole profile" },
  staleLead: {
    sk: "Dodávateľ ho po skončení platnosti nepotvrdil. Vyžiadajte si nové vyhlásenie.",
    cs: "Dodavatel jej po skončení platnosti nepotvrdil. Vyžádejte si nové prohlášení.",
    en: "The supplier has not confirmed it since its validity ended. Ask for a new statement.",
  },
  withdrawnLead: {
    sk: "Dodávateľ mal zverejnený profil, teraz ho nemá.",
    cs: "Dodavatel měl zveřejněný profil, teď jej nemá.",
    en: "The supplier had a published profile; now it has none.",
  },
  noneLead: {
    sk: "Tento dodávateľ tu zatiaľ nič nezverejnil. Môžete ho o profil požiadať.",
    cs: "Tento dodavatel tu zatím nic nezveřejnil. Můžete ho o profil požádat.",
    en: "This supplier has published nothing here yet. You can ask for a profile.",
  },
  letters: { sk: "Pokrytie podľa písmen", cs: "Pokrytí podle písmen", en: "Coverage by letter" },
  asked: { sk: "Žiadosť sa odosiela.", cs: "Žádost se odesílá.", en: "The request is being sent." },
  ask: { sk: "Požiadať o profil", cs: "Požádat o profil", en: "Ask for a profile" },
  judgement: { sk: "Naše hodnotenie", cs: "Naše hodnocení", en: "Our judgement" },
  judgementLead: {
    sk: "Podľa čl. 21 ods. 3 smernice (EÚ) 2022/2555 sa pri opatreniach zohľadňujú zraniteľnosti každého priameho dodávateľa a celková kvalita jeho produktov a postupov kybernetickej bezpečnosti. Zapíšte, k čomu ste dospeli a prečo.",
    cs: "Podle čl. 21 odst. 3 směrnice (EU) 2022/2555 se při opatřeních zohledňují zranitelnosti každého přímého dodavatele a celková kvalita jeho produktů a postupů kybernetické bezpečnosti. Zapište, k čemu jste došli a proč.",
    en: "Under Article 21(3) of Directive (EU) 2022/2555, measures take into account the vulnerabilities of each direct supplier and the overall quality of its products and cybersecurity practices. Note what you concluded and why.",
  },
  conclusion: { sk: "K čomu sme dospeli", cs: "K čemu jsme došli", en: "What we concluded" },
  note: { sk: "Poznámka", cs: "Poznámka", en: "Note" },
  noteHelp: {
    sk: "Dôvody, podmienky, odkazy na zmluvy. Vidia ju len členovia vašej organizácie. Najviac 4000 znakov.",
    cs: "Důvody, podmínky, odkazy na smlouvy. Vidí ji jen členové vaší organizace. Nejvýše 4000 znaků.",
    en: "Reasons, conditions, references to contracts. Only members of your organization see it. At most 4000 characters.",
  },
  save: { sk: "Uložiť hodnotenie", cs: "Uložit hodnocení", en: "Save the judgement" },
  empty: { sk: "prázdna", cs: "prázdná", en: "empty" },
  theirs: { sk: "Teraz je uložené", cs: "Teď je uloženo", en: "Stored now" },
  theirsLead: {
    sk: "Vo formulári ostalo, čo ste napísali. Ak ho uložíte znova, nahradí to, čo je uložené; história si ponechá oboje.",
    cs: "Ve formuláři zůstalo, co jste napsali. Pokud ho uložíte znovu, nahradí to, co je uloženo; historie si ponechá obojí.",
    en: "The form still holds what you typed. Saving it again replaces what is stored; the history keeps both.",
  },
  remove: { sk: "Odstrániť zo zoznamu", cs: "Odstranit ze seznamu", en: "Remove from the list" },
  asOf: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
} satisfies Record<string, Localized>;

/** The supplier that a path names. */
function supplierIn({ params }: Pick<PrivateRequest, "params">): string {
  return params.supplier ?? "";
}

/** One supplier: verdict, profile beside the organization's own judgement, what changed, history. */
export async function supplierPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, refusal } = request;
  const shown = await ask(supplierShow, { organizationId: organizationIn(request), supplier: supplierIn(request) });
  const { organization, supplier: row, mayChange } = shown;
  const { questionnaireVersion: version } = row.profile;
  const questionnaire = version === null ? undefined : await ask(supplierQuestionnaire, { version });
  const wasAsked = request.query.get("done") === "done";
  const mail = wasAsked ? { isMailSet: request.site.isMailSet, link: await request.mailLink() } : null;
  const isClash = refusal?.faults.some(({ code }) => code === "changed_meanwhile") === true;
  const name = row.untrusted.name ?? `IČO ${row.ico}`;
  return {
    title: `${name} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, suppliersPath(organization.id))}>{text.back[locale]}</a> · {row.country} {row.ico}
          </p>
          <h2 class="is-long">
            <bdi>{name}</bdi>
          </h2>
          {mail === null || mail.isMailSet ? null : <MailNotice mail={mail} sent={text.asked} locale={locale} />}
        </section>
        <div class="supplier-sides">
          <div>
            <Nis2 shown={shown} locale={locale} />
            <Profile shown={shown} questionnaire={questionnaire} locale={locale} />
          </div>
          <div>
            {isClash ? (
              <section class="section" aria-labelledby="theirs">
                <h3 id="theirs">{text.theirs[locale]}</h3>
                <p class="prose">{text.theirsLead[locale]}</p>
                <Stored shown={shown} locale={locale} />
              </section>
            ) : null}
            <section class="section" aria-labelledby="judgement">
              <h3 id="judgement">{text.judgement[locale]}</h3>
              <p class="prose">
                <LawText text={text.judgementLead[locale]} />
              </p>
              {mayChange ? <JudgementForm request={request} shown={shown} /> : <Stored shown={shown} locale={locale} />}
            </section>
          </div>
        </div>
        {shown.changes === null ? null : (
          <ProfileNews changes={shown.changes} questionnaire={questionnaire} locale={locale} />
        )}
        <SupplierHistory shown={shown} locale={locale} />
        {mayChange ? (
          <p class="screen-only">
            <QuestionLink
              locale={locale}
              path={suppliersPath(organization.id, `/${row.supplier}/remove`)}
              label={text.remove[locale]}
            />
          </p>
        ) : null}
        <p class="meta">
          {text.asOf[locale]}: <time datetime={shown.dataAsOf}>{formatDay(shown.dataAsOf, locale)}</time>.{" "}
          {shown.disclaimer}
        </p>
      </>
    ),
  };
}

function Nis2({ shown: { supplier: row, headline }, locale }: { shown: ShownSupplier; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="nis2">
      <h3 id="nis2">{text.nis2[locale]}</h3>
      <div data-category={row.category ?? "not_known"}>
        <StandingMark row={row} locale={locale} />
      </div>
      {row.category === null ? (
        <p class="prose">{text.notKnown[locale]}</p>
      ) : (
        <>
          {headline === null ? null : <p class="prose">{headline}</p>}
          <p>
            <a href={href(locale, firmPath(row.ico, row.country))}>{text.verdict[locale]}</a>
          </p>
        </>
      )}
    </section>
  );
}

function Profile({
  shown: { organization, supplier: row, mayChange },
  questionnaire,
  locale,
}: {
  shown: ShownSupplier;
  questionnaire: Questionnaire | undefined;
  locale: Locale;
}) {
  const { profile } = row;
  const lead = { published: undefined, stale: text.staleLead, withdrawn: text.withdrawnLead, none: text.noneLead };
  const words = lead[profile.state];
  const titles = new Map(questionnaire?.letters.map(({ id, title }) => [id as string, title]));
  return (
    <section class="section" aria-labelledby="profile" data-profile={profile.state}>
      <h3 id="profile">{text.profile[locale]}</h3>
      <ProfileMark profile={profile} locale={locale} />
      {words === undefined ? null : <p class="prose">{words[locale]}</p>}
      {profile.url === null || profile.statedOn === null ? null : (
        <>
          <p class="meta">
            {text.self[locale]} {text.stated[locale]}{" "}
            <time datetime={profile.statedOn}>{formatDay(profile.statedOn, locale)}</time>.
          </p>
          <CoverageSummary profile={profile} locale={locale} />
          <details class="folded is-printed-whole">
            <summary>{text.letters[locale]}</summary>
            <LetterList coverage={profile.coverage} titles={titles} locale={locale} />
          </details>
          <p>
            <a href={href(locale, `/trust/${profile.slug ?? ""}`)}>{text.open[locale]}</a>
          </p>
        </>
      )}
      {mayChange ? (
        <p class="buttons screen-only">
          <a class="button is-quiet" href={href(locale, suppliersPath(organization.id, `/${row.supplier}/ask`))}>
            {text.ask[locale]}
          </a>
        </p>
      ) : null}
    </section>
  );
}

/** The judgement and the note as they are stored. */
function Stored({ shown: { supplier: row }, locale }: { shown: ShownSupplier; locale: Locale }) {
  const { note } = row.untrusted;
  return (
    <dl class="facts entry-values">
      <div>
        <dt>{text.judgement[locale]}</dt>
        <dd>
          <JudgementMark judgement={row.judgement} locale={locale} />
        </dd>
      </div>
      <div>
        <dt>{text.note[locale]}</dt>
        <dd>{note === "" ? text.empty[locale] : <bdi class="note-text">{note}</bdi>}</dd>
      </div>
    </dl>
  );
}

function JudgementForm({ request, shown }: { request: PrivateRequest<SignedIn>; shown: ShownSupplier }) {
  const { locale, refusal, form } = request;
  const { organization, supplier: row, version } = shown;
  const chosen = refusal === null ? (row.judgement ?? "") : form.get("judgement");
  return (
    <PostForm request={request} path={suppliersPath(organization.id, `/${row.supplier}`)}>
      <input type="hidden" name="version" value={String(version)} />
      {row.profile.revision === null ? null : (
        <input type="hidden" name="revision" value={String(row.profile.revision)} />
      )}
      <Choice
        legend={text.conclusion[locale]}
        name="judgement"
        options={JUDGEMENT_CHOICES.map((value) => ({
          value,
          name: JUDGEMENT_TEXTS[value === "" ? "none" : value][locale],
        }))}
        values={[chosen]}
        isWide
      />
      <div class="form-rest">
        <PlanFields request={request} shown={shown} />
        <TextArea
          request={request}
          name="note"
          label={text.note[locale]}
          help={text.noteHelp[locale]}
          value={row.untrusted.note}
          rows={8}
        />
        <p class="buttons form-end">
          <SubmitButton label={text.save[locale]} />
        </p>
      </div>
    </PostForm>
  );
}
