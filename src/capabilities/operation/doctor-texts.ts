import type { Localized } from "../../core/locale.ts";

/** How a check ended: all is well; something to look at; something that must be mended. */
export const CHECK_STATUSES = ["ok", "warning", "failure"] as const;

/** What a finding says. Words in braces are replaced by the values of the finding. */
export interface FindingText {
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly message: Localized;
  /** What to do; none where all is well. */
  readonly nextStep: Localized | null;
}

const ok = (sk: string, cs: string, en: string): FindingText => ({
  status: "ok",
  message: { sk, cs, en },
  nextStep: null,
});

const trouble =
  (status: "warning" | "failure") =>
  (sk: readonly [string, string], cs: readonly [string, string], en: readonly [string, string]): FindingText => ({
    status,
    message: { sk: sk[0], cs: cs[0], en: en[0] },
    nextStep: { sk: sk[1], cs: cs[1], en: en[1] },
  });
const warning = trouble("warning");
const failure = trouble("failure");

/** Everything that the examination can find, by its code. */
export const FINDINGS = {
  settings_ok: ok("Nastavenia sú platné.", "Nastavení jsou platná.", "The settings are valid."),
  settings_wrong: failure(
    ["Nastavenie nie je platné: {problem}", "Opravte ho podľa docs/settings.md; ostatné sa zatiaľ nekontrolovalo."],
    ["Nastavení není platné: {problem}", "Opravte ho podle docs/settings.md; ostatní se zatím nekontrolovalo."],
    ["A setting is not valid: {problem}", "Correct it by docs/settings.md; the rest was not checked yet."],
  ),

  node_ok: ok("Node.js {version}.", "Node.js {version}.", "Node.js {version}."),
  node_old: failure(
    ["Node.js {version} je pristarý.", "Nainštalujte Node.js {needed} alebo novší."],
    ["Node.js {version} je příliš starý.", "Nainstalujte Node.js {needed} nebo novější."],
    ["Node.js {version} is too old.", "Install Node.js {needed} or newer."],
  ),

  data_dir_ok: ok(
    "Do {folder} sa dá zapisovať a tajomstvá číta len vlastník.",
    "Do {folder} lze zapisovat a tajemství čte jen vlastník.",
    "{folder} can be written to, and secrets are readable by their owner only.",
  ),
  data_dir_new: ok(
    "{folder} ešte nie je; vytvorí ho prvé spustenie.",
    "{folder} ještě není; vytvoří ji první spuštění.",
    "{folder} is not there yet; the first start makes it.",
  ),
  data_dir_not_writable: failure(
    [
      "Do {folder} sa nedá zapisovať.",
      "Dajte priečinok používateľovi, pod ktorým Dosah beží (chown), alebo zmeňte DATA_DIR.",
    ],
    ["Do {folder} nelze zapisovat.", "Předejte složku uživateli, pod kterým Dosah běží (chown), nebo změňte DATA_DIR."],
    ["{folder} cannot be written to.", "Give the folder to the user that runs Dosah (chown), or change DATA_DIR."],
  ),
  data_dir_open: failure(
    ["Iní používatelia tohto počítača môžu čítať: {files}.", "Spustite chmod 600 na tieto súbory."],
    ["Jiní uživatelé tohoto počítače mohou číst: {files}.", "Spusťte chmod 600 na tyto soubory."],
    ["Other users of this machine can read: {files}.", "Run chmod 600 on these files."],
  ),

  space_ok: ok("Voľných je {free} GB.", "Volných je {free} GB.", "{free} GB are free."),
  space_low: warning(
    ["Voľných je len {free} GB.", "Uvoľnite miesto: nová snímka registrov potrebuje až 3 GB popri starej."],
    ["Volných je jen {free} GB.", "Uvolněte místo: nový snímek rejstříků potřebuje až 3 GB vedle starého."],
    ["Only {free} GB are free.", "Free space: a new snapshot of the registers needs up to 3 GB beside the former one."],
  ),
  space_out: failure(
    ["Na disku je len {free} GB.", "Uvoľnite miesto hneď: zápisy sa čoskoro budú odmietať."],
    ["Na disku je jen {free} GB.", "Uvolněte místo hned: zápisy se brzy budou odmítat."],
    ["The disk has only {free} GB left.", "Free space now: writes will soon be refused."],
  ),

  process_none: ok(
    "Tento DATA_DIR teraz nepoužíva žiadny proces.",
    "Tento DATA_DIR teď nepoužívá žádný proces.",
    "No process serves from this DATA_DIR now.",
  ),
  process_one: ok(
    "Tento DATA_DIR používa jeden proces.",
    "Tento DATA_DIR používá jeden proces.",
    "One process serves from this DATA_DIR.",
  ),
  process_shared: ok(
    "Počty volaní sú v Redise; procesov smie byť viac.",
    "Počty volání jsou v Redisu; procesů smí být víc.",
    "Calls are counted in Redis; there may be several processes.",
  ),
  process_two: failure(
    [
      "Tento DATA_DIR používajú aspoň dva procesy a každý počíta volania sám.",
      "Jeden zastavte, alebo obom nastavte REDIS_URL.",
    ],
    [
      "Tento DATA_DIR používají aspoň dva procesy a každý počítá volání sám.",
      "Jeden zastavte, nebo oběma nastavte REDIS_URL.",
    ],
    [
      "At least two processes serve from this DATA_DIR, and each counts calls for itself.",
      "Stop one, or set REDIS_URL in both.",
    ],
  ),

  snapshot_ok: ok(
    "Súbor registrov je neporušený; počet subjektov: {firms}.",
    "Soubor rejstříků je neporušený; počet subjektů: {firms}.",
    "The register file is sound; number of firms: {firms}.",
  ),
  snapshot_none: warning(
    [
      "Súbor registrov ešte nie je.",
      "Prvé spustenie vytvorí vzorku; celé registre načíta dosah registers fetch alebo SNAPSHOT_URL.",
    ],
    [
      "Soubor rejstříků ještě není.",
      "První spuštění vytvoří vzorek; celé rejstříky načte dosah registers fetch nebo SNAPSHOT_URL.",
    ],
    [
      "There is no register file yet.",
      "The first start makes a sample; dosah registers fetch or SNAPSHOT_URL brings the whole registers.",
    ],
  ),
  snapshot_damaged: failure(
    [
      "Súbor registrov je poškodený: {problem}",
      "Spustite dosah registers fetch, alebo nechajte bežať službu: nahradí ho predošlým alebo vzorkou.",
    ],
    [
      "Soubor rejstříků je poškozený: {problem}",
      "Spusťte dosah registers fetch, nebo nechte běžet službu: nahradí ho předchozím nebo vzorkem.",
    ],
    [
      "The register file is damaged: {problem}",
      "Run dosah registers fetch, or let the service run: it replaces the file by the former one or the sample.",
    ],
  ),

  age_ok: ok("Údaje registrov: {days}.", "Data rejstříků: {days}.", "Data of the registers: {days}."),
  age_old: warning(
    ["Údaje registrov sú staré: {days}.", "Spustite dosah registers fetch na stroji, ktorý snímku tvorí."],
    ["Data rejstříků jsou stará: {days}.", "Spusťte dosah registers fetch na stroji, který snímek vytváří."],
    ["The data of the registers are old: {days}.", "Run dosah registers fetch on the machine that makes the snapshot."],
  ),
  age_sample: warning(
    [
      "Len dodaná vzorka, nie celý register: {countries}.",
      "Spustite dosah registers fetch, alebo nastavte SNAPSHOT_URL.",
    ],
    ["Jen dodaný vzorek, ne celý rejstřík: {countries}.", "Spusťte dosah registers fetch, nebo nastavte SNAPSHOT_URL."],
    [
      "Only the shipped sample, not the whole register: {countries}.",
      "Run dosah registers fetch, or set SNAPSHOT_URL.",
    ],
  ),

  rules_ok: ok(
    "Subjekty sú zatriedené podľa platných pravidiel tejto verzie.",
    "Subjekty jsou zařazeny podle platných pravidel této verze.",
    "The firms are classified by the rules of this version.",
  ),
  rules_other: warning(
    [
      "Subjekty sú zatriedené podľa iných pravidiel.",
      "Reštartujte službu: zatriedi ich nanovo, trvá to niekoľko minút.",
    ],
    ["Subjekty jsou zařazeny podle jiných pravidel.", "Restartujte službu: zařadí je znovu, trvá to několik minut."],
    [
      "The firms are classified by other rules.",
      "Restart the service: it classifies them anew, which takes some minutes.",
    ],
  ),

  suppressed_ok: ok(
    "suppress.txt skrýva mená a adresy: {count}.",
    "suppress.txt skrývá jména a adresy: {count}.",
    "suppress.txt hides names and addresses: {count}.",
  ),
  suppressed_wrong: failure(
    [
      "V suppress.txt nie je číslo firmy na riadkoch {lines}: tieto osoby sa neskrývajú.",
      "Opravte ich: IČO na riadok, poznámka za znakom #.",
    ],
    [
      "V suppress.txt není číslo firmy na řádcích {lines}: tyto osoby se neskrývají.",
      "Opravte je: IČO na řádek, poznámka za znakem #.",
    ],
    [
      "Lines {lines} of suppress.txt are no numbers of firms: those persons are not hidden.",
      "Correct them: a number a line, a comment behind #.",
    ],
  ),
  suppressed_unreadable: failure(
    ["suppress.txt sa nedá prečítať: {problem}", "Opravte práva k súboru: bez neho sa služba nespustí."],
    ["suppress.txt nelze přečíst: {problem}", "Opravte práva k souboru: bez něj se služba nespustí."],
    [
      "suppress.txt cannot be read: {problem}",
      "Correct the rights of the file: the service does not start without it.",
    ],
  ),

  publisher_signed: ok(
    "Snímku zo SNAPSHOT_URL podpísal kľúč SNAPSHOT_KEY.",
    "Snímek ze SNAPSHOT_URL podepsal klíč SNAPSHOT_KEY.",
    "The snapshot of SNAPSHOT_URL is signed with SNAPSHOT_KEY.",
  ),
  publisher_trusted: ok(
    "Snímka zo SNAPSHOT_URL sa dá prevziať; podpis sa nežiada, lebo SNAPSHOT_KEY nie je nastavený.",
    "Snímek ze SNAPSHOT_URL lze převzít; podpis se nevyžaduje, protože SNAPSHOT_KEY není nastaven.",
    "The snapshot of SNAPSHOT_URL can be fetched; no signature is asked for, since SNAPSHOT_KEY is not set.",
  ),
  publisher_unsigned: failure(
    [
      "SNAPSHOT_KEY je nastavený, ale snímka zo SNAPSHOT_URL nemá podpis.",
      "Zverejnite ju príkazom dosah registers publish --key SÚBOR; dovtedy slúži pôvodný súbor.",
    ],
    [
      "SNAPSHOT_KEY je nastaven, ale snímek ze SNAPSHOT_URL nemá podpis.",
      "Zveřejněte ho příkazem dosah registers publish --key SOUBOR; do té doby slouží původní soubor.",
    ],
    [
      "SNAPSHOT_KEY is set, but the snapshot of SNAPSHOT_URL has no signature.",
      "Publish it with dosah registers publish --key FILE; until then the former file serves.",
    ],
  ),
  publisher_wrong_signature: failure(
    [
      "Podpis snímky zo SNAPSHOT_URL nezodpovedá kľúču SNAPSHOT_KEY.",
      "Porovnajte kľúč s tým, ktorý vypísal príkaz dosah registers publish. Ak sa zhodujú, snímku niekto zmenil; slúži pôvodný súbor.",
    ],
    [
      "Podpis snímku ze SNAPSHOT_URL neodpovídá klíči SNAPSHOT_KEY.",
      "Porovnejte klíč s tím, který vypsal příkaz dosah registers publish. Pokud se shodují, snímek někdo změnil; slouží původní soubor.",
    ],
    [
      "The signature of the snapshot of SNAPSHOT_URL is not one of SNAPSHOT_KEY.",
      "Compare the key with the one that dosah registers publish printed. If they agree, somebody changed the snapshot; the former file serves.",
    ],
  ),
  publisher_silent: warning(
    [
      "Kontrolný súčet snímky zo SNAPSHOT_URL sa nedal prečítať: {problem}",
      "Skontrolujte adresu a server, ktorý snímku zverejňuje; dovtedy slúži pôvodný súbor.",
    ],
    [
      "Kontrolní součet snímku ze SNAPSHOT_URL nešlo přečíst: {problem}",
      "Zkontrolujte adresu a server, který snímek zveřejňuje; do té doby slouží původní soubor.",
    ],
    [
      "The checksum of the snapshot of SNAPSHOT_URL could not be read: {problem}",
      "Check the address and the server that publishes the snapshot; until then the former file serves.",
    ],
  ),

  state_ok: ok("state.db je neporušená.", "state.db je neporušená.", "state.db is sound."),
  state_none: ok(
    "state.db ešte nie je; vytvorí ju prvé spustenie.",
    "state.db ještě není; vytvoří ji první spuštění.",
    "There is no state.db yet; the first start makes it.",
  ),
  state_damaged: failure(
    ["state.db je poškodená: {problem}", "Zastavte službu a spustite dosah restore --from ZÁLOHA --replace."],
    ["state.db je poškozená: {problem}", "Zastavte službu a spusťte dosah restore --from ZÁLOHA --replace."],
    ["state.db is damaged: {problem}", "Stop the service and run dosah restore --from BACKUP --replace."],
  ),
  state_orphans: failure(
    [
      "V state.db sú riadky bez nadradeného záznamu: {count}.",
      "Zastavte službu a obnovte zálohu; poškodenú databázu si odložte.",
    ],
    [
      "V state.db jsou řádky bez nadřazeného záznamu: {count}.",
      "Zastavte službu a obnovte zálohu; poškozenou databázi si odložte.",
    ],
    [
      "Rows in state.db without the row that they belong to: {count}.",
      "Stop the service and restore a backup; keep the damaged database apart.",
    ],
  ),

  migrations_ok: ok(
    "Schéma databázy má verziu {version}, najnovšiu, akú táto verzia pozná.",
    "Schéma databáze má verzi {version}, nejnovější, jakou tato verze zná.",
    "The schema of the database has version {version}, the newest that this version knows.",
  ),
  migrations_ahead: ok(
    "Schéma databázy má verziu {version}; táto verzia Dosahu s ňou vie pracovať.",
    "Schéma databáze má verzi {version}; tato verze Dosahu s ní umí pracovat.",
    "The schema of the database has version {version}; this version of Dosah can work with it.",
  ),
  migrations_new: ok(
    "Databáza ešte nie je; prvé spustenie ju vytvorí so schémou verzie {version}.",
    "Databáze ještě není; první spuštění ji vytvoří se schématem verze {version}.",
    "There is no database yet; the first start makes it with schema version {version}.",
  ),
  migrations_missing: warning(
    ["Databáze chýbajú migrácie: {count}.", "Vykoná ich spustenie služby alebo dosah state migrate."],
    ["Databázi chybí migrace: {count}.", "Provede je spuštění služby nebo dosah state migrate."],
    ["The database lacks migrations: {count}.", "A start of the service or dosah state migrate carries them out."],
  ),
  migrations_newer: failure(
    ["Databáza nie je pre túto verziu: {problem}", "Použite verziu Dosahu, ktorá k databáze patrí."],
    ["Databáze není pro tuto verzi: {problem}", "Použijte verzi Dosahu, která k databázi patří."],
    ["The database is not for this version: {problem}", "Use the version of Dosah that belongs to the database."],
  ),
  migrations_unknown: warning(
    ["Schému databázy sa nedalo prečítať: {problem}", "Najprv odstráňte poruchu databázy."],
    ["Schéma databáze nešlo přečíst: {problem}", "Nejprve odstraňte poruchu databáze."],
    ["The schema of the database could not be read: {problem}", "Mend the database first."],
  ),

  postgres_unset: ok(
    "DATABASE_URL nie je nastavená: účty sú v state.db.",
    "DATABASE_URL není nastavena: účty jsou v state.db.",
    "DATABASE_URL is not set: accounts are in state.db.",
  ),
  postgres_ok: ok("PostgreSQL odpovedá.", "PostgreSQL odpovídá.", "PostgreSQL answers."),
  postgres_down: failure(
    ["PostgreSQL neodpovedá: {problem}", "Skontrolujte DATABASE_URL, heslo, certifikát a či server beží."],
    ["PostgreSQL neodpovídá: {problem}", "Zkontrolujte DATABASE_URL, heslo, certifikát a zda server běží."],
    [
      "PostgreSQL does not answer: {problem}",
      "Check DATABASE_URL, the password, the certificate, and that the server runs.",
    ],
  ),
  postgres_version_ok: ok("PostgreSQL {version}.", "PostgreSQL {version}.", "PostgreSQL {version}."),
  postgres_version_old: failure(
    ["PostgreSQL {version} je pristarý.", "Použite PostgreSQL 15 alebo novší."],
    ["PostgreSQL {version} je příliš starý.", "Použijte PostgreSQL 15 nebo novější."],
    ["PostgreSQL {version} is too old.", "Use PostgreSQL 15 or newer."],
  ),
  postgres_encoding_ok: ok("Kódovanie UTF8.", "Kódování UTF8.", "Encoding UTF8."),
  postgres_encoding_other: failure(
    ["Databáza má kódovanie {encoding}.", "Vytvorte databázu s ENCODING 'UTF8' a obnovte do nej zálohu."],
    ["Databáze má kódování {encoding}.", "Vytvořte databázi s ENCODING 'UTF8' a obnovte do ní zálohu."],
    ["The database has the encoding {encoding}.", "Make a database with ENCODING 'UTF8' and restore a backup into it."],
  ),
  postgres_collation_ok: ok(
    "Zoradenie zodpovedá knižniciam servera.",
    "Řazení odpovídá knihovnám serveru.",
    "The collation fits the libraries of the server.",
  ),
  postgres_collation_changed: warning(
    [
      "Zoradenie databázy vzniklo s inou verziou knižníc servera.",
      "Spustite REINDEX DATABASE a ALTER DATABASE … REFRESH COLLATION VERSION.",
    ],
    [
      "Řazení databáze vzniklo s jinou verzí knihoven serveru.",
      "Spusťte REINDEX DATABASE a ALTER DATABASE … REFRESH COLLATION VERSION.",
    ],
    [
      "The collation of the database was made with another version of the server's libraries.",
      "Run REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION.",
    ],
  ),
  postgres_rights_ok: ok(
    "Používateľ databázy má potrebné práva.",
    "Uživatel databáze má potřebná práva.",
    "The user of the database has the rights that are needed.",
  ),
  postgres_rights_missing: failure(
    ["Používateľovi databázy chýba právo {rights}.", "Udeľte ho príkazom GRANT, alebo mu dajte databázu (OWNER)."],
    ["Uživateli databáze chybí právo {rights}.", "Udělte ho příkazem GRANT, nebo mu databázi předejte (OWNER)."],
    ["The user of the database lacks the right {rights}.", "Grant it, or make the user the owner of the database."],
  ),
  postgres_read_only: failure(
    [
      "Databáza sa dá len čítať (replika alebo default_transaction_read_only).",
      "Nasmerujte DATABASE_URL na primárny server.",
    ],
    [
      "Z databáze lze jen číst (replika nebo default_transaction_read_only).",
      "Nasměrujte DATABASE_URL na primární server.",
    ],
    [
      "The database is read-only (a replica, or default_transaction_read_only).",
      "Point DATABASE_URL to the primary server.",
    ],
  ),
  latency_ok: ok("Odpoveď trvá {ms} ms.", "Odpověď trvá {ms} ms.", "An answer takes {ms} ms."),
  latency_high: warning(
    ["Odpoveď trvá {ms} ms.", "Umiestnite server bližšie k inštanciám, alebo zistite, čo ho zaťažuje."],
    ["Odpověď trvá {ms} ms.", "Umístěte server blíž k instancím, nebo zjistěte, co ho zatěžuje."],
    ["An answer takes {ms} ms.", "Bring the server nearer to the instances, or find out what keeps it busy."],
  ),
  clock_ok: ok("Hodiny sa zhodujú.", "Hodiny se shodují.", "The clocks agree."),
  clock_off: warning(
    ["Hodiny servera a tohto počítača sa líšia o {seconds} s.", "Zapnite synchronizáciu času (NTP) na oboch."],
    ["Hodiny serveru a tohoto počítače se liší o {seconds} s.", "Zapněte synchronizaci času (NTP) na obou."],
    [
      "The clocks of the server and of this machine differ by {seconds} s.",
      "Turn time synchronization (NTP) on at both.",
    ],
  ),

  redis_unset: ok(
    "REDIS_URL nie je nastavená: táto inštancia počíta volania sama.",
    "REDIS_URL není nastavena: tato instance počítá volání sama.",
    "REDIS_URL is not set: this instance counts calls for itself.",
  ),
  redis_ok: ok("Redis odpovedá.", "Redis odpovídá.", "Redis answers."),
  redis_down: failure(
    [
      "Redis neodpovedá: {problem}",
      "Skontrolujte REDIS_URL a či server beží; dovtedy platia limity pre každú inštanciu zvlášť.",
    ],
    [
      "Redis neodpovídá: {problem}",
      "Zkontrolujte REDIS_URL a zda server běží; do té doby platí limity pro každou instanci zvlášť.",
    ],
    [
      "Redis does not answer: {problem}",
      "Check REDIS_URL and that the server runs; until then limits hold for each instance by itself.",
    ],
  ),
  redis_eviction_ok: ok("Redis počty nevyhadzuje.", "Redis počty nevyhazuje.", "Redis evicts no counts."),
  redis_eviction_other: warning(
    ["Redis smie počty vyhodiť (maxmemory-policy {policy}).", "Nastavte maxmemory-policy noeviction."],
    ["Redis smí počty vyhodit (maxmemory-policy {policy}).", "Nastavte maxmemory-policy noeviction."],
    ["Redis may evict counts (maxmemory-policy {policy}).", "Set maxmemory-policy noeviction."],
  ),
  redis_persistence_ok: ok("Redis si počty ukladá.", "Redis si počty ukládá.", "Redis saves the counts."),
  redis_persistence_off: warning(
    [
      "Redis si počty neukladá: po jeho reštarte ich vrátia len bežiace inštancie.",
      "Nastavte appendonly yes a appendfsync everysec.",
    ],
    [
      "Redis si počty neukládá: po jeho restartu je vrátí jen běžící instance.",
      "Nastavte appendonly yes a appendfsync everysec.",
    ],
    [
      "Redis does not save the counts: after its restart only running instances bring them back.",
      "Set appendonly yes and appendfsync everysec.",
    ],
  ),
  redis_persistence_failing: warning(
    ["Redis sa naposledy nedokázal uložiť na disk.", "Skontrolujte disk a denník servera."],
    ["Redis se naposledy nedokázal uložit na disk.", "Zkontrolujte disk a protokol serveru."],
    ["Redis could not save itself the last time.", "Check the disk and the log of the server."],
  ),

  address_ok: ok(
    "{address} vedie k tejto inštalácii (odpovedala inštancia {instance}).",
    "{address} vede k této instalaci (odpověděla instance {instance}).",
    "{address} leads to this installation (the instance {instance} answered).",
  ),
  address_not_running: warning(
    ["Na {address} nikto neodpovedá.", "Spustite službu (dosah serve) a nastavte BASE_URL na verejnú adresu."],
    ["Na {address} nikdo neodpovídá.", "Spusťte službu (dosah serve) a nastavte BASE_URL na veřejnou adresu."],
    ["Nobody answers at {address}.", "Start the service (dosah serve), and set BASE_URL to the public address."],
  ),
  address_unreachable: failure(
    [
      "BASE_URL {address} sa nedá dosiahnuť: {problem}",
      "Skontrolujte DNS, certifikát, vyvažovač a či niektorá inštancia beží.",
    ],
    [
      "BASE_URL {address} není dosažitelná: {problem}",
      "Zkontrolujte DNS, certifikát, vyvažovač a zda některá instance běží.",
    ],
    [
      "BASE_URL {address} cannot be reached: {problem}",
      "Check DNS, the certificate, the balancer, and that an instance runs.",
    ],
  ),
  address_other: failure(
    [
      "Na {address} odpovedá niečo iné než táto inštalácia.",
      "Skontrolujte, kam vyvažovač vedie, a že SECRETS_KEY je všade rovnaký.",
    ],
    [
      "Na {address} odpovídá něco jiného než tato instalace.",
      "Zkontrolujte, kam vyvažovač vede, a že SECRETS_KEY je všude stejný.",
    ],
    [
      "Something else than this installation answers at {address}.",
      "Check where the balancer leads, and that SECRETS_KEY is the same everywhere.",
    ],
  ),

  proxy_none: ok(
    "Volania prichádzajú priamo, bez proxy servera.",
    "Volání přicházejí přímo, bez proxy serveru.",
    "Calls come directly, without a proxy.",
  ),
  proxy_ok: ok(
    "Proxy serveru sa verí; táto kontrola sa počítala ako {address}.",
    "Proxy serveru se věří; tato kontrola se počítala jako {address}.",
    "The proxy is believed; this check counted as {address}.",
  ),
  proxy_not_trusted: failure(
    [
      "Proxy server s adresou {address} nie je v TRUST_PROXY: všetci volajúci majú spoločný limit.",
      "Pridajte jeho adresu do TRUST_PROXY.",
    ],
    [
      "Proxy server s adresou {address} není v TRUST_PROXY: všichni volající mají společný limit.",
      "Přidejte jeho adresu do TRUST_PROXY.",
    ],
    ["The proxy at {address} is not in TRUST_PROXY: all callers share one limit.", "Add its address to TRUST_PROXY."],
  ),
  proxy_without_address: warning(
    [
      "TRUST_PROXY je nastavené, ale volanie prišlo bez X-Forwarded-For.",
      "Nastavte proxy server tak, aby túto hlavičku posielal, alebo zrušte TRUST_PROXY.",
    ],
    [
      "TRUST_PROXY je nastaveno, ale volání přišlo bez X-Forwarded-For.",
      "Nastavte proxy server tak, aby tuto hlavičku posílal, nebo zrušte TRUST_PROXY.",
    ],
    [
      "TRUST_PROXY is set, but the call came without X-Forwarded-For.",
      "Let the proxy send this header, or unset TRUST_PROXY.",
    ],
  ),
  proxy_unknown: warning(
    ["Nedalo sa zistiť, aká adresa volajúceho sa počíta.", "Najprv opravte BASE_URL."],
    ["Nešlo zjistit, jaká adresa volajícího se počítá.", "Nejprve opravte BASE_URL."],
    ["It could not be found out which address of a caller is counted.", "Correct BASE_URL first."],
  ),

  key_ok: ok(
    "SECRETS_KEY otvára všetky zapečatené hodnoty ({count}).",
    "SECRETS_KEY otevírá všechny zapečetěné hodnoty ({count}).",
    "SECRETS_KEY opens all sealed values ({count}).",
  ),
  key_none: ok(
    "Kľúč ešte nie je a nič ním nie je zapečatené; vytvorí ho prvé spustenie.",
    "Klíč ještě není a nic jím není zapečetěno; vytvoří ho první spuštění.",
    "There is no key yet and nothing is sealed with one; the first start makes it.",
  ),
  key_lost: failure(
    [
      "Kľúč chýba, hoci sú ním zapečatené hodnoty ({count}).",
      "Vráťte secrets.key alebo SECRETS_KEY zo zálohy; inak si ľudia nastavia druhý faktor znova.",
    ],
    [
      "Klíč chybí, ačkoli jsou jím zapečetěny hodnoty ({count}).",
      "Vraťte secrets.key nebo SECRETS_KEY ze zálohy; jinak si lidé nastaví druhý faktor znovu.",
    ],
    [
      "The key is missing, although values are sealed with it ({count}).",
      "Put secrets.key or SECRETS_KEY back from a backup; otherwise people set up their second factor anew.",
    ],
  ),
  key_wrong: failure(
    [
      "Zapečatené hodnoty, ktoré SECRETS_KEY neotvára: {count}, všetkých: {all}.",
      "Nastavte kľúč, ktorým boli zapečatené, alebo ho pridajte ako SECRETS_KEY_OLD.",
    ],
    [
      "Zapečetěné hodnoty, které SECRETS_KEY neotevírá: {count}, všech: {all}.",
      "Nastavte klíč, kterým byly zapečetěny, nebo ho přidejte jako SECRETS_KEY_OLD.",
    ],
    [
      "Sealed values that SECRETS_KEY does not open: {count} of {all}.",
      "Set the key that they were sealed with, or add it as SECRETS_KEY_OLD.",
    ],
  ),
  key_rotating: warning(
    [
      "Hodnoty, ktoré sú ešte zapečatené kľúčom SECRETS_KEY_OLD: {count}, všetkých: {all}.",
      "Nechajte ho nastavený, kým ich spustenie služby nezapečatí znova.",
    ],
    [
      "Hodnoty, které jsou ještě zapečetěny klíčem SECRETS_KEY_OLD: {count}, všech: {all}.",
      "Nechte ho nastavený, dokud je spuštění služby nezapečetí znovu.",
    ],
    [
      "Values that are still sealed with SECRETS_KEY_OLD: {count} of {all}.",
      "Leave it set until a start of the service has sealed them anew.",
    ],
  ),
  key_rotated: warning(
    ["Všetko je zapečatené novým kľúčom, SECRETS_KEY_OLD už netreba.", "Zrušte nastavenie SECRETS_KEY_OLD."],
    ["Vše je zapečetěno novým klíčem, SECRETS_KEY_OLD už není třeba.", "Zrušte nastavení SECRETS_KEY_OLD."],
    ["Everything is sealed with the new key; SECRETS_KEY_OLD is no longer needed.", "Unset SECRETS_KEY_OLD."],
  ),
  key_unknown: warning(
    ["Nedalo sa overiť, či kľúč otvára zapečatené hodnoty.", "Najprv odstráňte poruchu databázy."],
    ["Nešlo ověřit, zda klíč otevírá zapečetěné hodnoty.", "Nejprve odstraňte poruchu databáze."],
    ["It could not be checked whether the key opens the sealed values.", "Mend the database first."],
  ),

  backup_ok: ok("Posledná záloha: {at}.", "Poslední záloha: {at}.", "The last backup was written on {at}."),
  backup_unset: warning(
    ["BACKUP_TO nie je nastavené: zálohy netvorí nikto.", "Nastavte BACKUP_TO, alebo zálohujte inak (docs/state.md)."],
    ["BACKUP_TO není nastaveno: zálohy nikdo nevytváří.", "Nastavte BACKUP_TO, nebo zálohujte jinak (docs/state.md)."],
    ["BACKUP_TO is not set: nobody writes backups.", "Set BACKUP_TO, or back up in another way (docs/state.md)."],
  ),
  backup_none: failure(
    ["V {folder} nie je žiadna záloha.", "Skontrolujte práva k priečinku a spustite dosah backup --to SÚBOR."],
    ["V {folder} není žádná záloha.", "Zkontrolujte práva ke složce a spusťte dosah backup --to SOUBOR."],
    ["There is no backup in {folder}.", "Check the rights of the folder, and run dosah backup --to FILE."],
  ),
  backup_old: failure(
    ["Posledná záloha je stará: {at}.", "Pozrite dosah jobs list --failed a opravte príčinu."],
    ["Poslední záloha je stará: {at}.", "Podívejte se na dosah jobs list --failed a opravte příčinu."],
    ["The last backup is old: it was written on {at}.", "Look at dosah jobs list --failed and mend the cause."],
  ),

  jobs_ok: ok("Žiadna úloha nezlyhala natrvalo.", "Žádná úloha neselhala natrvalo.", "No job was given up."),
  jobs_given_up: warning(
    ["Úlohy, ktoré natrvalo zlyhali: {count}.", "Vypíše ich dosah jobs list --failed, zopakuje dosah jobs retry ID."],
    ["Úlohy, které natrvalo selhaly: {count}.", "Vypíše je dosah jobs list --failed, zopakuje dosah jobs retry ID."],
    ["Jobs that were given up: {count}.", "dosah jobs list --failed shows them, dosah jobs retry ID repeats one."],
  ),
  jobs_unknown: warning(
    ["Úlohy sa nedali prečítať.", "Najprv odstráňte poruchu databázy."],
    ["Úlohy nešlo přečíst.", "Nejprve odstraňte poruchu databáze."],
    ["The jobs could not be read.", "Mend the database first."],
  ),

  egress_off: ok(
    "REGISTERS=mirror: registrov sa sám od seba nepýta.",
    "REGISTERS=mirror: rejstříků se sám od sebe neptá.",
    "REGISTERS=mirror: no register is asked by itself.",
  ),
  egress_ok: ok(
    "Dosiahnuteľné zdroje: {count}.",
    "Dosažitelné zdroje: {count}.",
    "Sources that can be reached: {count}.",
  ),
  egress_blocked: warning(
    [
      "Nedajú sa dosiahnuť: {sources}.",
      "Povoľte odchádzajúce spojenia alebo skontrolujte DNS; výpadok môže mať aj zdroj.",
    ],
    ["Nejsou dosažitelné: {sources}.", "Povolte odchozí spojení nebo zkontrolujte DNS; výpadek může mít i zdroj."],
    ["Cannot be reached: {sources}.", "Allow outgoing connections or check DNS; a source itself may be down as well."],
  ),

  check_broke_off: failure(
    ["Kontrola sa nedokončila: {problem}", "Spustite ju znova; ak sa to opakuje, je to chyba Dosahu."],
    ["Kontrola se nedokončila: {problem}", "Spusťte ji znovu; pokud se to opakuje, je to chyba Dosahu."],
    ["The check did not finish: {problem}", "Run it again; if that happens again it is a fault of Dosah."],
  ),
} as const satisfies Record<string, FindingText>;

/** A code of `FINDINGS`. */
export type FindingCode = keyof typeof FINDINGS;

/** What is examined, in the order in which it is shown. */
export const CHECKS = [
  "settings",
  "node_version",
  "data_dir",
  "free_space",
  "one_process",
  "snapshot",
  "snapshot_age",
  "snapshot_rules",
  "snapshot_publisher",
  "suppress_list",
  "state_file",
  "postgres",
  "postgres_version",
  "postgres_encoding",
  "postgres_collation",
  "postgres_rights",
  "postgres_latency",
  "postgres_clock",
  "migrations",
  "redis",
  "redis_latency",
  "redis_eviction",
  "redis_persistence",
  "redis_clock",
  "base_url",
  "trust_proxy",
  "secrets_key",
  "backup",
  "jobs",
  "egress",
] as const;

/** A thing that is examined. */
export type Check = (typeof CHECKS)[number];

/** One result of the examination. */
export interface Finding {
  readonly check: Check;
  readonly code: FindingCode;
  /** What stands for the words in braces. */
  readonly values?: Readonly<Record<string, string | number>>;
}
