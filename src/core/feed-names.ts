import type { FeedTopic, Jurisdiction } from "./feed-item.ts";
import type { Localized } from "./locale.ts";

/** A jurisdiction of the feed in words. */
export const JURISDICTION_NAMES = {
  SK: { sk: "Slovensko", cs: "Slovensko", en: "Slovakia" },
  CZ: { sk: "Česko", cs: "Česko", en: "Czechia" },
  EU: { sk: "Európska únia", cs: "Evropská unie", en: "European Union" },
  OTHER: { sk: "inde", cs: "jinde", en: "elsewhere" },
} satisfies Record<Jurisdiction, Localized>;

/** What people call a body of rules. */
export const TOPIC_NAMES = {
  NIS2: { sk: "NIS2", cs: "NIS2", en: "NIS2" },
  DORA: { sk: "DORA", cs: "DORA", en: "DORA" },
  GDPR: { sk: "GDPR", cs: "GDPR", en: "GDPR" },
  AML: { sk: "AML", cs: "AML", en: "AML" },
  AI_ACT: { sk: "Akt o AI", cs: "Akt o AI", en: "AI Act" },
  CRA: { sk: "CRA", cs: "CRA", en: "CRA" },
  CER: { sk: "CER", cs: "CER", en: "CER" },
} satisfies Record<FeedTopic, Localized>;

/** What a body of rules is about, for who does not know its short name. */
export const TOPIC_SUBJECTS = {
  NIS2: {
    sk: "kybernetická bezpečnosť dôležitých a kľúčových subjektov",
    cs: "kybernetická bezpečnost důležitých a základních subjektů",
    en: "cyber security of important and essential entities",
  },
  DORA: {
    sk: "digitálna prevádzková odolnosť finančného sektora",
    cs: "digitální provozní odolnost finančního sektoru",
    en: "digital operational resilience of the financial sector",
  },
  GDPR: { sk: "ochrana osobných údajov", cs: "ochrana osobních údajů", en: "protection of personal data" },
  AML: {
    sk: "boj proti praniu špinavých peňazí a financovaniu terorizmu",
    cs: "boj proti praní peněz a financování terorismu",
    en: "anti-money laundering and countering the financing of terrorism",
  },
  AI_ACT: { sk: "umelá inteligencia", cs: "umělá inteligence", en: "artificial intelligence" },
  CRA: {
    sk: "kybernetická odolnosť produktov s digitálnymi prvkami",
    cs: "kybernetická odolnost produktů s digitálními prvky",
    en: "cyber resilience of products with digital elements",
  },
  CER: {
    sk: "odolnosť kritických subjektov",
    cs: "odolnost kritických subjektů",
    en: "resilience of critical entities",
  },
} satisfies Record<FeedTopic, Localized>;
