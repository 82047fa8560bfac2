import type { Locale, Localized } from "../../../core/locale.ts";

const text = {
  copy: { sk: "Kopírovať", cs: "Kopírovat", en: "Copy" },
  copied: { sk: "Skopírované", cs: "Zkopírováno", en: "Copied" },
} satisfies Record<string, Localized>;

/**
 * Text to take away. The button appears only where a script can copy; without one the text is selected as usual.
 * `label` says what the text is, for who does not see it.
 */
export function CodeBlock({
  code,
  label,
  id,
  locale,
  isProse = false,
}: {
  code: string;
  label: string;
  id: string;
  locale: Locale;
  isProse?: boolean;
}) {
  return (
    <div class="code-block">
      <pre class={isProse ? "is-prose" : undefined}>
        <code id={id}>{code}</code>
      </pre>
      <CopyButton from={id} name={`${text.copy[locale]}: ${label}`} locale={locale} />
    </div>
  );
}

/** A button that copies the text of the element `from`, or the literal `value`. */
export function CopyButton({
  from,
  value,
  name,
  label,
  locale,
}: {
  from?: string;
  value?: string;
  /** What a screen reader says, where the visible word alone would not do. */
  name?: string;
  label?: string;
  locale: Locale;
}) {
  return (
    <button
      type="button"
      class="button is-quiet copy"
      hidden
      data-copy-from={from}
      data-copy-value={value}
      data-copied={text.copied[locale]}
      aria-label={name}
    >
      {label ?? text.copy[locale]}
    </button>
  );
}

/** Text in which what stands between backticks is code. */
export function WithCode({ text: marked }: { text: string }) {
  return <>{marked.split("`").map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece))}</>;
}
