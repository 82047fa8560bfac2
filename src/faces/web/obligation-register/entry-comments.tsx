import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { obligationEntry } from "../../../capabilities/obligations/obligation-entry.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatInstant } from "../../../core/text.ts";
import { PostForm, SubmitButton, TextArea } from "../components/form.tsx";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { entryPath } from "./register-paths.ts";

const text = typesetTexts({
  comments: { sk: "Komentáre", cs: "Komentáře", en: "Comments" },
  none: { sk: "Zatiaľ žiadny.", cs: "Zatím žádný.", en: "None so far." },
  add: { sk: "Nový komentár", cs: "Nový komentář", en: "New comment" },
  help: {
    sk: "Vidia ho všetci členovia organizácie. Najviac 2000 znakov, bez formátovania.",
    cs: "Vidí ho všichni členové organizace. Nejvýše 2000 znaků, bez formátování.",
    en: "Every member of the organization sees it. At most 2000 characters, plain text.",
  },
  submit: { sk: "Pridať komentár", cs: "Přidat komentář", en: "Add the comment" },
  remove: { sk: "Odstrániť komentár", cs: "Odstranit komentář", en: "Remove the comment" },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
} satisfies Record<string, Localized>);

/** What people wrote under an entry, oldest first, and a field for more. */
export function EntryComments({
  request,
  shown: { organization, code, comments, mayChange },
}: {
  request: PrivateRequest<SignedIn>;
  shown: AnswerOf<typeof obligationEntry>;
}) {
  const { locale } = request;
  const path = entryPath(organization.id, code);
  return (
    <section class="section screen-only" aria-labelledby="comments">
      <h3 id="comments">
        {text.comments[locale]} ({comments.length})
      </h3>
      {comments.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
      <ol class="rows">
        {comments.map(({ id, at, mayRemove, untrusted }) => (
          <li class="row" data-comment={id}>
            <p class="meta">
              {untrusted.by === null ? text.former[locale] : <bdi>{untrusted.by}</bdi>},{" "}
              <time datetime={at}>{formatInstant(at, locale)}</time>
            </p>
            <p class="note-text">
              <bdi>{untrusted.text}</bdi>
            </p>
            {mayChange && mayRemove ? (
              <PostForm request={request} path={`${path}/comments/${id}/remove`} isInline>
                <SubmitButton label={text.remove[locale]} isQuiet />
              </PostForm>
            ) : null}
          </li>
        ))}
      </ol>
      {mayChange ? (
        <PostForm request={request} path={`${path}/comments`}>
          <TextArea request={request} name="text" label={text.add[locale]} help={text.help[locale]} value="" rows={3} />
          <SubmitButton label={text.submit[locale]} isQuiet />
        </PostForm>
      ) : null}
    </section>
  );
}
