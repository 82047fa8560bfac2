import type { Problem } from "../../core/problem.ts";

const otherFile = {
  sk: "Uveďte iný súbor, alebo tento najprv presuňte.",
  cs: "Uveďte jiný soubor, nebo tento nejprve přesuňte.",
  en: "Name another file, or move this one away first.",
};

const otherBackup = {
  sk: "Použite inú zálohu; v databáze sa nič nezmenilo.",
  cs: "Použijte jinou zálohu; v databázi se nic nezměnilo.",
  en: "Use another backup; nothing was changed in the database.",
};

const givePassphrase = {
  sk: "Uveďte súbor so správnym heslom: --passphrase-file SÚBOR.",
  cs: "Uveďte soubor se správným heslem: --passphrase-file SOUBOR.",
  en: "Name the file with the right passphrase: --passphrase-file FILE.",
};

/** Why a backup could not be written, read or restored, by the word for it in `src/state/backup`. */
export const backupProblems = {
  exists: {
    code: "invalid_arguments",
    field: "to",
    message: { sk: "Taký súbor už existuje.", cs: "Takový soubor už existuje.", en: "There is such a file already." },
    nextStep: otherFile,
  },
  no_file: {
    code: "not_found",
    message: { sk: "Taký súbor neexistuje.", cs: "Takový soubor neexistuje.", en: "There is no such file." },
    nextStep: {
      sk: "Skontrolujte cestu k zálohe.",
      cs: "Zkontrolujte cestu k záloze.",
      en: "Check the path of the backup.",
    },
  },
  not_written: {
    code: "source_unavailable",
    message: {
      sk: "Zálohu sa nepodarilo zapísať.",
      cs: "Zálohu se nepodařilo zapsat.",
      en: "The backup could not be written.",
    },
    nextStep: {
      sk: "Skontrolujte, či priečinok existuje, či sa doň dá zapisovať a či je na disku miesto.",
      cs: "Zkontrolujte, zda složka existuje, zda se do ní dá zapisovat a zda je na disku místo.",
      en: "Check that the folder exists, that it can be written to, and that there is space on the disk.",
    },
  },
  no_backup: {
    code: "source_unavailable",
    message: {
      sk: "Súbor nie je záloha, alebo je jeho začiatok poškodený.",
      cs: "Soubor není záloha, nebo je jeho začátek poškozený.",
      en: "The file is no backup, or its beginning is damaged.",
    },
    nextStep: otherBackup,
  },
  damaged: {
    code: "source_unavailable",
    message: {
      sk: "Záloha je poškodená alebo neúplná.",
      cs: "Záloha je poškozená nebo neúplná.",
      en: "The backup is damaged or incomplete.",
    },
    nextStep: otherBackup,
  },
  needs_passphrase: {
    code: "invalid_arguments",
    field: "passphraseFile",
    message: { sk: "Záloha je zašifrovaná.", cs: "Záloha je zašifrovaná.", en: "The backup is encrypted." },
    nextStep: givePassphrase,
  },
  wrong_passphrase: {
    code: "invalid_arguments",
    field: "passphraseFile",
    message: {
      sk: "Heslo nie je správne, alebo je záloha poškodená.",
      cs: "Heslo není správné, nebo je záloha poškozená.",
      en: "The passphrase is not the right one, or the backup is damaged.",
    },
    nextStep: givePassphrase,
  },
  newer: {
    code: "source_unavailable",
    message: {
      sk: "Zálohu vytvorila novšia verzia programu Dosah.",
      cs: "Zálohu vytvořila novější verze programu Dosah.",
      en: "A newer version of Dosah wrote the backup.",
    },
    nextStep: {
      sk: "Obnovte ju tou istou alebo novšou verziou.",
      cs: "Obnovte ji stejnou nebo novější verzí.",
      en: "Restore it with the same version or a newer one.",
    },
  },
  in_use: {
    code: "source_unavailable",
    message: {
      sk: "Databázu práve používa spustený Dosah.",
      cs: "Databázi právě používá spuštěný Dosah.",
      en: "A running Dosah uses the database.",
    },
    nextStep: {
      sk: "Zastavte ho a spustite obnovu znova.",
      cs: "Zastavte ho a spusťte obnovu znovu.",
      en: "Stop it and start the restore again.",
    },
  },
  not_empty: {
    code: "invalid_arguments",
    field: "replace",
    message: {
      sk: "V databáze už sú účty, alebo sa jej obsah nedá prečítať.",
      cs: "V databázi už jsou účty, nebo se její obsah nedá přečíst.",
      en: "There are accounts in the database already, or its content cannot be read.",
    },
    nextStep: {
      sk: "Ak sa má jej obsah nahradiť, pridajte --replace.",
      cs: "Má-li se její obsah nahradit, přidejte --replace.",
      en: "Add --replace if its content is to be replaced.",
    },
  },
  no_deletions: {
    code: "invalid_arguments",
    field: "replayDeletions",
    message: {
      sk: "Súbor neobsahuje zoznam zmazaných účtov, alebo sa nedá prečítať.",
      cs: "Soubor neobsahuje seznam smazaných účtů, nebo ho nelze přečíst.",
      en: "The file holds no list of deleted accounts, or cannot be read.",
    },
    nextStep: {
      sk: "Uveďte výstup príkazu dosah audit deletions --json alebo neskoršiu zálohu; v databáze sa nič nezmenilo.",
      cs: "Uveďte výstup příkazu dosah audit deletions --json nebo pozdější zálohu; v databázi se nic nezměnilo.",
      en: "Name the output of dosah audit deletions --json or a later backup; nothing was changed in the database.",
    },
  },
  other_secrets_key: {
    code: "invalid_arguments",
    field: "replace",
    message: {
      sk: "V zálohe je iný kľúč SECRETS_KEY než ten, ktorý sa tu používa.",
      cs: "V záloze je jiný klíč SECRETS_KEY než ten, který se zde používá.",
      en: "The backup holds another SECRETS_KEY than the one in use here.",
    },
    nextStep: {
      sk: "Nastavte SECRETS_KEY na kľúč zálohy; súbor secrets.key nahradí --replace.",
      cs: "Nastavte SECRETS_KEY na klíč zálohy; soubor secrets.key nahradí --replace.",
      en: "Set SECRETS_KEY to the key of the backup; --replace replaces the file secrets.key.",
    },
  },
  no_passphrase: {
    code: "invalid_arguments",
    field: "passphraseFile",
    message: {
      sk: "Súbor s heslom sa nedá prečítať alebo je prázdny.",
      cs: "Soubor s heslem nelze přečíst nebo je prázdný.",
      en: "The file with the passphrase cannot be read or is empty.",
    },
    nextStep: {
      sk: "Zapíšte heslo do prvého riadka súboru.",
      cs: "Zapište heslo do prvního řádku souboru.",
      en: "Write the passphrase into the first line of the file.",
    },
  },
} as const satisfies Record<string, Problem>;
