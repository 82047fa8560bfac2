/** Control characters and others for which XML 1.0 has no place; escaped they would be as wrong. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as it stands between the tags of XML, or in an attribute. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, "")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}

/** The first line of every XML file. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The relations of a part of an OOXML file to others. */
export function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const lines = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join("")}</Relationships>`;
}

/** The list of the media types in an OOXML file. */
export function contentTypes(parts: readonly (readonly [name: string, type: string])[]): string {
  const lines = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`);
  return (
    `${XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${lines.join("")}</Types>`
  );
}

/** Title, language and day of an OOXML file. @param day the only date in it */
export function coreProperties({ title, language, day }: { title: string; language: string; day: string }): string {
  return (
    `${XML_HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title>` +
    `<dc:creator>Dosah</dc:creator><dc:language>${language}</dc:language>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${day}T00:00:00Z</dcterms:created>` +
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${day}T00:00:00Z</dcterms:modified></cp:coreProperties>`
  );
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

/** Kinds of relations. */
export const RELATION = {
  document: `${OFFICE}/officeDocument`,
  properties: `${PACKAGE}/metadata/core-properties`,
  styles: `${OFFICE}/styles`,
  numbering: `${OFFICE}/numbering`,
  footer: `${OFFICE}/footer`,
  worksheet: `${OFFICE}/worksheet`,
} as const;

/** The namespace of relation ids inside a part. */
export const RELATION_NAMESPACE = OFFICE;

export const CORE_PROPERTIES_TYPE = "application/vnd.openxmlformats-package.core-properties+xml";
