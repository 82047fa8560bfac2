/** One field of a form as the page wrote it. */
export interface Field {
  readonly name: string;
  readonly kind: "hidden" | "text" | "radio" | "checkbox" | "select";
  readonly value: string;
  /** True for what a browser would send as it stands. */
  readonly isSet: boolean;
}

/** The fields of the first form whose tag holds the mark, in the order of the page. */
export function formOf(html: string, mark: string): Field[] {
  const form = html.split("<form").find((part) => part.slice(0, part.indexOf(">")).includes(mark)) ?? "";
  const body = form.slice(0, form.indexOf("</form>"));
  return [...body.matchAll(/<input\b([^>]*)>|<select\b([^>]*)>([\s\S]*?)<\/select>/g)].flatMap((found): Field[] => {
    const [, input, select, options = ""] = found;
    const name = attribute(input ?? select ?? "", "name");
    if (name === "") return [];
    if (input === undefined) {
      const chosen =
        /<option\b([^>]*\bselected[^>]*)>/.exec(options)?.[1] ?? /<option\b([^>]*)>/.exec(options)?.[1] ?? "";
      return [{ name, kind: "select", value: attribute(chosen, "value"), isSet: true }];
    }
    const type = attribute(input, "type");
    const kind = type === "hidden" || type === "radio" || type === "checkbox" ? type : "text";
    const isSet = kind === "radio" || kind === "checkbox" ? /\bchecked\b/.test(input) : true;
    return [{ name, kind, value: attribute(input, "value"), isSet }];
  });
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return value.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&lt;", "<");
}

/** The query that a browser sends when a visitor has filled in or ticked these values. */
export function submitted(form: readonly Field[], given: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  const filled = new Set<string>();
  for (const { name, kind, value, isSet } of form) {
    const answer = given[name];
    if (kind === "radio" || kind === "checkbox") {
      const isTicked = answer === undefined || kind === "checkbox" ? isSet || answer === value : answer === value;
      if (isTicked) query.append(name, value);
    } else if (answer !== undefined && kind === "text" && !filled.has(name)) {
      query.append(name, answer);
      filled.add(name);
    } else {
      query.append(name, value);
    }
  }
  return query.toString();
}
