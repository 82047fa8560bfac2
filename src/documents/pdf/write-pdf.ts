import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { Localized } from "../../core/locale.ts";
import { once } from "../../core/once.ts";
import { type Block, type FileBytes, LANGUAGE_TAGS, type ReportDocument, type Table } from "../document.ts";
import { typesetReport } from "../typeset.ts";
import { breakLines } from "./break-lines.ts";
import { type DrawnLine, drawnLine, type HasCharacter, LACKING_SIGN } from "./drawn-runs.ts";
import { fontOfWoff } from "./woff.ts";

const FAMILY = "@expo-google-fonts/source-serif-4";
const FALLBACK = "@fontsource/dejavu-sans/files/dejavu-sans-latin";
const { resolve } = createRequire(import.meta.url);

/** The fonts of a report: whole files, which have every letter of Slovak and Czech, and Greek and Cyrillic for names. */
const FONT_FILES = {
  regular: resolve(`${FAMILY}/400Regular/SourceSerif4_400Regular.ttf`),
  bold: resolve(`${FAMILY}/600SemiBold/SourceSerif4_600SemiBold.ttf`),
} as const;

type FontName = keyof typeof FONT_FILES;

/** For the characters that those lack: Hebrew, Arabic, everyday signs. Read and embedded only where one is drawn. */
const FALLBACKS: Readonly<Record<FontName, () => Buffer>> = {
  regular: once(() => fontOfWoff(readFileSync(resolve(`${FALLBACK}-400-normal.woff`)))),
  bold: once(() => fontOfWoff(readFileSync(resolve(`${FALLBACK}-700-normal.woff`)))),
};

const LACKING: Localized = {
  sk: `Písmo tejto správy nemá všetky znaky, ktoré v nej stoja. Kde niektorý chýba, je nakreslené ${LACKING_SIGN}; v texte súboru ostáva a dá sa vyhľadať aj skopírovať.`,
  cs: `Písmo této zprávy nemá všechny znaky, které v ní stojí. Kde některý chybí, je nakresleno ${LACKING_SIGN}; v textu souboru zůstává a lze jej vyhledat i zkopírovat.`,
  en: `The typeface of this report lacks some of its characters. Where one is missing, ${LACKING_SIGN} is drawn; it stays in the text of the file, to be searched for and copied.`,
};

/** Points. */
const PAGE = { width: 595.28, height: 841.89, side: 54, top: 54, bottom: 62 } as const;
const TEXT_WIDTH = PAGE.width - 2 * PAGE.side;
const LAST_LINE = PAGE.height - PAGE.bottom;

const INK = "#1b1b1b";
const QUIET = "#555555";
const RULE = "#bbbbbb";

/** How a text is set: the font, its size, and the height of a line, in points. */
interface Face {
  readonly font: FontName;
  readonly size: number;
  readonly line: number;
  readonly colour: string;
}

const FACES = {
  title: { font: "bold", size: 21, line: 26, colour: INK },
  subtitle: { font: "regular", size: 11.5, line: 16, colour: QUIET },
  heading2: { font: "bold", size: 14.5, line: 19, colour: INK },
  heading3: { font: "bold", size: 11.5, line: 15.5, colour: INK },
  text: { font: "regular", size: 10.5, line: 14.5, colour: INK },
  strong: { font: "bold", size: 12, line: 16.5, colour: INK },
  quiet: { font: "regular", size: 9, line: 12.5, colour: QUIET },
  cell: { font: "regular", size: 9, line: 12, colour: INK },
  cellHead: { font: "bold", size: 9, line: 12, colour: INK },
  foot: { font: "regular", size: 8, line: 10, colour: QUIET },
} as const satisfies Record<string, Face>;

const HEADINGS = {
  2: { tag: "H2", face: FACES.heading2, before: 14, after: 5 },
  3: { tag: "H3", face: FACES.heading3, before: 9, after: 3 },
} as const;

const CELL_PADDING = { x: 5, y: 4 } as const;
const LIST_INDENT = 14;
const PARAGRAPH_AFTER = 6;

/** What a heading stands over is not divided between pages where it is no higher than this. */
const MOST_KEPT = 230;

type Structure = PDFKit.PDFStructureElement;

/**
 * A report as tagged PDF: headings, paragraphs, lists and tables with their heads are in the structure tree; rules, page
 * numbers and repeated heads are artifacts. The same report gives the same bytes. It takes up to seconds of CPU: on a
 * process of its own (`pdf-maker.ts`), never where requests are answered.
 * @param pause is asked between blocks and rows: who shares the processor with others may let them go first
 */
export async function writePdf(report: ReportDocument, pause: Pause = goOn): Promise<FileBytes> {
  const { title, subtitle, blocks } = typesetReport(report);
  const page = new PageWriter(report);
  page.text("H1", title, FACES.title, { after: 4 });
  if (subtitle !== "") page.text("P", subtitle, FACES.subtitle, { after: 14 });
  for (const [at, block] of blocks.entries()) {
    await writeBlock(block, page, blocks, at + 1, pause);
    await pause();
  }
  if (page.isLacking) page.text("P", LACKING[report.locale], FACES.quiet, { before: PARAGRAPH_AFTER });
  return page.end();
}

/** Waits, or goes on at once. */
export type Pause = () => Promise<void> | undefined;

const goOn: Pause = () => undefined;

/** @param next where in `blocks` the next one stands */
async function writeBlock(
  block: Block,
  page: PageWriter,
  blocks: readonly Block[],
  next: number,
  pause: Pause,
): Promise<void> {
  if (block.kind === "heading") {
    const { tag, face, before, after } = HEADINGS[block.level];
    page.text(tag, block.text, face, { before, after, keep: () => page.heightKept(blocks, next) });
  } else if (block.kind === "paragraph") {
    page.text("P", block.text, FACES[block.tone ?? "text"], { after: PARAGRAPH_AFTER });
  } else if (block.kind === "list") {
    page.list(block.items);
  } else if (block.kind === "facts") {
    await page.table({ columns: FACT_COLUMNS, rows: block.rows }, "rows", pause);
  } else {
    await page.table(block, "columns", pause);
  }
}

/** A row with lines of more than half of a page is divided. */
const LONG_ROW = (LAST_LINE - PAGE.top) / 2;

/** So many lines of a divided row stand on its first page. */
const FIRST_LINES = 3;

const FACT_COLUMNS: Table["columns"] = [
  { title: "", width: 34 },
  { title: "", width: 66 },
];

/** One cell as it is drawn: its lines, and where they stand in the structure. */
interface Cell {
  readonly lines: readonly string[];
  readonly face: Face;
  readonly tag: "TH" | "TD";
  readonly element: Structure | null;
}

/** Writes from the top of a page to its end, and goes on on the next. */
class PageWriter {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: Structure;
  readonly #chunks: Uint8Array[] = [];
  readonly #done: Promise<void>;
  readonly #foot: string;
  readonly #widths: Readonly<Record<FontName, Map<string, number>>> = { regular: new Map(), bold: new Map() };
  readonly #isInFont = new Map<string, Map<number, boolean>>();
  #y = PAGE.top;
  #isArtifact = false;
  /** Set once a character is in no font. */
  isLacking = false;

  constructor({ title, locale, day, foot }: ReportDocument) {
    this.#foot = foot;
    this.#pdf = new PDFDocument({
      size: "A4",
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      compress: true,
      pdfVersion: "1.7",
      tagged: true,
      displayTitle: true,
      lang: LANGUAGE_TAGS[locale],
      info: { Title: title, Creator: "Dosah", Producer: "Dosah", CreationDate: new Date(`${day}T00:00:00Z`) },
    });
    for (const [name, file] of Object.entries(FONT_FILES)) this.#pdf.registerFont(name, file);
    this.#pdf.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk));
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.on("end", resolve);
      this.#pdf.on("error", reject);
    });
    this.#root = this.#pdf.struct("Document");
    this.#pdf.addStructure(this.#root);
    this.#pdf.addPage();
    this.#width(foot, FACES.foot);
  }

  /** A heading or a paragraph; `before` is left out at the top of a page, what `keep` says must fit behind it. */
  text(
    tag: "H1" | "H2" | "H3" | "P",
    text: string,
    face: Face,
    {
      before = 0,
      after = 0,
      keep,
    }: { readonly before?: number; readonly after?: number; readonly keep?: () => number },
  ): void {
    const lines = this.#linesOf(text, face, TEXT_WIDTH);
    if (this.#y > PAGE.top) this.#y += before;
    const height = Math.min(lines.length, 2) * face.line;
    // Measuring costs, and most headings stand far from the foot.
    const isNearFoot = keep !== undefined && this.#y + height + after + MOST_KEPT > LAST_LINE;
    this.#makeRoom(height + (isNearFoot ? after + keep() : 0));
    const element = this.#child(this.#root, tag);
    this.#run(lines, element, tag, face, PAGE.side);
    element.end();
    this.#y += after;
  }

  /**
   * How much must stand on the same page as a heading before it: everything up to the next heading where that is little,
   * or else the beginning.
   * @param from where in `blocks` the one below the heading stands
   */
  heightKept(blocks: readonly Block[], from: number): number {
    const first = blocks[from];
    if (first === undefined) return 0;
    if (first.kind === "heading") {
      const { face, after } = HEADINGS[first.level];
      return this.#linesOf(first.text, face, TEXT_WIDTH).length * face.line + after + this.heightKept(blocks, from + 1);
    }
    let whole = 0;
    for (let at = from; at < blocks.length && whole <= MOST_KEPT; at++) {
      const block = blocks[at];
      if (block === undefined || block.kind === "heading") break;
      whole += this.#heightOf(block);
    }
    return whole <= MOST_KEPT ? whole : this.#heightOf(first, true);
  }

  /** The height of a block, or of its beginning: two lines, or the first row of a table with its head. */
  #heightOf(block: Exclude<Block, { kind: "heading" }>, isBeginning = false): number {
    if (block.kind === "paragraph") {
      const { line } = FACES[block.tone ?? "text"];
      const lines = this.#linesOf(block.text, FACES[block.tone ?? "text"], TEXT_WIDTH).length;
      return (isBeginning ? Math.min(2, lines) : lines) * line + PARAGRAPH_AFTER;
    }
    if (block.kind === "list") {
      const { line } = FACES.text;
      if (isBeginning) return 2 * line;
      const width = TEXT_WIDTH - LIST_INDENT;
      return block.items.reduce((sum, item) => sum + this.#linesOf(item, FACES.text, width).length * line + 3, 5);
    }
    const heads = block.kind === "table" ? "columns" : "rows";
    const { columns, rows } = block.kind === "table" ? block : { columns: FACT_COLUMNS, rows: block.rows };
    const widths = widthsOf(columns);
    const head =
      heads === "columns"
        ? this.#rowHeight(
            columns.map(({ title }) => title),
            widths,
            () => true,
          )
        : 0;
    const shown = isBeginning ? rows.slice(0, 1) : rows;
    const height = (row: readonly string[]) => this.#rowHeight(row, widths, (at) => heads === "rows" && at === 0);
    return shown.reduce((sum, row) => sum + (isBeginning ? beginningOf(height(row)) : height(row)), head);
  }

  #rowHeight(texts: readonly string[], widths: readonly number[], isHead: (at: number) => boolean): number {
    const lines = texts.map((text, at) => {
      const face = isHead(at) ? FACES.cellHead : FACES.cell;
      return this.#linesOf(text, face, (widths[at] ?? 0) - 2 * CELL_PADDING.x).length;
    });
    return Math.max(1, ...lines) * FACES.cell.line + 2 * CELL_PADDING.y;
  }

  list(items: readonly string[]): void {
    const list = this.#child(this.#root, "L");
    for (const item of items) {
      const lines = this.#linesOf(item, FACES.text, TEXT_WIDTH - LIST_INDENT);
      this.#makeRoom(Math.min(lines.length, 2) * FACES.text.line);
      const entry = this.#child(list, "LI");
      this.#tagged(this.#child(entry, "Lbl"), "Lbl", () => this.#line("•", FACES.text, PAGE.side + 2, this.#y));
      this.#run(lines, this.#child(entry, "LBody"), "LBody", FACES.text, PAGE.side + LIST_INDENT);
      this.#y += 3;
    }
    list.end();
    this.#y += 5;
  }

  /** `heads`: which cells are heads, those of the first row or those of the first column. */
  async table({ columns, rows }: Table, heads: "columns" | "rows", pause: Pause): Promise<void> {
    const widths = widthsOf(columns);
    const table = this.#child(this.#root, "Table");
    const titles = heads === "columns" ? columns.map(({ title }) => title) : null;
    const head = titles === null ? null : this.#row(table, titles, widths, () => "Column");
    // The head, or the line above the table, stays with the first row.
    const first = this.#rowHeight(rows[0] ?? [], widths, (at) => heads === "rows" && at === 0);
    this.#makeRoom((head === null ? 0 : heightOf(head)) + beginningOf(first));
    this.#rule();
    if (head !== null) this.#draw(head, widths, null);
    const repeated = head === null ? null : head.map((cell): Cell => ({ ...cell, element: null }));
    for (const row of rows) {
      const cells = this.#row(table, row, widths, (at) => (heads === "rows" && at === 0 ? "Row" : null));
      this.#draw(cells, widths, repeated);
      await pause();
    }
    table.end();
    this.#y += 10;
  }

  async end(): Promise<FileBytes> {
    this.#root.end();
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let at = start; at < start + count; at++) {
      this.#pdf.switchToPage(at);
      this.#artifact("Pagination", () => {
        const y = PAGE.height - 36;
        const number = `${at + 1} / ${count}`;
        const [foot = ""] = this.#linesOf(this.#foot, FACES.foot, TEXT_WIDTH - 60);
        this.#line(foot, FACES.foot, PAGE.side, y);
        this.#line(number, FACES.foot, PAGE.width - PAGE.side - this.#width(number, FACES.foot), y);
      });
    }
    this.#pdf.end();
    await this.#done;
    return Buffer.concat(this.#chunks);
  }

  #row(
    table: Structure,
    texts: readonly string[],
    widths: readonly number[],
    scopeOf: (at: number) => "Column" | "Row" | null,
  ): Cell[] {
    const row = this.#child(table, "TR");
    return texts.map((text, at) => {
      const scope = scopeOf(at);
      const face = scope === null ? FACES.cell : FACES.cellHead;
      const tag = scope === null ? "TD" : "TH";
      // The scope of a head is not in the types of the library yet.
      const options: object = scope === null ? {} : { scope };
      const element = this.#pdf.struct(tag, options);
      row.add(element);
      return { lines: this.#linesOf(text, face, (widths[at] ?? 0) - 2 * CELL_PADDING.x), face, tag, element };
    });
  }

  /** Draws a row; what does not fit on the page goes on on the next one, below the repeated head. */
  #draw(cells: readonly Cell[], widths: readonly number[], repeated: readonly Cell[] | null): void {
    const { line } = FACES.cell;
    const most = Math.max(1, ...cells.map(({ lines }) => lines.length));
    const isLong = most * line > LONG_ROW;
    let from = 0;
    while (from < most) {
      const room = Math.floor((LAST_LINE - this.#y - 2 * CELL_PADDING.y) / line);
      if (room < Math.min(most - from, isLong ? FIRST_LINES : most)) {
        this.#nextPage();
        this.#rule();
        if (repeated !== null)
          this.#artifact("Layout", () => this.#drawLines(repeated, widths, 0, heightInLines(repeated)));
        continue;
      }
      const to = Math.min(most, from + room);
      this.#drawLines(cells, widths, from, to);
      from = to;
    }
  }

  #drawLines(cells: readonly Cell[], widths: readonly number[], from: number, to: number): void {
    const { line } = FACES.cell;
    let x = PAGE.side;
    for (const [at, { lines, face, tag, element }] of cells.entries()) {
      const shown = lines.slice(from, to);
      const left = x + CELL_PADDING.x;
      const top = this.#y + CELL_PADDING.y;
      const write = () => {
        for (const [index, text] of shown.entries()) this.#line(text, face, left, top + index * line);
      };
      if (element === null) write();
      else if (shown.some((text) => text !== "")) this.#tagged(element, tag, write);
      x += widths[at] ?? 0;
    }
    this.#y += (to - from) * line + 2 * CELL_PADDING.y;
    this.#rule();
  }

  /** Lines of one element, over as many pages as they take. */
  #run(lines: readonly string[], element: Structure, tag: string, face: Face, x: number): void {
    let at = 0;
    while (at < lines.length) {
      if (this.#y + face.line > LAST_LINE) this.#nextPage();
      const most = Math.max(1, Math.floor((LAST_LINE - this.#y) / face.line));
      // The last line of a text does not stand alone on the next page.
      const room = lines.length - at === most + 1 && most > 2 ? most - 1 : most;
      const shown = lines.slice(at, at + room);
      const top = this.#y;
      this.#tagged(element, tag, () => {
        for (const [index, text] of shown.entries()) this.#line(text, face, x, top + index * face.line);
      });
      this.#y += shown.length * face.line;
      at += shown.length;
    }
  }

  #child(parent: Structure, tag: string): Structure {
    const element = this.#pdf.struct(tag);
    parent.add(element);
    return element;
  }

  #tagged(element: Structure, tag: string, draw: () => void): void {
    element.add(this.#pdf.markStructureContent(tag));
    draw();
    this.#pdf.endMarkedContent();
  }

  #artifact(type: "Pagination" | "Layout", draw: () => void): void {
    // One artifact does not stand in another: a rule of a repeated head belongs to the head.
    if (this.#isArtifact) {
      draw();
      return;
    }
    this.#isArtifact = true;
    this.#pdf.markContent("Artifact", { type });
    draw();
    this.#pdf.endMarkedContent();
    this.#isArtifact = false;
  }

  #rule(): void {
    this.#artifact("Layout", () => {
      this.#pdf
        .moveTo(PAGE.side, this.#y)
        .lineTo(PAGE.width - PAGE.side, this.#y)
        .lineWidth(0.5)
        .stroke(RULE);
    });
  }

  #line(text: string, { font, size, colour }: Face, x: number, y: number): void {
    if (text === "") return;
    // The lines are fixed by now: who searches the file, or copies from it, finds ordinary blanks.
    const shown = text.replaceAll("\u00a0", " ");
    const { runs, isOther } = this.#drawnLine(shown, font);
    this.#pdf.fillColor(colour);
    // The text itself, for whoever searches, copies or listens: signs stand in for others, words in another order.
    if (isOther) this.#pdf.markContent("Span", { actual: shown });
    let left = x;
    for (const run of runs) {
      // Both fonts stand on one line.
      const top = run.isFallback ? y + (this.#ascender(font) - this.#ascender(this.#fallbackOf(font))) * size : y;
      this.#pdf.font(run.isFallback ? this.#fallbackOf(font) : font).fontSize(size);
      this.#pdf.text(run.text, left, top, { lineBreak: false });
      left += this.#pdf.widthOfString(run.text);
    }
    if (isOther) this.#pdf.endMarkedContent();
  }

  #linesOf(text: string, face: Face, width: number): string[] {
    return breakLines(text, width, (part) => this.#width(part, face));
  }

  /** Words come again and again: each is measured once. */
  #width(text: string, { font, size }: Face): number {
    const known = this.#widths[font].get(text);
    if (known !== undefined) return known * size;
    let width = 0;
    for (const run of this.#drawnLine(text, font).runs) {
      width += this.#pdf
        .font(run.isFallback ? this.#fallbackOf(font) : font)
        .fontSize(1)
        .widthOfString(run.text);
    }
    this.#widths[font].set(text, width);
    return width * size;
  }

  #drawnLine(text: string, font: FontName): DrawnLine {
    const line = drawnLine(text, this.#hasOf(font), (codePoint) => this.#hasOf(this.#fallbackOf(font))(codePoint));
    if (line.isLacking) this.isLacking = true;
    return line;
  }

  /** The second font, registered when it is first needed. */
  #fallbackOf(font: FontName): string {
    const name = `${font}-fallback`;
    if (!this.#isInFont.has(name)) this.#pdf.registerFont(name, FALLBACKS[font]());
    return name;
  }

  /** Whether a font has a character; each is looked up once. */
  #hasOf(font: string): HasCharacter {
    const known = this.#isInFont.get(font) ?? new Map<number, boolean>();
    this.#isInFont.set(font, known);
    return (codePoint) => {
      const before = known.get(codePoint);
      if (before !== undefined) return before;
      const has = this.#opened(font).font.hasGlyphForCodePoint(codePoint);
      known.set(codePoint, has);
      return has;
    };
  }

  #ascender(font: string): number {
    return this.#opened(font).ascender / 1000;
  }

  #opened(font: string): OpenFont["_font"] {
    return (this.#pdf.font(font) as unknown as OpenFont)._font; // pdfkit's types name no open font
  }

  #makeRoom(height: number): void {
    if (this.#y + height > LAST_LINE) this.#nextPage();
  }

  #nextPage(): void {
    this.#pdf.addPage();
    this.#y = PAGE.top;
  }
}

/** The font that pdfkit has open. */
interface OpenFont {
  readonly _font: { readonly ascender: number; readonly font: { readonly hasGlyphForCodePoint: HasCharacter } };
}

/** How much of a row of this height stands on the page on which it begins. */
function beginningOf(height: number): number {
  const padding = 2 * CELL_PADDING.y;
  return height - padding > LONG_ROW ? FIRST_LINES * FACES.cell.line + padding : height;
}

function widthsOf(columns: Table["columns"]): number[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map(({ width }) => (width / whole) * TEXT_WIDTH);
}

function heightInLines(cells: readonly Cell[]): number {
  return Math.max(1, ...cells.map(({ lines }) => lines.length));
}

function heightOf(cells: readonly Cell[]): number {
  return heightInLines(cells) * FACES.cell.line + 2 * CELL_PADDING.y;
}
