import { createRequire } from "node:module";

const FAMILY = "@expo-google-fonts/source-serif-4";
const { resolve } = createRequire(import.meta.url);

/** The fonts of a report: whole files, which have every letter of Slovak and Czech, and Greek and Cyrillic for names. */
export const FONT_FILES = {
  regular: resolve(`${FAMILY}/400Regular/SourceSerif4_400Regular.ttf`),
  bold: resolve(`${FAMILY}/600SemiBold/SourceSerif4_600SemiBold.ttf`),
} as const;

export type FontName = keyof typeof FONT_FILES;
