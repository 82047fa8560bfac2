import { inEnglish, type Localized } from "../../core/locale.ts";
import type { FetchFailureKind } from "../../sources/registers/download/failure.ts";

/** Why a register's files could not be fetched, in words for the operator. */
export const FETCH_FAILURE_TEXTS: Readonly<Record<FetchFailureKind, string>> = {
  connect: "no connection to the server",
  timeout: "the server stopped sending",
  broken_off: "the connection kept breaking off",
  rate_limited: "the server asks us to wait",
  http_status: "the server did not give the file",
  redirect: "the server redirects to another address than the list has",
  too_large: "the file is larger than the list of addresses allows (mostMegabytes)",
  closed: "the download was stopped",
  mismatch: "the file came with a wrong checksum twice",
  disk_full: "there is not enough space on the disk",
  not_stored: "the file cannot be written to the disk",
  no_listing: "the list of batches cannot be read",
  no_whole_set: "no monthly set in the list is complete",
};

interface Refusal {
  readonly message: Localized;
  readonly nextStep: Localized;
}

/** Two registers that exclude each other, or none at all. */
export const nothingChosen: Refusal = {
  message: inEnglish("There is nothing to download for this country and these registers."),
  nextStep: inEnglish("Each register belongs to one country. Leave out one of the options."),
};

/** A chosen register is in no list of addresses. */
export const noAddress: Refusal = {
  message: inEnglish("A register that you want to download has no address."),
  nextStep: inEnglish("Set OPENDATA_URL for nis2-register; add the others to the file of --from."),
};
