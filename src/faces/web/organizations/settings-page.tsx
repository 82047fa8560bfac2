import type { AnswerOf } from "../../../capabilities/capability.ts";
import { organizationSettings } from "../../../capabilities/organizations/organization-settings.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { COLOUR_COUNT } from "../../../core/organization-mark.ts";
import { hasRight } from "../../../core/rights.ts";
import {
  ConfirmField,
  FormErrors,
  type FormRequest,
  formAt,
  PostForm,
  SubmitButton,
  TextField,
} from "../components/form.tsx";
import { Tick } from "../components/form-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { FirmFields } from "./firm-fields.tsx";
import { OrganizationHead } from "./organization-head.tsx";
import { Mark } from "./organization-switcher.tsx";

const text = typesetTexts({
  title: { sk: "Nastavenia", cs: "Nastavení", en: "Settings" },
  inMap: {
    sk: "Zapojiť sa do anonymnej mapy odvetví",
    cs: "Zapojit se do anonymní mapy odvětví",
    en: "Take part in the anonymous map of sectors",
  },
  inMapHelp: {
    sk: "Výsledky skenov overených domén sa započítajú do priemerov odvetvia. Názov, IČO ani domény sa nezverejňujú.",
    cs: "Výsledky skenů ověřených domén se započítají do průměrů odvětví. Název, IČO ani domény se nezveřejňují.",
    en: "Scan results of proved domains count in the averages of the sector. Name, number and domains are not published.",
  },
  name: { sk: "Názov", cs: "Název", en: "Name" },
  firm: {
    sk: "Zmeniť firmu alebo zobrať ju preč",
    cs: "Změnit firmu nebo ji odebrat",
    en: "Change the firm or take it away",
  },
  colour: { sk: "Farba značky", cs: "Barva značky", en: "Colour of the mark" },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  leave: { sk: "Odísť z organizácie", cs: "Odejít z organizace", en: "Leave the organization" },
  leaveLead: {
    sk: "Prístup stratíte hneď, aj vaše kľúče API. Čo ste tu urobili, v organizácii ostane.",
    cs: "Přístup ztratíte hned, i vaše klíče API. Co jste tu udělali, v organizaci zůstane.",
    en: "You lose access at once, and so do your API keys. What you did here stays in the organization.",
  },
  delete: { sk: "Zmazať organizáciu", cs: "Smazat organizaci", en: "Delete the organization" },
  deleteLead: {
    sk: "Zmaže sa všetko, čo jej patrí: evidencia povinností, dotazníky, skeny, členstvá a pozvánky. Záznam udalostí ostane u prevádzkovateľa, kým neuplynie doba jeho uchovávania, a údaje v zálohách, kým neuplynie doba uchovávania záloh. Vrátiť sa to nedá.",
    cs: "Smaže se všechno, co jí patří: evidence povinností, dotazníky, skeny, členství a pozvánky. Záznam událostí zůstane u provozovatele, dokud neuplyne doba jeho uchovávání, a data v zálohách, dokud neuplyne doba uchovávání záloh. Vrátit to nelze.",
    en: "Everything that belongs to it is deleted: the obligation register, questionnaires, scans, memberships and invitations. The audit log stays with the operator until its time is over, and backups keep the data until they expire. This cannot be undone.",
  },
  stored: { sk: "Medzitým niekto uložil:", cs: "Mezitím někdo uložil:", en: "Meanwhile somebody saved:" },
  charged: {
    sk: "Čo organizácia využije, účtuje sa osobe",
    cs: "Co organizace využije, účtuje se osobě",
    en: "What the organization uses is charged to",
  },
  confirm: { sk: "Opíšte názov organizácie", cs: "Opište název organizace", en: "Type the name of the organization" },
} satisfies Record<string, Localized>);

/** Name, country and number of an organization; for an owner its deletion too. */
export async function settingsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, refusal, ask } = request;
  const settings = await ask(organizationSettings, { organizationId: params.organizationId ?? "" });
  const { id, role, country, ico, untrusted } = settings;
  const ofSettings = formAt(request, organizationPath(id, "/settings"));
  const ofDeletion = formAt(request, organizationPath(id, "/delete"));
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} hasSeveralForms />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <h2>{text.title[locale]}</h2>
          <PostForm request={request} path={organizationPath(id, "/settings")}>
            <input type="hidden" name="version" value={settings.version} />
            {refusal?.faults[0]?.code === "changed_meanwhile" ? <Stored settings={settings} locale={locale} /> : null}
            <TextField
              request={ofSettings}
              name="name"
              label={text.name[locale]}
              value={untrusted.name}
              autocomplete="organization"
            />
            <FirmFields request={ofSettings} stored={{ country, ico }} />
            <p class="prose">
              <a href={href(locale, organizationPath(id, "/firm"))}>{text.firm[locale]}</a>
            </p>
            <ColourChoice request={ofSettings} colour={settings.colour} />
            <MapChoice request={ofSettings} isIn={settings.inMap} />
            <SubmitButton label={text.save[locale]} />
          </PostForm>
          {hasRight(role, "own") && untrusted.charged !== null ? (
            <p class="prose" data-charged>
              {text.charged[locale]} <bdi class="breakable">{untrusted.charged}</bdi>.
            </p>
          ) : null}
        </section>
        <section class="section" aria-labelledby="leave">
          <h2 id="leave">{text.leave[locale]}</h2>
          <p class="prose">{text.leaveLead[locale]}</p>
          <p>
            <a href={href(locale, organizationPath(id, "/leave"))}>{text.leave[locale]}</a>
          </p>
        </section>
        {hasRight(role, "own") ? (
          <section class="section" aria-labelledby="delete">
            <h2 id="delete">{text.delete[locale]}</h2>
            <PostForm request={request} path={organizationPath(id, "/delete")}>
              <p class="prose">{text.deleteLead[locale]}</p>
              <p class="prose breakable">
                <strong>
                  <bdi>{untrusted.name}</bdi>
                </strong>
              </p>
              <TextField request={ofDeletion} name="confirm" label={text.confirm[locale]} autocomplete="off" />
              <ConfirmField request={ofDeletion} />
              <SubmitButton label={text.delete[locale]} isFinal />
            </PostForm>
          </section>
        ) : null}
      </>
    ),
  };
}

/** What somebody else saved meanwhile, beside what was typed. */
function Stored({ settings, locale }: { settings: AnswerOf<typeof organizationSettings>; locale: Locale }) {
  const { country, ico, untrusted } = settings;
  return (
    <p class="prose" data-stored>
      {text.stored[locale]}{" "}
      <strong>
        <bdi class="breakable">{untrusted.name}</bdi>
      </strong>
      {[country, ico].map((part) => (part === null ? "" : `, ${part}`))}
    </p>
  );
}

/** Whether the organization's scans count in what everybody sees of a sector. */
function MapChoice({ request: { locale, form, refusal, prefix = "" }, isIn }: { request: FormRequest; isIn: boolean }) {
  return (
    <Tick
      id={`${prefix}inMap`}
      name="inMap"
      label={text.inMap[locale]}
      help={text.inMapHelp[locale]}
      isChecked={refusal === null ? isIn : form.get("inMap") === "1"}
    />
  );
}

/** The colour of the organization's mark; each choice shows the mark in it. */
function ColourChoice({
  request: { locale, form, refusal, prefix = "" },
  colour,
}: {
  request: FormRequest;
  colour: number;
}) {
  const chosen = refusal === null || !form.has("colour") ? String(colour) : form.get("colour");
  return (
    <fieldset class="colours">
      <legend>{text.colour[locale]}</legend>
      <div class="choice is-inline">
        {Array.from({ length: COLOUR_COUNT }, (_, each) => (
          <label for={`${prefix}colour-${each}`}>
            <input
              type="radio"
              name="colour"
              id={`${prefix}colour-${each}`}
              value={each}
              checked={chosen === String(each)}
            />
            <Mark name={String(each + 1)} colour={each} /> {each + 1}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
