import { trustPage } from "../../../capabilities/trust/trust-page.ts";
import { noProfile } from "../../../capabilities/trust/trust-problems.ts";
import type { Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { FormErrors, PostForm, SubmitButton, TextArea } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import { Notice } from "../components/notice.tsx";
import type { SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { PrivatePage } from "../private-page.ts";

const text = {
  report: {
    sk: "Nahlásiť problém s profilom",
    cs: "Nahlásit problém s profilem",
    en: "Report a problem with a profile",
  },
  reportLead: {
    sk: "Napíšte prevádzkovateľovi, čo v profile nie je pravda alebo komu škodí. Prevádzkovateľ môže zverejnenie ukončiť. Neuvádzajte osobné údaje, ktoré na to netreba.",
    cs: "Napište provozovateli, co v profilu není pravda nebo komu škodí. Provozovatel může zveřejnění ukončit. Neuvádějte osobní údaje, které k tomu nejsou třeba.",
    en: "Tell the operator what is not true in the profile or whom it harms. The operator can withdraw it. Do not write personal data that is not needed.",
  },
  reason: { sk: "O čo ide", cs: "Oč jde", en: "What it is about" },
  otherReason: { sk: "Niečo iné", cs: "Něco jiného", en: "Something else" },
  ourFirm: {
    sk: "Je to naša firma, profil nie je od nás",
    cs: "Je to naše firma, profil není od nás",
    en: "It is our firm, and the profile is not ours",
  },
  message: { sk: "Čo je zle", cs: "Co je špatně", en: "What is wrong" },
  send: { sk: "Odoslať", cs: "Odeslat", en: "Send" },
  sent: { sk: "Odoslané prevádzkovateľovi.", cs: "Odesláno provozovateli.", en: "Sent to the operator." },
  sentLead: {
    sk: "Prevádzkovateľ vašu správu uvidí a posúdi ju. Odpoveď vám neposielame, lebo sa nepýtame, kto ste.",
    cs: "Provozovatel vaši zprávu uvidí a posoudí ji. Odpověď vám neposíláme, protože se neptáme, kdo jste.",
    en: "The operator will see your message and judge it. No answer is sent, because nobody asked who you are.",
  },
  back: { sk: "Späť na profil", cs: "Zpět na profil", en: "Back to the profile" },
} satisfies Record<string, Localized>;

/** The way to the operator about a published profile, for everybody. */
export const trustReportPage: PrivatePage<SignedIn | null> = async (request) => {
  const { locale, ask, params, done } = request;
  const slug = params.slug ?? "";
  const place = await ask(trustPage, { slug });
  if (place.kind === "moved") return redirectTo(href(locale, `/trust/${place.slug}/report`), 308);
  // The page of the profile alone says that there was one.
  if (place.kind === "withdrawn") throw new ServiceError(noProfile);
  const isSent = done?.code === "done";
  return {
    title: text.report[locale],
    isIndexed: false,
    saysDone: true,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <p class="meta">
          <a href={href(locale, `/trust/${encodeURIComponent(slug)}`)}>{text.back[locale]}</a>
        </p>
        <h1>{text.report[locale]}</h1>
        {isSent ? (
          <div role="status" data-done={done?.code}>
            <Notice title={text.sent[locale]}>
              <p>{text.sentLead[locale]}</p>
            </Notice>
          </div>
        ) : (
          <>
            <p class="prose lead">{text.reportLead[locale]}</p>
            <PostForm request={request} path={`/trust/${encodeURIComponent(slug)}/report`}>
              <Field
                id="reason"
                name="reason"
                label={text.reason[locale]}
                value={request.form?.get("reason") ?? ""}
                options={[
                  { value: "", name: text.otherReason[locale] },
                  { value: "our_firm", name: text.ourFirm[locale] },
                ]}
              />
              <TextArea request={request} name="message" label={text.message[locale]} value="" rows={8} />
              <SubmitButton label={text.send[locale]} />
            </PostForm>
          </>
        )}
      </section>
    ),
  };
};
