import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { Citations } from "../components/citations.tsx";
import { PostForm, SubmitButton } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import { entryPath, registerPath } from "../obligation-register/register-paths.ts";
import type { SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { assessmentPath } from "./assessment-paths.ts";
import { GapText, GapWork, type Result } from "./result-parts.tsx";

const text = typesetTexts({
  title: { sk: "Všetky nedostatky", cs: "Všechny nedostatky", en: "All gaps" },
  none: {
    sk: "Výberu nezodpovedá žiadny nedostatok.",
    cs: "Výběru neodpovídá žádný nedostatek.",
    en: "No gap matches.",
  },
  all: { sk: "všetky", cs: "všechny", en: "all" },
  area: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  weight: { sk: "Závažnosť", cs: "Závažnost", en: "Weight" },
  heavy: { sk: "závažné", cs: "závažné", en: "heavy" },
  standard: { sk: "štandardné", cs: "standardní", en: "standard" },
  minor: { sk: "doplnkové", cs: "doplňkové", en: "supporting" },
  choose: { sk: "Vybrať", cs: "Vybrat", en: "Choose" },
  assign: { sk: "Prideliť vybrané", cs: "Přidělit vybrané", en: "Assign the chosen ones" },
  responsible: { sk: "Zodpovedná osoba", cs: "Odpovědná osoba", en: "Responsible person" },
  nobody: { sk: "nikto", cs: "nikdo", en: "nobody" },
  until: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
} satisfies Record<string, Localized>);

const WEIGHTS = { 3: text.heavy, 2: text.standard, 1: text.minor } as const;

/** Every gap with what a yes needs; several are assigned to a member until a day at once. */
export function ResultGaps({ request, result }: { request: PrivateRequest<SignedIn>; result: Result }) {
  const { locale, query } = request;
  const { organization, gaps, members, mayChange, areas } = result;
  const path = assessmentPath(organization.id, result.id);
  const chosen = { area: query.get("area") ?? undefined, weight: query.get("weight") ?? undefined };
  const titles = new Map(areas.map(({ id, title }) => [id as string, title ?? id]));
  const link = (name: "area" | "weight", value: string | undefined, label: string) => (
    <li>
      <a
        href={`${href(locale, path, { ...chosen, [name]: value })}#gaps`}
        aria-current={chosen[name] === value ? "true" : undefined}
      >
        {label}
      </a>
    </li>
  );
  const versions = [...new Map(gaps.map(({ obligation, version }) => [obligation, version]))];
  const rows = (
    <ul class="rows">
      {gaps.map((gap) => (
        <li class="row" data-gap={gap.id} data-weight={gap.weight} data-area={gap.area}>
          {mayChange ? (
            <input
              type="checkbox"
              name="codes"
              value={gap.obligation}
              aria-label={`${text.choose[locale]} ${gap.id}`}
            />
          ) : null}
          <p class="meta">
            {titles.get(gap.area) ?? gap.area} · {WEIGHTS[gap.weight][locale]} ·{" "}
            <a href={href(locale, entryPath(organization.id, gap.obligation))}>{gap.obligation}</a>{" "}
            <GapWork gap={gap} locale={locale} />
          </p>
          <GapText gap={gap} locale={locale} />
          <Citations citations={gap.legalReferences} locale={locale} />
        </li>
      ))}
    </ul>
  );
  return (
    <section class="section" aria-labelledby="gaps">
      <h2 id="gaps">
        {text.title[locale]} ({result.gapCount})
      </h2>
      <nav class="filter quiet-links" aria-label={text.area[locale]}>
        <ul>
          {link("area", undefined, text.all[locale])}
          {areas.map(({ id }) => link("area", id, titles.get(id) ?? id))}
        </ul>
      </nav>
      <nav class="filter quiet-links" aria-label={text.weight[locale]}>
        <ul>
          {link("weight", undefined, text.all[locale])}
          {([3, 2, 1] as const).map((weight) => link("weight", String(weight), WEIGHTS[weight][locale]))}
        </ul>
      </nav>
      {gaps.length === 0 ? (
        <p class="prose">{text.none[locale]}</p>
      ) : mayChange ? (
        <PostForm request={request} path={registerPath(organization.id, "/bulk")} isQuestionnaire>
          {versions.map(([code, version]) => (
            <input type="hidden" name="versions" value={`${code}:${version}`} />
          ))}
          <input type="hidden" name="set" value="responsible" />
          <input type="hidden" name="set" value="workDueAt" />
          {rows}
          <div class="fields screen-only">
            <Field
              id="responsible"
              label={text.responsible[locale]}
              options={[
                { value: "", name: text.nobody[locale] },
                ...members.map(({ id, untrusted }) => ({ value: id, name: untrusted.name })),
              ]}
            />
            <Field id="workDueAt" label={text.until[locale]} type="date" />
          </div>
          <p class="buttons">
            <SubmitButton label={text.assign[locale]} />
          </p>
        </PostForm>
      ) : (
        rows
      )}
    </section>
  );
}
