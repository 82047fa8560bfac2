import { ASK_STOP_PATH } from "../../../capabilities/suppliers/ask-mail.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import type { PageAnswer } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Odmietnuť ďalšie žiadosti", cs: "Odmítnout další žádosti", en: "Refuse further requests" },
  lead: {
    sk: "Organizácia, ktorá vás požiadala o bezpečnostný profil, vám na túto adresu cez službu Dosah už nič nepošle. Iných organizácií sa to netýka.",
    cs: "Organizace, která vás požádala o bezpečnostní profil, vám na tuto adresu přes službu Dosah už nic nepošle. Jiných organizací se to netýká.",
    en: "The organization that asked you for a security profile will send nothing more to this address through Dosah. Other organizations are not affected.",
  },
  stop: { sk: "Odmietnuť ďalšie žiadosti", cs: "Odmítnout další žádosti", en: "Refuse further requests" },
  done: {
    sk: "Hotovo. Od tejto organizácie vám už žiadna žiadosť nepríde.",
    cs: "Hotovo. Od této organizace vám už žádná žádost nepřijde.",
    en: "Done. No further request from this organization will reach you.",
  },
} satisfies Record<string, Localized>;

/** A button: programs that check mails follow links, and must not refuse in the addressee's place. */
export function askStopPage(request: PrivateRequest): PageAnswer {
  const { locale, query, form, refusal, done } = request;
  const token = refusal === null ? (query.get("token") ?? "") : form.get("token");
  const isDone = done?.code === "declined";
  return {
    title: text.title[locale],
    isIndexed: false,
    saysDone: true,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        <p class="prose lead" role={isDone ? "status" : undefined} data-done={done?.code}>
          {(isDone ? text.done : text.lead)[locale]}
        </p>
        {isDone ? null : (
          <PostForm request={request} path={ASK_STOP_PATH}>
            <input type="hidden" name="token" value={token} />
            <SubmitButton label={text.stop[locale]} />
          </PostForm>
        )}
      </section>
    ),
  };
}
