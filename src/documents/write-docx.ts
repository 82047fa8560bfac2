import { type Block, type FileBytes, LANGUAGE_TAGS, type ReportDocument } from "./document.ts";
import { typesetReport } from "./typeset.ts";
import {
  CORE_PROPERTIES_TYPE,
  contentTypes,
  coreProperties,
  RELATION,
  RELATION_NAMESPACE,
  relations,
  XML_HEAD,
  xmlText,
} from "./xml.ts";
import { zip } from "./zip.ts";

export const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PART_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** Width between the margins of an A4 page, in twentieths of a point. */
const TEXT_WIDTH = 9_638;

/** A report as DOCX, with styles for headings, repeated table heads and its language. The same report gives the same bytes. */
export function writeDocx(report: ReportDocument): FileBytes {
  const language = LANGUAGE_TAGS[report.locale];
  return zip([
    {
      name: "[Content_Types].xml",
      text: contentTypes([
        ["/word/document.xml", `${PART_TYPE}.document.main+xml`],
        ["/word/styles.xml", `${PART_TYPE}.styles+xml`],
        ["/word/numbering.xml", `${PART_TYPE}.numbering+xml`],
        ["/word/footer1.xml", `${PART_TYPE}.footer+xml`],
        ["/docProps/core.xml", CORE_PROPERTIES_TYPE],
      ]),
    },
    {
      name: "_rels/.rels",
      text: relations([
        [RELATION.document, "word/document.xml"],
        [RELATION.properties, "docProps/core.xml"],
      ]),
    },
    { name: "docProps/core.xml", text: coreProperties({ title: report.title, language, day: report.day }) },
    {
      name: "word/_rels/document.xml.rels",
      text: relations([
        [RELATION.styles, "styles.xml"],
        [RELATION.numbering, "numbering.xml"],
        [RELATION.footer, "footer1.xml"],
      ]),
    },
    { name: "word/document.xml", text: documentXml(typesetReport(report)) },
    { name: "word/styles.xml", text: stylesXml(language) },
    { name: "word/numbering.xml", text: NUMBERING },
    { name: "word/footer1.xml", text: footerXml(report.foot) },
  ]);
}

function documentXml({ title, subtitle, blocks }: ReportDocument): string {
  const body = [
    paragraph(title, "Title"),
    subtitle === "" ? "" : paragraph(subtitle, "Subtitle"),
    ...blocks.map((block, at) => blockXml(block, blocks[at + 1])),
  ];
  return (
    `${XML_HEAD}<w:document xmlns:w="${MAIN}" xmlns:r="${RELATION_NAMESPACE}"><w:body>${body.join("")}` +
    '<w:sectPr><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="11906" w:h="16838"/>' +
    '<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>' +
    "</w:body></w:document>"
  );
}

const TONES = { quiet: "Quiet", strong: "Strong" } as const;

function blockXml(block: Block, next: Block | undefined): string {
  switch (block.kind) {
    case "heading":
      return paragraph(block.text, `Heading${block.level}`);
    case "paragraph":
      // What introduces a table stays with it.
      return paragraph(block.text, block.tone === undefined ? "Normal" : TONES[block.tone], next?.kind === "facts");
    case "list":
      return block.items.map((item) => paragraph(item, "ListItem")).join("");
    case "facts":
      return tableXml([0.34, 0.66], block.rows, { hasHead: false });
    case "table": {
      const whole = block.columns.reduce((sum, { width }) => sum + width, 0);
      const shares = block.columns.map(({ width }) => width / whole);
      return tableXml(shares, [block.columns.map(({ title }) => title), ...block.rows], { hasHead: true });
    }
  }
}

function paragraph(text: string, style: string, isKept = false): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${isKept ? "<w:keepNext/>" : ""}</w:pPr>${run(text)}</w:p>`;
}

/** A text with its line breaks. */
function run(text: string): string {
  const lines = text.split("\n").map((line) => `<w:t xml:space="preserve">${xmlText(line)}</w:t>`);
  return `<w:r>${lines.join("<w:br/>")}</w:r>`;
}

/** Rows are not divided between pages; the head is repeated on each. A table without a head has names in its first column. */
function tableXml(
  shares: readonly number[],
  rows: readonly (readonly string[])[],
  { hasHead }: { readonly hasHead: boolean },
): string {
  const widths = shares.map((share) => Math.round(share * TEXT_WIDTH));
  const lines = rows.map((row, at) => {
    const isHead = hasHead && at === 0;
    const cells = row.map((text, index) => {
      const style = isHead || (!hasHead && index === 0) ? "CellHead" : "Cell";
      return `<w:tc><w:tcPr><w:tcW w:w="${widths[index] ?? 0}" w:type="dxa"/></w:tcPr>${paragraph(text, style)}</w:tc>`;
    });
    return `<w:tr><w:trPr><w:cantSplit/>${isHead ? "<w:tblHeader/>" : ""}</w:trPr>${cells.join("")}</w:tr>`;
  });
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`);
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="Report"/><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblLayout w:type="fixed"/>` +
    `<w:tblLook w:val="0420" w:firstRow="${hasHead ? 1 : 0}" w:lastRow="0" w:firstColumn="${hasHead ? 0 : 1}" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr>` +
    `<w:tblGrid>${grid.join("")}</w:tblGrid>${lines.join("")}</w:tbl>${paragraph("", "AfterTable")}`
  );
}

function footerXml(foot: string): string {
  const field = (code: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
  return (
    `${XML_HEAD}<w:ftr xmlns:w="${MAIN}"><w:p><w:pPr><w:pStyle w:val="Foot"/></w:pPr>${run(foot)}` +
    `<w:r><w:tab/></w:r>${field("PAGE")}<w:r><w:t xml:space="preserve"> / </w:t></w:r>${field("NUMPAGES")}</w:p></w:ftr>`
  );
}

interface Style {
  readonly id: string;
  readonly name: string;
  /** Half points. */
  readonly size: number;
  readonly paragraph?: string;
  readonly text?: string;
  readonly isDefault?: boolean;
}

const BEFORE_AFTER = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`;

const STYLES: readonly Style[] = [
  { id: "Normal", name: "Normal", size: 21, paragraph: BEFORE_AFTER(0, 120), isDefault: true },
  { id: "Title", name: "Title", size: 40, paragraph: BEFORE_AFTER(0, 60), text: "<w:b/>" },
  { id: "Subtitle", name: "Subtitle", size: 22, paragraph: BEFORE_AFTER(0, 240), text: '<w:color w:val="555555"/>' },
  {
    id: "Heading2",
    name: "heading 2",
    size: 28,
    text: "<w:b/>",
    paragraph: `<w:keepNext/>${BEFORE_AFTER(280, 100)}<w:outlineLvl w:val="0"/>`,
  },
  {
    id: "Heading3",
    name: "heading 3",
    size: 23,
    text: "<w:b/>",
    paragraph: `<w:keepNext/>${BEFORE_AFTER(200, 60)}<w:outlineLvl w:val="1"/>`,
  },
  { id: "Strong", name: "Strong sentence", size: 24, paragraph: BEFORE_AFTER(0, 120), text: "<w:b/>" },
  { id: "Quiet", name: "Note", size: 18, paragraph: BEFORE_AFTER(0, 100), text: '<w:color w:val="555555"/>' },
  {
    id: "ListItem",
    name: "List item",
    size: 21,
    paragraph: `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${BEFORE_AFTER(0, 60)}`,
  },
  { id: "Cell", name: "Cell", size: 18, paragraph: BEFORE_AFTER(40, 40) },
  { id: "CellHead", name: "Cell head", size: 18, paragraph: BEFORE_AFTER(40, 40), text: "<w:b/>" },
  { id: "AfterTable", name: "After a table", size: 12, paragraph: BEFORE_AFTER(0, 60) },
  {
    id: "Foot",
    name: "footer",
    size: 16,
    text: '<w:color w:val="555555"/>',
    paragraph: `<w:tabs><w:tab w:val="right" w:pos="${TEXT_WIDTH}"/></w:tabs>`,
  },
];

function stylesXml(language: string): string {
  const styles = STYLES.map(
    ({ id, name, size, paragraph: rules = "", text = "", isDefault = false }) =>
      `<w:style w:type="paragraph"${isDefault ? ' w:default="1"' : ""} w:styleId="${id}"><w:name w:val="${name}"/>` +
      `${isDefault ? "" : '<w:basedOn w:val="Normal"/>'}<w:qFormat/><w:pPr>${rules}</w:pPr>` +
      `<w:rPr>${text}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`,
  );
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BBBBBB"/>`;
  return (
    `${XML_HEAD}<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr>` +
    '<w:rFonts w:ascii="Cambria" w:hAnsi="Cambria" w:cs="Times New Roman"/>' +
    `<w:lang w:val="${language}"/></w:rPr></w:rPrDefault></w:docDefaults>${styles.join("")}` +
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>' +
    '<w:tblCellMar><w:left w:w="85" w:type="dxa"/><w:right w:w="85" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>' +
    '<w:style w:type="table" w:styleId="Report"><w:name w:val="Report"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>' +
    `${border("top")}${border("bottom")}${border("insideH")}</w:tblBorders></w:tblPr></w:style></w:styles>`
  );
}

const NUMBERING =
  `${XML_HEAD}<w:numbering xmlns:w="${MAIN}"><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/>` +
  '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/>' +
  '<w:pPr><w:ind w:left="360" w:hanging="240"/></w:pPr></w:lvl></w:abstractNum>' +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
