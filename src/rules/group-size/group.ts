/** Figures of an enterprise: staff in yearly units, money in EUR of the last approved accounts; absent: not stated. */
export interface Figures {
  readonly employees: number;
  readonly turnoverEur?: number | undefined;
  readonly balanceSheetEur?: number | undefined;
}

/** An enterprise of the group. */
export interface GroupEnterprise extends Figures {
  /** True when its technical assets are fully separate from those used for the service (CZ act, § 7(c)). */
  readonly separateAssets?: boolean | undefined;
  /** True for the state, a region, a municipality or the central bank. */
  readonly publicBody?: boolean | undefined;
}

/** An enterprise in which, or by which, a share of 25 to 50 % is held. */
export interface GroupPartner extends GroupEnterprise {
  /** The greater of capital and votes, in per cent. */
  readonly sharePercent: number;
  /** True for an investor of Article 3(2) of the Annex, who stays apart up to 50 %. */
  readonly investor?: boolean | undefined;
  /** The enterprises linked to the partner. */
  readonly linked?: readonly Figures[] | undefined;
}

/** The group of a firm as it states it. */
export interface Group {
  /** Figures of consolidated accounts that include the firm; they take the place of its own. */
  readonly consolidated?: Figures | undefined;
  /** Directly and indirectly linked; with consolidated accounts only those that are not in them. */
  readonly linked: readonly GroupEnterprise[];
  readonly partners: readonly GroupPartner[];
}

/**
 * A share of capital or votes from which an enterprise is a partner, and above which it is linked, in per cent
 * (Recommendation 2003/361/EC, Annex, Article 3). Below it is autonomous and does not count. Control without a majority
 * (a board, a contract) links as well and cannot be seen from a share.
 */
export const PARTNER_FROM = 25;
export const LINKED_ABOVE = 50;
