import type { Child } from "hono/jsx";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { hasRight, type Right } from "../../../core/rights.ts";
import { formatInstant } from "../../../core/text.ts";
import { ConfirmField, FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { type OfOrganization, OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivatePage, PrivateRequest } from "../private-page.ts";
import { problemPage } from "../problem/problem-page.tsx";

const text = typesetTexts({
  back: { sk: "Späť", cs: "Zpět", en: "Back" },
  lastUsed: { sk: "Naposledy použité", cs: "Naposledy použito", en: "Last used" },
  neverUsed: { sk: "Ešte nepoužité.", cs: "Zatím nepoužito.", en: "Not used yet." },
} satisfies Record<string, Localized>);

/** What a question is about, as it is stored now. */
export interface Thing {
  /** Foreign text; `null`: the question names nothing. */
  readonly name: string | null;
  /** Instant of the last use; `null`: not used yet; left out: nobody knows. */
  readonly lastUsedAt?: string | null;
  /** Words in the place of those of the question, for a thing in another state. */
  readonly words?: QuestionWords;
  /** More to know, or further fields of the form. */
  readonly more?: Child;
}

interface QuestionWords {
  readonly title: Localized;
  /** What goes, and what stays. */
  readonly goes: Localized;
  readonly stays?: Localized;
  /** What the button says. */
  readonly go: Localized;
}

/** A question before something that cannot be undone. Its form is that of the path. */
export interface Question extends QuestionWords {
  /** Where “back” leads, below the language. */
  backTo(params: Readonly<Record<string, string>>): string;
  /** What somebody may do in the organization who is asked. */
  readonly right?: Right | undefined;
  /** Asks for the password too: where the sign-in is not recent, or always. */
  readonly confirms?: "recent" | "always";
  /** What the path names; `null` where there is no such thing. @throws ServiceError for what is foreign or missing */
  read(request: PrivateRequest<SignedIn>): Promise<Thing | null>;
}

/** The page of a question. */
export function question(asked: Question): { readonly page: PrivatePage<SignedIn> } {
  return {
    page: async (request) => {
      const { locale, params, path } = request;
      const organization = await organizationOf(request);
      if (organization !== null && asked.right !== undefined && !hasRight(organization.role, asked.right)) {
        return problemPage(request, { code: "forbidden" });
      }
      const thing = await asked.read(request);
      if (thing === null) return problemPage(request, { code: "not_found" });
      const { title, goes, stays, go } = thing.words ?? asked;
      return questionPage(request, organization, {
        title,
        name: thing.name,
        backTo: asked.backTo(params),
        children: (
          <PostForm request={request} path={path}>
            <LastUsed at={thing.lastUsedAt} locale={locale} />
            <p class="prose">{goes[locale]}</p>
            {stays === undefined ? null : <p class="prose">{stays[locale]}</p>}
            {thing.more}
            {asked.confirms === undefined ? null : (
              <ConfirmField request={request} isAlways={asked.confirms === "always"} />
            )}
            <SubmitButton label={go[locale]} isFinal />
          </PostForm>
        ),
      });
    },
  };
}

function LastUsed({ at, locale }: { at: string | null | undefined; locale: Locale }) {
  if (at === undefined) return null;
  if (at === null) return <p class="meta">{text.neverUsed[locale]}</p>;
  return (
    <p class="meta" data-last-used={at}>
      {text.lastUsed[locale]} <time datetime={at}>{formatInstant(at, locale)}</time>.
    </p>
  );
}

/** The organization of the path; `null` outside of organizations. */
export async function organizationOf({ params, ask }: PrivateRequest<SignedIn>): Promise<OfOrganization | null> {
  const { organizationId } = params;
  if (organizationId === undefined) return null;
  const { id, role, untrusted } = await ask(organizationShow, { organizationId });
  return { id, role, untrusted };
}

/**
 * The frame of a question: whose it is, what is asked, the way back. Below an organization its head names it.
 * @param name whom or what it is about, foreign text; `null`: nothing is named
 */
export function questionPage(
  request: PrivateRequest<SignedIn>,
  organization: OfOrganization | null,
  {
    title,
    name,
    backTo,
    children,
  }: { readonly title: Localized; readonly name: string | null; readonly backTo: string; readonly children: Child },
): PageAnswer {
  const { locale, path } = request;
  const Heading = organization === null ? "h1" : "h2";
  return {
    title: organization === null ? title[locale] : `${title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening" data-question={path.slice(path.lastIndexOf("/") + 1)}>
        <FormErrors request={request} />
        {organization === null ? null : <OrganizationHead request={request} organization={organization} />}
        <Heading>
          {title[locale]}
          {name === null ? null : (
            <>
              {" "}
              <bdi class="breakable">{foreignText(name)}</bdi>
            </>
          )}
          ?
        </Heading>
        {children}
        <p>
          <a href={href(locale, backTo)}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}

/** The way to a question, in the place of the button that would act at once. @param name foreign text */
export function QuestionLink({
  locale,
  path,
  label,
  name,
}: {
  locale: Locale;
  path: string;
  label: string;
  name?: string | null;
}) {
  return (
    <a class="button is-quiet" href={href(locale, path)}>
      {label}
      {name == null ? null : <span class="visually-hidden"> {name}</span>}
    </a>
  );
}
