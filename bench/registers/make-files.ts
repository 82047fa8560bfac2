import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Paths of the official files that a run imports. */
export interface RegisterFiles {
  readonly res: string;
  readonly activities: string;
  readonly rpo: string;
  readonly ruz: string;
}

const CZ_NAMES =
  "Novák Svoboda Dvořák Černý Procházka Kučera Veselý Horák Němec Marek Pospíšil Hájek Král Růžička Beneš Fiala".split(
    " ",
  );
const SK_NAMES = "Horváth Kováč Varga Tóth Nagy Baláž Molnár Lukáč Oravec Polák Hudák Gajdoš Šimko Kráľ Ďurica".split(
  " ",
);
const TRADES =
  "Stavebniny Stavby Elektro Doprava Autoservis Reality Účetnictví Poradenství Reklama Software Lékárna Potraviny Pivovar Energie Solar Invest Holding Projekt".split(
    " ",
  );
const TOWNS = "Praha Brno Ostrava Plzeň Liberec Olomouc Bratislava Košice Žilina Nitra Trnava Prešov".split(" ");
const SYLLABLES =
  "al ar bo bra ca co da de dra el en fa go ha in ka kra la le lo ma mo na ne no or pa pra ra ro sa so sta ta tra va vi zo".split(
    " ",
  );
const CODES = "62010 64190 35110 47110 68200 86100 49410 10710 38110 41200 96020 82990 56100 69200 71120 21200".split(
  " ",
);
const NEWER = "62100 64190 35110 47110 68200 86100 49410 10710 38210 41000 96210 82990 56110 69200 71120 21200".split(
  " ",
);
const SIZES = "000 000 000 110 120 130 210 230 240 310 330".split(" ");

/** A generator of numbers that gives the same ones on every machine. */
function numbers(seed: number): (size: number) => number {
  let state = seed >>> 0;
  return (size) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * size);
  };
}

/** A name as registers hold them: persons, invented words with a trade, associations of owners with long names. */
function nameOf(next: (size: number) => number, isSlovak: boolean): string {
  const pick = (list: readonly string[]) =>
    list[Math.floor((next(list.length) * next(list.length + 1)) / list.length)] ?? "";
  const word = () => {
    let text = "";
    for (let count = 2 + next(3); count > 0; count--) text += SYLLABLES[next(SYLLABLES.length)] ?? "";
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  };
  const family = pick(isSlovak ? SK_NAMES : CZ_NAMES);
  const kind = next(10);
  if (kind < 4) return `${word()} ${family}`;
  if (kind === 4) {
    return isSlovak
      ? `Spoločenstvo vlastníkov bytov Hlavná ${next(300)}`
      : `Společenství vlastníků jednotek domu ${pick(TOWNS)} ${next(3_000)}`;
  }
  const core = kind < 7 ? word() : kind < 9 ? `${word()} ${pick(TRADES)}` : `${family} ${pick(TRADES)} ${pick(TOWNS)}`;
  const ends = isSlovak
    ? [" s.r.o.", ", s. r. o.", " spol. s r. o.", ", a.s."]
    : [
        " s.r.o.",
        ", s.r.o.",
        ", společnost s ručením omezeným",
        ", společnost s ručením omezeným v likvidaci",
        ", a.s.",
      ];
  return core + (ends[next(ends.length)] ?? "");
}

function checked(base: number): string {
  let sum = 0;
  for (let weight = 2, rest = base; weight <= 8; weight++, rest = Math.floor(rest / 10)) sum += (rest % 10) * weight;
  return `${String(base).padStart(7, "0")}${(11 - (sum % 11)) % 10}`;
}

/** Writes lines in pieces of a megabyte. */
function writer(file: string): { line(text: string): void; end(): void } {
  const descriptor = openSync(file, "w");
  let held = "";
  return {
    line(text) {
      held += text;
      if (held.length < 1 << 20) return;
      writeSync(descriptor, held);
      held = "";
    },
    end() {
      writeSync(descriptor, held);
      closeSync(descriptor);
    },
  };
}

/** Writes invented register files in the official formats: about two Czech firms for each Slovak one. */
export function makeFiles(folder: string, rows: number): RegisterFiles {
  const files = {
    res: join(folder, "res_data.csv"),
    activities: join(folder, "res_pf_nace.csv"),
    rpo: join(folder, "rpo.json"),
    ruz: join(folder, "ruz.ndjson"),
  };
  const slovak = Math.floor(rows / 3);
  makeCzech(files, rows - slovak);
  makeSlovak(files, slovak);
  return files;
}

function makeCzech(files: RegisterFiles, rows: number): void {
  const next = numbers(1);
  const res = writer(files.res);
  const activities = writer(files.activities);
  res.line("ICO,DDATVZN,DDATZAN,FORMA,KATPO,NACE,NACE2025,FIRMA,TEXTADR,PSC,OBEC_TEXT,DATPLAT\r\n");
  activities.line("ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\r\n");
  for (let row = 0; row < rows; row++) {
    const ico = checked(25 + Math.floor((row * 9_900_000) / rows));
    const main = next(CODES.length);
    const town = TOWNS[next(TOWNS.length)] ?? "";
    const ceased = next(6) === 0 ? `20${10 + next(15)}-0${1 + next(9)}-1${next(9)}` : "";
    res.line(
      `${ico},20${10 + next(10)}-05-1${next(9)},${ceased},${next(3) === 0 ? 101 : 112},${SIZES[next(SIZES.length)]},${CODES[main]},${NEWER[main]},"${nameOf(next, false)}","Hlavní ${next(900)}/${next(90)}, 1${1_000 + next(8_000)} ${town}",11000,${town},2026-10-31\r\n`,
    );
    for (let count = 1 + next(4); count > 0; count--) {
      const code = next(CODES.length);
      activities.line(
        `${ico},401,80004,${CODES[code]},2026-10-31,,\r\n${ico},401,80143,${NEWER[code]},2026-10-31,,\r\n`,
      );
    }
  }
  res.end();
  activities.end();
}

function makeSlovak(files: RegisterFiles, rows: number): void {
  const next = numbers(2);
  const rpo = writer(files.rpo);
  const ruz = writer(files.ruz);
  rpo.line('{"exportDate":"2026-10-31","results":[\n');
  for (let row = 0; row < rows; row++) {
    const ico = checked(31 + Math.floor((row * 9_900_000) / rows));
    const name = nameOf(next, true);
    const validFrom = `20${10 + next(10)}-05-1${next(9)}`;
    const main = next(CODES.length);
    const entity = {
      id: 1_000_000 + row,
      dbModificationDate: "2026-10-01",
      identifiers: [{ value: ico, validFrom }],
      fullNames: [
        { value: `Stará ${name}`, validFrom, validTo: "2015-01-01" },
        { value: name, validFrom: "2015-01-02" },
      ],
      addresses: [
        {
          validFrom,
          street: "Hlavná",
          regNumber: next(3_000),
          buildingNumber: String(next(90)),
          postalCodes: [String(81_000 + next(9_000))],
          municipality: { value: TOWNS[next(TOWNS.length)], code: "SK0101528595" },
          country: { value: "Slovenská republika", code: "703", codelistCode: "CL000086" },
        },
      ],
      legalForms: [
        { value: { value: "Spoločnosť s ručením obmedzeným", code: next(3) === 0 ? "101" : "112" }, validFrom },
      ],
      establishment: validFrom,
      ...(next(4) === 0 ? { termination: "2024-03-03" } : {}),
      sourceRegister: {
        value: { value: "Obchodný register", code: "1" },
        registrationNumbers: [{ value: `Sro/${row}/B`, validFrom }],
      },
      statisticalCodes: {
        mainActivity: { value: "Činnosť", code: (NEWER[main] ?? "").slice(0, 4), codelistCode: "CL005205" },
      },
    };
    rpo.line(`${row === 0 ? "" : ","}${JSON.stringify(entity)}\n`);
    if (next(5) < 2) {
      const size = next(3) === 0 ? "12" : "00";
      ruz.line(
        `${JSON.stringify({ id: row, ico, nazovUJ: name, pravnaForma: "112", skNace: CODES[main], velkostOrganizacie: size, datumPoslednejUpravy: "2026-09-01" })}\n`,
      );
    }
  }
  rpo.line("]}\n");
  rpo.end();
  ruz.end();
}
