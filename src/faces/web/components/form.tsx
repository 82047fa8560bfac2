import type { Child } from "hono/jsx";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { href, privatePaths } from "../paths.ts";
import type { PageFault, PrivateRequest } from "../private-page.ts";
import { Field, type FieldProps, Tick } from "./form-field.tsx";

const text = typesetTexts({
  current: { sk: "Vaše heslo", cs: "Vaše heslo", en: "Your password" },
  currentHelp: {
    sk: "Aby bolo isté, že ste to vy. Stačí aj kód dvojstupňového prihlásenia.",
    cs: "Aby bylo jisté, že jste to vy. Stačí i kód dvoufázového přihlášení.",
    en: "To be sure that it is you. A code of the two-factor sign-in will do as well.",
  },
  usePasskey: {
    sk: "Potvrdiť prístupovým kľúčom",
    cs: "Potvrdit přístupovým klíčem",
    en: "Confirm with a passkey",
  },
  setPassword: { sk: "Nastaviť heslo", cs: "Nastavit heslo", en: "Set a password" },
  addPasskey: { sk: "Pridať prístupový kľúč", cs: "Přidat přístupový klíč", en: "Add a passkey" },
  refused: { sk: "Treba niečo opraviť", cs: "Je třeba něco opravit", en: "Something needs to be put right" },
} satisfies Record<string, Localized>);

/** The part of a request that a form shows. `prefix` separates its fields from other forms of the page. */
export type FormRequest = Pick<PrivateRequest, "locale" | "person" | "form" | "refusal"> & { readonly prefix?: string };

/** One of several forms of a page, by the path that it is sent to. Values and refusals of other forms are left out. */
export function formAt(request: PrivateRequest, path: string): FormRequest {
  return { ...request, refusal: request.path === path ? request.refusal : null, prefix: prefixOf(path) };
}

/** The last word of a path: `password-` for `/account/password`. */
function prefixOf(path: string): string {
  return `${path.slice(path.lastIndexOf("/") + 1)}-`;
}

/**
 * A form of a private page: sent by POST to a path below the language, with the secret of the session. What is wrong
 * with it stands in `FormErrors`, once on a page.
 */
export function PostForm({
  request: { locale, person },
  path,
  isInline = false,
  isQuestionnaire = false,
  autosave,
  children,
}: {
  request: FormRequest;
  path: string;
  /** A button among other things, not a form of its own. */
  isInline?: boolean;
  /** Questions as wide as the page, each with its law in the margin. */
  isQuestionnaire?: boolean;
  /** Where a script saves each change, below the language. */
  autosave?: string;
  children: Child;
}) {
  const kind = isQuestionnaire ? "questions" : isInline ? "inline-form" : "stacked-form";
  return (
    <form
      method="post"
      action={href(locale, path)}
      class={kind}
      data-autosave={autosave === undefined ? undefined : href(locale, autosave)}
    >
      {person === null ? null : <input type="hidden" name="csrf" value={person.csrf} />}
      {children}
    </form>
  );
}

/** Everything that is wrong with the form that was sent, at the top of the page, each fault a link to its field. */
export function FormErrors({
  request: { locale, refusal, path },
  hasSeveralForms = false,
  prefix = hasSeveralForms ? prefixOf(path) : "",
}: {
  request: Pick<PrivateRequest, "locale" | "refusal" | "path">;
  hasSeveralForms?: boolean;
  /** What sets the fields of the form that was sent apart, where it is not the last word of its path. */
  prefix?: string;
}) {
  const [first, ...others] = refusal?.faults ?? [];
  if (first === undefined) return null;
  return (
    <div
      class="error-summary"
      role="alert"
      aria-labelledby="error-summary-title"
      tabindex={-1}
      data-error={first.code}
      data-budget={refusal?.budget}
    >
      <h2 id="error-summary-title">{text.refused[locale]}</h2>
      <ul>
        <li>
          <FaultLink fault={first} prefix={prefix} locale={locale} />
        </li>
        {others.map((fault) => (
          <li data-error={fault.code}>
            <FaultLink fault={fault} prefix={prefix} locale={locale} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What is wrong, as a link to the field, or with links to the pages where it can be put right. */
function FaultLink({
  fault: { code, field, message, link },
  prefix,
  locale,
}: {
  fault: PageFault;
  prefix: string;
  locale: PrivateRequest["locale"];
}) {
  if (link !== undefined) return <a href={href(locale, link)}>{message}</a>;
  if (field !== undefined) return <a href={`#${prefix}${field}`}>{message}</a>;
  return (
    <>
      <span>{message}</span>
      {code !== "last_way"
        ? null
        : WAYS_TO_SIGN_IN.map(({ name, path, anchor }) => (
            <>
              {" "}
              <a href={`${href(locale, path)}#${anchor}`}>{name[locale]}</a>
            </>
          ))}
    </>
  );
}

/** Where a person sets up another way to sign in. */
const WAYS_TO_SIGN_IN = [
  { name: text.setPassword, path: privatePaths.account, anchor: "password" },
  { name: text.addPasskey, path: privatePaths.passkeys, anchor: "add" },
] as const;

/** What is wrong with a field of the form that was sent. */
export function errorOf(refusal: PrivateRequest["refusal"], name: string): string | undefined {
  return refusal?.faults.find(({ field }) => field === name)?.message;
}

/** A field of a form: `value` stands there before anything was typed, and what was typed stays. */
type FormFieldProps = Omit<FieldProps, "id" | "error"> & { readonly request: FormRequest; readonly name: string };

function stateOf({ form, refusal, prefix = "" }: FormRequest, name: string, value: string | undefined) {
  return {
    id: `${prefix}${name}`,
    name,
    error: errorOf(refusal, name),
    value: refusal === null ? value : form.get(name),
  };
}

/** One line to type into, with its label, help and error. Passwords and codes do not stay. */
export function TextField({
  request,
  name,
  type = "text",
  value,
  isRequired = true,
  ...words
}: FormFieldProps & { readonly type?: "text" | "email" | "password" | "date"; readonly isRequired?: boolean }) {
  const state = stateOf(request, name, value);
  const isProse = type === "text" && words.inputmode === undefined;
  return (
    <Field
      {...state}
      type={type}
      value={type === "password" ? undefined : state.value}
      required={isRequired}
      // A link or a name in capitals helps nobody who types a code or an address.
      autocapitalize={isProse ? undefined : "none"}
      spellcheck={isProse ? undefined : false}
      {...words}
    />
  );
}

/** Several lines to type into, like `TextField`. */
export function TextArea({ request, name, value, rows = 5, ...words }: FormFieldProps) {
  return <Field {...stateOf(request, name, value)} rows={rows} {...words} />;
}

/** One box to tick, with its error above it. What was ticked stays. */
export function CheckBox({
  request,
  name,
  label,
  isChecked = false,
}: {
  request: FormRequest;
  name: string;
  label: string;
  /** Before anything was sent. */
  isChecked?: boolean;
}) {
  const { value, ...state } = stateOf(request, name, isChecked ? "1" : "");
  return <Tick {...state} label={label} isChecked={value === "1"} />;
}

/** The button that sends a form. `isQuiet`: one among several of a page. `isFinal`: what it does cannot be undone. */
export function SubmitButton({
  label,
  isQuiet = false,
  isFinal = false,
}: {
  label: string;
  isQuiet?: boolean;
  isFinal?: boolean;
}) {
  return (
    <button type="submit" class={`button${isQuiet ? " is-quiet" : ""}${isFinal ? " is-final" : ""}`}>
      {label}
    </button>
  );
}

/**
 * Asks for the password, a code or a passkey before something that must not happen at an unlocked screen: always, or
 * where the sign-in is not recent.
 */
export function ConfirmField({ request, isAlways = false }: { request: FormRequest; isAlways?: boolean }) {
  const { locale, person, refusal } = request;
  const isAsked = refusal?.faults.some(({ field }) => field === "current") === true;
  if (person?.isRecent === true && !isAlways && !isAsked) return null;
  return <CurrentField request={request} label={text.current[locale]} help={text.currentHelp[locale]} />;
}

/** The field `current`, with the button that puts the answer of a passkey into it: that needs a script. */
export function CurrentField({
  request,
  isRequired = false,
  ...words
}: {
  request: FormRequest;
  label: string;
  help: string;
  isRequired?: boolean;
}) {
  const passkey = request.person?.askForPasskey?.();
  return (
    <>
      <TextField
        {...words}
        request={request}
        name="current"
        type="password"
        autocomplete="current-password"
        isRequired={isRequired}
      />
      {passkey === undefined ? null : (
        <button
          type="button"
          class="button is-quiet"
          hidden
          data-passkey-confirm={passkey.options}
          data-challenge={passkey.challenge}
        >
          {text.usePasskey[request.locale]}
        </button>
      )}
    </>
  );
}
