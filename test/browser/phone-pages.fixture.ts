/** The screen of a small phone, in CSS pixels. */
export const PHONE = { width: 360, height: 740 };

/** Pages over the shipped sample, by what they show: one of each type, and a verdict of each kind. */
export const PHONE_PAGES: Readonly<Record<string, string>> = {
  start: "",
  "verdict, essential, SK": "/firma/sk/31322832",
  "verdict, important, SK": "/firma/sk/18047181",
  "verdict, essential, CZ": "/firma/cz/45274649",
  "verdict, important, CZ": "/firma/cz/49100262",
  "verdict, unknown, SK": "/firma/sk/00057380",
  "verdict, unknown, CZ": "/firma/cz/00008753",
  "verdict, out of scope, SK": "/firma/sk/17639719",
  "verdict, ceased, SK": "/firma/sk/35953039",
  "what-if, empty": "/what-if",
  "what-if, essential, SK": "/what-if?country=SK&code=35.11&rev=2&employees=300",
  "what-if, important, SK": "/what-if?country=SK&code=28.22&rev=2&employees=60",
  "what-if, essential, CZ": "/what-if?country=CZ&code=35.11&rev=2&employees=300",
  "what-if, important, CZ": "/what-if?country=CZ&code=28.22&rev=2&employees=60",
  "what-if, out of scope, SK": "/what-if?country=SK&code=28.22&rev=2&employees=10",
  "what-if, answers, SK":
    "/what-if?country=SK&code=28.22&rev=2&employees=10&turnover=1000000&balance=1000000&a.skFormerOperator=no&a.skThirdParty=no&a.skPublicIt=no&a.skCriticalEntity=no&a.otherActivity=no",
  obligations: "/obligations",
  "obligations, CZ": "/obligations?country=CZ",
  "one obligation": "/obligations/NIS2-21-2-E",
  feed: "/regulatory-feed",
  questionnaire: "/questionnaire",
  "one area of it": "/questionnaire/incidents",
  "its result": "/questionnaire/result?mode=quick&risk_mgmt=yyp&incidents=nn&bcm=xxx",
  "AI Act, result": "/ai-act/result?role=deployer&annexIIIUse=employment_recruitment&interactsWithPeople=yes",
  radar: "/nis2-radar",
  "several firms": "/firms?list=SK31322832%0ACZ45274649%0ASK18047181",
  "two compared": "/compare?a=SK31322832&b=CZ45274649",
  search: "/search?q=slov",
  "no such page": "/no-such-page",
};
