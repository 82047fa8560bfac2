/**
 * The names of characters that Slovak, Czech and English pages use. A fixed list of ours: nothing a feed declares can
 * add to it, so no entity can grow.
 */
const NAMES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", shy: "", ensp: " ", emsp: " ", thinsp: " " },
  ...{ ndash: "–", mdash: "—", hellip: "…", bull: "•", middot: "·", sect: "§", para: "¶", deg: "°", euro: "€" },
  ...{ lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„", laquo: "«", raquo: "»" },
  ...{ copy: "©", reg: "®", trade: "™", times: "×", plusmn: "±", frac12: "½", rarr: "→", larr: "←", zwj: "", zwnj: "" },
  ...{ aacute: "á", eacute: "é", iacute: "í", oacute: "ó", uacute: "ú", yacute: "ý", auml: "ä", euml: "ë" },
  ...{ Aacute: "Á", Eacute: "É", Iacute: "Í", Oacute: "Ó", Uacute: "Ú", Yacute: "Ý", Auml: "Ä", ouml: "ö" },
  ...{ uuml: "ü", Ouml: "Ö", Uuml: "Ü", ocirc: "ô", Ocirc: "Ô", acirc: "â", ecirc: "ê", agrave: "à", egrave: "è" },
  ...{ ccaron: "č", Ccaron: "Č", dcaron: "ď", Dcaron: "Ď", ecaron: "ě", Ecaron: "Ě", lcaron: "ľ", Lcaron: "Ľ" },
  ...{ ncaron: "ň", Ncaron: "Ň", rcaron: "ř", Rcaron: "Ř", scaron: "š", Scaron: "Š", tcaron: "ť", Tcaron: "Ť" },
  ...{ zcaron: "ž", Zcaron: "Ž", uring: "ů", Uring: "Ů", lacute: "ĺ", Lacute: "Ĺ", racute: "ŕ", Racute: "Ŕ" },
  ...{ ccedil: "ç", ntilde: "ñ", szlig: "ß", oslash: "ø", aring: "å" },
});

/** Every name with its character, for the XML reader: feeds write `&nbsp;` where XML has no such name. */
export const HTML_ENTITIES = NAMES;

/** Replaces character references, each once: what comes out is not read again. Unknown names stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/g,
    (whole, dec, hex, name) => {
      if (name !== undefined) return NAMES[String(name)] ?? whole;
      const code = dec === undefined ? Number.parseInt(String(hex), 16) : Number(dec);
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : "";
    },
  );
}
