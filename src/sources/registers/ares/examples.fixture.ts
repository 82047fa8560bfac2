import type { RegisterExamples } from "../register-examples.fixture.ts";
import batch from "./recorded/batch-49240901.json" with { type: "json" };
import res from "./recorded/res-45274649.constructed.json" with { type: "json" };
import cez from "./recorded/search-cez.json" with { type: "json" };
import subject from "./recorded/subject-45274649.json" with { type: "json" };
import unknownFirm from "./recorded/unknown-firm.json" with { type: "json" };

/** The recorded page holds three of 46 firms; here these three are all. */
export const whole = { ...cez, pocetCelkem: cez.ekonomickeSubjekty.length };

/** RES knows the main activity of one of the three. */
const [record] = batch.ekonomickeSubjekty;
export const activities = {
  pocetCelkem: 1,
  ekonomickeSubjekty: [
    {
      icoId: "24729035",
      zaznamy: [{ ...record?.zaznamy[0], czNacePrevazujici2008: "35130", czNacePrevazujici: "35140" }],
    },
  ],
};

const firm = {
  "/ekonomicke-subjekty/45274649": [200, subject],
  "/ekonomicke-subjekty-res/45274649": [200, res],
} as const;

export const examples: RegisterExamples = {
  live: {
    routes: { ...firm, "/ekonomicke-subjekty/00000019": [404, unknownFirm] },
    known: "45274649",
    unknown: "00000019",
  },
  search: {
    routes: {
      ...firm,
      "/ekonomicke-subjekty/vyhledat": [200, whole],
      "/ekonomicke-subjekty-res/vyhledat": [200, activities],
    },
    known: "45274649",
    name: "CEZ, d",
    shown: ["24729035", "14504219", "28255933"],
    unknownName: "čez nikde",
  },
};
