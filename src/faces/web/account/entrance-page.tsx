import type { Child } from "hono/jsx";
import type { Localized } from "../../../core/locale.ts";
import { safeNext } from "../../../core/safe-next.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { MailNotice } from "../components/mail-notice.tsx";
import type { PageAnswer } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

/** What one page on the way into an account has of its own. */
interface Entrance {
  readonly title: Localized;
  /** Why one is here; nothing where what is wrong says it all. */
  readonly lead: Localized | null;
  /** Where the form goes. */
  readonly path: string;
  readonly submit: Localized;
  /** Values that go along unseen; those that are missing do not. */
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly fields?: Child;
  /** What stands under the form. */
  readonly below?: Child;
}

/** A page on the way into an account: what is wrong, why one is here, and one form. */
export function entrancePage(request: PrivateRequest, page: Entrance): PageAnswer {
  const { locale } = request;
  const title = page.title[locale];
  return {
    title,
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{title}</h1>
        {page.lead === null ? null : <p class="prose lead">{page.lead[locale]}</p>}
        <PostForm request={request} path={page.path}>
          {Object.entries(page.hidden ?? {}).map(([name, value]) =>
            value === undefined ? null : <input type="hidden" name={name} value={value} />,
          )}
          {page.fields}
          <SubmitButton label={page.submit[locale]} />
        </PostForm>
        {page.below === undefined ? null : <p class="prose">{page.below}</p>}
      </section>
    ),
  };
}

/** What happens after such a form, for everybody alike: nobody learns whether an address has an account. */
export async function sentPage(request: PrivateRequest, text: Localized): Promise<PageAnswer> {
  const { locale, query, site } = request;
  const mail = { isMailSet: site.isMailSet, link: await request.mailLink() };
  const title = (site.isMailSet ? checkMail : noMail)[locale];
  return {
    title,
    isIndexed: false,
    holdsSecret: true,
    body: (
      <section class="opening">
        <h1>{title}</h1>
        <MailNotice mail={mail} sent={text} locale={locale} />
        <p>
          <a href={href(locale, privatePaths.signIn, { next: safeNext(query.get("next")) })}>{toSignIn[locale]}</a>
        </p>
      </section>
    ),
  };
}

const toSignIn: Localized = { sk: "Prejsť na prihlásenie", cs: "Přejít na přihlášení", en: "To the sign-in" };

const checkMail: Localized = { sk: "Pozrite si e-mail", cs: "Podívejte se do e-mailu", en: "Check your e-mail" };

const noMail: Localized = { sk: "Pošta nie je nastavená", cs: "Pošta není nastavena", en: "Mail is not set up" };

/** What a link from a mail carries; after a refusal what the form sent. */
export function carried({ query, form, refusal }: PrivateRequest, name: string): string | null {
  return refusal === null ? query.get(name) : form.get(name);
}
