import { expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { bareServices } from "../bare-services.fixture.ts";
import { activityOptions } from "./activity-options.ts";

test.each(LOCALES)(
  "every sector of the list begins with a capital letter, those of one country too (%s)",
  async (locale) => {
    const answer = await activityOptions.run(activityOptions.input.parse({ locale }), bareServices(knowledge));
    const { sectors } = answer;
    expect(sectors.length).toBeGreaterThan(18);
    for (const { name } of sectors) expect(name).toMatch(/^\p{Lu}/u);
  },
);
