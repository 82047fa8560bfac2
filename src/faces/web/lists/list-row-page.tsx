import { listRowShow } from "../../../capabilities/lists/list-row.ts";
import type { Localized } from "../../../core/locale.ts";
import { CategoryMark, regimeOf } from "../components/category-mark.tsx";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { FirmName } from "../components/untrusted-text.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { firmPath, href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { listsPath, listTexts, namesIn } from "./list-texts.ts";

const text = {
  whole: { sk: "Celý výsledok s dôvodmi", cs: "Celý výsledek s důvody", en: "The whole verdict with its reasons" },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  nextReview: { sk: "Ďalšie preskúmanie", cs: "Další přezkoumání", en: "Next review" },
  tagsHelp: { sk: "Oddeľte ich čiarkami.", cs: "Oddělte je čárkami.", en: "Separate them by commas." },
  remove: { sk: "Odstrániť zo zoznamu", cs: "Odstranit ze seznamu", en: "Take off the list" },
  removeQuestion: {
    sk: "Odstrániť túto firmu zo zoznamu?",
    cs: "Odstranit tuto firmu ze seznamu?",
    en: "Take this firm off the list?",
  },
  goes: {
    sk: "Odíde označenie, značky a poznámka. Výsledok firmy zostáva, kde je.",
    cs: "Odejde označení, štítky a poznámka. Výsledek firmy zůstává, kde je.",
    en: "Label, tags and note go. The verdict of the firm stays where it is.",
  },
} satisfies Record<string, Localized>;

function askRow(request: PrivateRequest<SignedIn>) {
  const { params, ask } = request;
  return ask(listRowShow, { ...namesIn(request), country: params.country ?? "", ico: params.ico ?? "" });
}

/** One firm of a list: its verdict, and what the organization writes beside it. */
export async function listRowPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, form, refusal } = request;
  const { organization, list, row, mayChange } = await askRow(request);
  const path = listsPath(organization.id, `/${list.id}`);
  const own = `${path}/rows/${row.country}/${row.ico}`;
  const kept = {
    label: row.untrusted.label,
    tags: row.untrusted.tags.join(", "),
    note: row.untrusted.note,
    nextReviewAt: row.nextReviewAt ?? "",
  };
  const value = (name: keyof typeof kept) => (refusal === null ? kept[name] : form.get(name));
  const fault = (name: string) => refusal?.faults.find(({ field }) => field === name)?.message;
  return {
    title: `${row.untrusted.name ?? row.ico} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={href(locale, path)}>
              <bdi>{list.untrusted.name}</bdi>
            </a>
          </p>
          <h2>
            <FirmName name={row.untrusted.name} locale={locale} />
          </h2>
          <p class="meta number">
            {row.country} {formatIco(row.ico)}
          </p>
          <p data-category={row.category ?? "pending"}>
            {row.category === null ? (
              listTexts.pending[locale]
            ) : (
              <CategoryMark category={row.category} nationalRegime={regimeOf(row.regime)} locale={locale} />
            )}
          </p>
          <p>
            <a href={href(locale, firmPath(row.ico, row.country))}>{text.whole[locale]}</a>
          </p>
        </section>
        {mayChange ? (
          <section class="section screen-only">
            <PostForm request={request} path={own}>
              <input type="hidden" name="version" value={String(row.version)} />
              <Field
                id="label"
                label={listTexts.label[locale]}
                value={value("label")}
                error={fault("label")}
                maxlength={80}
              />
              <Field
                id="tags"
                label={listTexts.tags[locale]}
                help={text.tagsHelp[locale]}
                value={value("tags")}
                error={fault("tags")}
                maxlength={350}
              />
              <Field
                id="note"
                label={listTexts.note[locale]}
                value={value("note")}
                error={fault("note")}
                rows={4}
                maxlength={500}
              />
              <Field
                id="nextReviewAt"
                label={text.nextReview[locale]}
                type="date"
                value={value("nextReviewAt")}
                error={fault("nextReviewAt")}
              />
              <p class="buttons">
                <SubmitButton label={text.save[locale]} />
                <a href={href(locale, `${own}/remove`)}>{text.remove[locale]}</a>
              </p>
            </PostForm>
          </section>
        ) : null}
      </>
    ),
  };
}

/** Asks before a firm leaves a list. */
export async function listRowRemovePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale } = request;
  const { organization, list, row } = await askRow(request);
  const own = listsPath(organization.id, `/${list.id}/rows/${row.country}/${row.ico}`);
  return {
    title: `${text.remove[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening" data-question="remove">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={organization} />
        <h2>{text.removeQuestion[locale]}</h2>
        <p class="prose lead">
          <FirmName name={row.untrusted.name} locale={locale} />
        </p>
        <p class="prose">{text.goes[locale]}</p>
        <PostForm request={request} path={`${own}/remove`}>
          <p class="buttons">
            <SubmitButton label={text.remove[locale]} />
            <a href={href(locale, own)}>{listTexts.back[locale]}</a>
          </p>
        </PostForm>
      </section>
    ),
  };
}
