import type { Locale } from "../../../core/locale.ts";
import { categorySigns } from "../components/category-mark.tsx";
import { PICTURE_SIZE, type PictureName, pictureLines, pictureNote } from "./pictures.ts";

/** The colours of the light scheme (assets/css/tokens.css); a picture has no dark one. */
const PAPER = "#fbfbf8";
const INK = "#1a1c20";
const SOFT = "#55595f";
const COLOURS = {
  start: "#174f8f",
  essential: "#7a1c43",
  important: "#8a5200",
  out_of_scope: "#49555c",
  unknown: "#574a8c",
  incident: "#a1201c",
  radar: "#174f8f",
  "ai-act": "#174f8f",
} satisfies Record<PictureName, string>;

/** Signs of 24 by 24, as the pages show them; those of the categories are the pages' own. */
const SIGNS = {
  ...categorySigns,
  start: (
    <>
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M12 6.5a5.5 5.5 0 1 1-5.5 5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
      <circle cx="12" cy="12" r="2.25" fill="currentColor" />
    </>
  ),
  incident: (
    <>
      <path d="M12 2.5 1.8 21h20.4z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
      <path d="M12 9.5v5M12 16.8v1.6" fill="none" stroke="currentColor" stroke-width="2" />
    </>
  ),
  radar: (
    <>
      <path d="M2 3v18h20" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M5 6h15v3H5zM5 11h10v3H5zM5 16h5v3H5z" fill="currentColor" />
    </>
  ),
  "ai-act": (
    <>
      <rect x="5" y="5" width="14" height="14" rx="2" fill="none" stroke="currentColor" stroke-width="2" />
      <circle cx="12" cy="12" r="3.2" fill="currentColor" />
      <path
        d="M9 5V2M15 5V2M9 22v-3M15 22v-3M5 9H2M5 15H2M22 9h-3M22 15h-3"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
      />
    </>
  ),
} satisfies Record<PictureName, unknown>;

const LEFT = 90;
const TEXT_LEFT = 380;
const LINE = 76;

/** The drawing of a picture as SVG, from which `npm run pictures` makes the file. */
export function pictureSource(name: PictureName, locale: Locale): string {
  const { width, height } = PICTURE_SIZE;
  const lines: readonly string[] = pictureLines[name][locale];
  const first = 285 - ((lines.length - 1) * LINE) / 2 + 22;
  const colour = COLOURS[name];
  return String(
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <rect width={width} height={height} fill={PAPER} />
      <rect width="18" height={height} fill={colour} />
      <svg aria-hidden="true" x={LEFT} y="165" width="240" height="240" viewBox="0 0 24 24" color={colour}>
        {SIGNS[name]}
      </svg>
      <g font-family="Source Serif 4" fill={INK} font-size="66" font-weight="600">
        {lines.map((line, at) => (
          <text x={TEXT_LEFT} y={first + at * LINE}>
            {line}
          </text>
        ))}
      </g>
      <path d={`M${LEFT} 498h1020`} stroke="#d9d9d2" stroke-width="2" />
      <svg aria-hidden="true" x={LEFT} y="523" width="56" height="56" viewBox="0 0 24 24" color={INK}>
        {SIGNS.start}
      </svg>
      <g font-family="Source Serif 4" font-size="44">
        <text x={LEFT + 74} y="566" fill={INK} font-weight="600">
          Dosah
        </text>
        <text x="1110" y="566" fill={SOFT} text-anchor="end">
          {pictureNote[locale]}
        </text>
      </g>
    </svg>,
  );
}
