import { type OrganizationOverview, organizationOverview } from "../../../capabilities/tasks/organization-overview.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { FormErrors } from "../components/form.tsx";
import { formatIco } from "../components/format-ico.ts";
import { Notice } from "../components/notice.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { firmPath, href, organizationPath, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { OverviewFigures } from "../tasks/overview-figures.tsx";
import { SetupStrip } from "../tasks/setup-strip.tsx";
import { StateBar, StateCounts } from "../tasks/state-bar.tsx";
import { TaskEntries } from "../tasks/task-entries.tsx";
import { OrganizationHead } from "./organization-head.tsx";
import { ROLE_NAMES } from "./organization-texts.ts";

const text = typesetTexts({
  overview: { sk: "Prehľad", cs: "Přehled", en: "Overview" },
  title: { sk: "Čo teraz", cs: "Co teď", en: "What now" },
  none: {
    sk: "Teraz nemusíte robiť nič.",
    cs: "Teď nemusíte dělat nic.",
    en: "There is nothing to do now.",
  },
  whole: { sk: "Celý zoznam", cs: "Celý seznam", en: "The whole list" },
  mine: { sk: "Moje", cs: "Moje", en: "Mine" },
  rests: {
    sk: "Údaje patria inej firme. Posúdenie vychádza len z registra, kým nevyberiete, ktorá platí.",
    cs: "Údaje patří jiné firmě. Posouzení vychází jen z rejstříku, dokud nevyberete, která platí.",
    en: "What was stated belongs to another firm. The verdict rests on the register alone until you choose.",
  },
  states: { sk: "Stav povinností", cs: "Stav povinností", en: "Obligations by state" },
  board: { sk: "Pre vedenie", cs: "Pro vedení", en: "For the management" },
  boardLead: {
    sk: "Jedna strana: kategória, stav, rozhodnutia, miesto na podpisy.",
    cs: "Jedna strana: kategorie, stav, rozhodnutí, místo na podpisy.",
    en: "One page: category, state, decisions, room for signatures.",
  },
  boardPage: { sk: "Stránka pre vedenie", cs: "Stránka pro vedení", en: "The page for the management" },
  people: { sk: "Ľudia", cs: "Lidé", en: "People" },
  invite: { sk: "Pozvať kolegu", cs: "Pozvat kolegu", en: "Invite a colleague" },
  allPeople: { sk: "Všetci členovia", cs: "Všichni členové", en: "All members" },
  public: { sk: "verejné posúdenie podľa IČO", cs: "veřejné posouzení podle IČO", en: "public verdict for the IČO" },
  reminders: { sk: "Čo chodí e-mailom", cs: "Co chodí e-mailem", en: "What comes by mail" },
  calendar: { sk: "Adresa kalendára", cs: "Adresa kalendáře", en: "Calendar address" },
  keys: { sk: "Kľúče API pre agentov", cs: "Klíče API pro agenty", en: "API keys for agents" },
  leave: { sk: "Odísť z organizácie", cs: "Odejít z organizace", en: "Leave the organization" },
  keysLead: {
    sk: "Agent číta túto organizáciu vaším kľúčom API, kým ste jej členom.",
    cs: "Agent čte tuto organizaci vaším klíčem API, dokud jste jejím členem.",
    en: "An agent reads this organization with your API key for as long as you are a member.",
  },
} satisfies Record<string, Localized>);

/** So many members are named on the overview. */
const SHOWN_MEMBERS = 5;

/** What an organization has to do first, and where it stands. */
export async function organizationPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const page = await ask(organizationOverview, { organizationId: params.organizationId ?? "" });
  const { id, role, untrusted, lines, more, mine, figures } = page;
  const todo = organizationPath(id, "/todo");
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <h2 class="phone-title">{text.overview[locale]}</h2>
          {page.rests ? (
            <div data-facts="resting">
              <Notice tone="caution" title={text.rests[locale]} />
            </div>
          ) : null}
          <div data-content>
            <SetupStrip request={request} page={page} />
            <OverviewFigures id={id} figures={figures} today={page.today} locale={locale} />
          </div>
        </section>
        <div class="overview-sides">
          <section class="section" aria-labelledby="todo-title">
            <h2 id="todo-title">{text.title[locale]}</h2>
            {lines.length === 0 ? (
              <p class="prose">{text.none[locale]}</p>
            ) : (
              <TaskEntries request={request} page={page} lines={lines} />
            )}
            <p class="links" data-more={more}>
              <a href={href(locale, todo)}>
                {text.whole[locale]}
                {more === 0 ? null : ` (+${more})`}
              </a>
              <a href={href(locale, todo, { mine: 1 })}>
                {text.mine[locale]} ({mine})
              </a>
            </p>
          </section>
          <Beside page={page} locale={locale} />
        </div>
      </>
    ),
  };
}

/** The states of the register, the people, and the small print. */
function Beside({ page, locale }: { page: OrganizationOverview; locale: Locale }) {
  const { id, country, ico, members, figures, mayManage } = page;
  const { states } = figures.completion;
  return (
    <aside class="overview-beside">
      <section class="section" aria-labelledby="states">
        <h2 id="states">{text.states[locale]}</h2>
        <StateBar states={states} id="states-bar" locale={locale} />
        <StateCounts states={states} locale={locale} />
      </section>
      <section class="section" aria-labelledby="board">
        <h2 id="board">{text.board[locale]}</h2>
        <p class="meta">{text.boardLead[locale]}</p>
        <p>
          <a href={href(locale, organizationPath(id, "/board"))}>{text.boardPage[locale]}</a>
        </p>
      </section>
      <section class="section" aria-labelledby="people">
        <h2 id="people">{text.people[locale]}</h2>
        <ul class="overview-people">
          {members.slice(0, SHOWN_MEMBERS).map((member) => (
            <li>
              <bdi class="breakable">{member.untrusted.name}</bdi>{" "}
              <span class="meta">{ROLE_NAMES[member.role][locale]}</span>
            </li>
          ))}
        </ul>
        <p>
          <a href={href(locale, organizationPath(id, "/members"))}>
            {text[mayManage ? "invite" : "allPeople"][locale]}
          </a>
        </p>
      </section>
      {ico === null ? null : (
        <p class="meta">
          IČO {formatIco(ico)}, <a href={href(locale, firmPath(ico, country ?? undefined))}>{text.public[locale]}</a>
        </p>
      )}
      <p class="links">
        <a href={href(locale, privatePaths.mail)}>{text.reminders[locale]}</a>
        <a href={href(locale, organizationPath(id, "/calendar"))}>{text.calendar[locale]}</a>
        <a href={href(locale, privatePaths.keys)}>{text.keys[locale]}</a>
        {/* Who manages the organization leaves in its settings, which others do not see. */}
        {mayManage ? null : <a href={href(locale, organizationPath(id, "/leave"))}>{text.leave[locale]}</a>}
      </p>
      <p class="meta">{text.keysLead[locale]}</p>
    </aside>
  );
}
