import type { Locale } from "../../../core/locale.ts";
import { CopyButton } from "./code-block.tsx";

/**
 * A secret that is shown once: a field to select it from, which breaks anywhere, and a button that copies it where there
 * is a script. `hook` is the attribute by which assistive scripts and tests find it; its value is the secret, as its text is.
 */
export function SecretField({
  id,
  label,
  secret,
  hook,
  locale,
}: {
  id: string;
  label: string;
  secret: string;
  hook: `data-${string}`;
  locale: Locale;
}) {
  const attributes = { [hook]: secret };
  return (
    <div class="secret">
      <label for={id}>{label}</label>
      <div class="code-block">
        <textarea id={id} readonly rows={2} spellcheck={false} {...attributes}>
          {secret}
        </textarea>
        <CopyButton from={id} locale={locale} />
      </div>
    </div>
  );
}
