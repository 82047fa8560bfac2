import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import type { Classify } from "../../register.ts";
import { encodeAccounts } from "../layout/accounts.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { COLUMN_COUNT, type Row, type RowArray } from "../layout/columns.ts";
import type { Dictionaries } from "../layout/dictionaries.ts";
import { encodeFormer } from "../layout/former-names.ts";
import { encodeNace } from "../layout/nace-text.ts";
import { icoText } from "../layout/number-texts.ts";
import { type FactSource, maskOf } from "../layout/origins.ts";
import { bindRow, companyOf, rowOf } from "../layout/row.ts";
import { insertSql, SELECT_ROW, UPDATE_ROW } from "../layout/schema.ts";
import { RANGE, rangeOf } from "../layout/slots.ts";
import type { FirmRecord } from "../records/firm-record.ts";
import type { IcoIds } from "./ico-ids.ts";
import type { Facts, RecordSource } from "./merge.ts";

/** Rows bound at once: more gain nothing. */
const AT_ONCE = 8;

/** Writes the rows of one country into a file that is being built, and classifies each as it is written. */
export class FirmWriter {
  readonly #db: DatabaseSync;
  readonly #country: Country;
  readonly #dictionaries: Dictionaries;
  readonly #classify: Classify;
  readonly #ids: IcoIds;
  readonly #insertMany;
  readonly #insertOne;
  readonly #update;
  readonly #remove;
  readonly #byId;
  readonly #bindings: (string | number | null)[] = [];
  readonly #oneRow: (string | number | null)[] = [];
  /** The next free id of each range. */
  readonly #nextIds: number[] = [];

  constructor(db: DatabaseSync, country: Country, dictionaries: Dictionaries, classify: Classify, ids: IcoIds) {
    this.#db = db;
    this.#country = country;
    this.#dictionaries = dictionaries;
    this.#classify = classify;
    this.#ids = ids;
    this.#insertMany = db.prepare(insertSql("company", COLUMN_COUNT, AT_ONCE));
    this.#insertOne = db.prepare(insertSql("company", COLUMN_COUNT, 1));
    this.#update = db.prepare(UPDATE_ROW);
    this.#remove = db.prepare("DELETE FROM company WHERE id = ?");
    this.#byId = new ArrayStatement<RowArray>(db, `${SELECT_ROW} WHERE id = ?`);
  }

  /** The row of a firm of this country, if there is one. */
  find(ico: number): Row | undefined {
    const id = this.#ids.get(ico);
    if (id === 0) return undefined;
    if (this.#isHeldBack(id)) this.flush();
    const values = this.#byId.get(id);
    return values === undefined ? undefined : rowOf(values);
  }

  /** True for a firm that has a row; costs no read. */
  has(ico: number): boolean {
    return this.#ids.get(ico) !== 0;
  }

  /** True while the country has no firm, and has had none. */
  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  /** Stores a firm that no source has named before. */
  add(record: FirmRecord, source: RecordSource, verdict: number | null, town: number | null): void {
    const id = this.#nextId(rangeOf(this.#country, source.slot));
    this.#ids.set(record.ico, id);
    const row: Row = {
      id,
      ico: record.ico,
      name: record.name,
      address: record.address,
      nace: encodeNace(source.slot, record.nace2, record.nace21),
      legalForm: record.legalForm,
      size: record.size,
      employeesMin: record.employeesMin,
      employeesMax: record.employeesMax,
      founded: record.founded,
      ceased: record.ceased,
      verdict,
      verdictDay: verdict === null ? null : (record.outcomeDay ?? source.day),
      entity: record.entity,
      accounts: encodeAccounts(record.turnoverEur, record.balanceSheetEur),
      origin: this.#dictionaries.soleOriginId(source, maskOf(record)),
      class: 0,
      town,
      former: encodeFormer(record.former),
      taxNumber: record.taxNumber ?? null,
    };
    this.#insert(row);
  }

  /**
   * Stores what is now known of a firm. It keeps its id while its best source stays, and gets one at the end of the
   * range of a better source otherwise. Without sources the firm is gone.
   */
  put(ico: number, previousId: number, facts: Facts, sources: readonly FactSource[]): void {
    const best = sources[0];
    if (best === undefined) {
      this.#remove.run(previousId);
      this.#ids.set(ico, 0);
      return;
    }
    const range = rangeOf(this.#country, best.slot);
    const keepsId = previousId !== 0 && Math.trunc(previousId / RANGE) === range;
    const id = keepsId ? previousId : this.#nextId(range);
    const row: Row = { ...facts, id, ico, origin: this.#dictionaries.originId(sources), class: 0 };
    if (keepsId) {
      row.class = this.#classOf(row);
      bindRow(row, this.#oneRow, 0);
      this.#update.run(...this.#oneRow);
      return;
    }
    if (previousId !== 0) this.#remove.run(previousId);
    this.#ids.set(ico, id);
    this.#insert(row);
  }

  #insert(row: Row): void {
    row.class = this.#classOf(row);
    bindRow(row, this.#bindings, this.#bindings.length);
    if (this.#bindings.length === AT_ONCE * COLUMN_COUNT) {
      this.#insertMany.run(...this.#bindings);
      this.#bindings.length = 0;
    }
  }

  /** Writes what is still held back. Needed before a commit. */
  flush(): void {
    for (let at = 0; at < this.#bindings.length; at += COLUMN_COUNT) {
      this.#insertOne.run(...this.#bindings.slice(at, at + COLUMN_COUNT));
    }
    this.#bindings.length = 0;
  }

  #isHeldBack(id: number): boolean {
    for (let at = 0; at < this.#bindings.length; at += COLUMN_COUNT) if (this.#bindings[at] === id) return true;
    return false;
  }

  #classOf(row: Row): number {
    const { outcomes } = this.#dictionaries;
    const company = companyOf(row, icoText(row.ico), outcomes, this.#dictionaries.origin(row.origin));
    return this.#dictionaries.outcomeId(this.#classify(company));
  }

  #nextId(range: number): number {
    let id = this.#nextIds[range];
    if (id === undefined) {
      const highest = this.#db
        .prepare("SELECT max(id) AS id FROM company WHERE id >= ? AND id < ?")
        .get(range * RANGE, (range + 1) * RANGE)?.id;
      id = typeof highest === "number" ? highest + 1 : range * RANGE + 1;
    }
    if (id >= (range + 1) * RANGE) throw new Error("a register has more firms than the file can hold");
    this.#nextIds[range] = id + 1;
    return id;
  }
}
