import { accountOverview } from "../../../capabilities/accounts/account-overview.ts";
import { passkeyList } from "../../../capabilities/accounts/passkeys.ts";
import { ownKeys } from "../../../capabilities/keys/own-keys.ts";
import { subscriptionList } from "../../../capabilities/subscriptions/subscriptions.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { privatePaths } from "../paths.ts";
import { question } from "./question-page.tsx";

const others: Localized = { sk: "Ostatné prihlásenia", cs: "Ostatní přihlášení", en: "Other sessions" };

export const keyQuestion = question({
  title: { sk: "Zrušiť kľúč", cs: "Zrušit klíč", en: "Revoke the key" },
  goes: {
    sk: "Programy a agenti, ktorí ho používajú, prestanú čítať hneď. Ten istý kľúč sa vrátiť nedá.",
    cs: "Programy a agenti, kteří ho používají, přestanou číst hned. Tentýž klíč vrátit nelze.",
    en: "Programs and agents that use it stop reading at once. The same key cannot come back.",
  },
  stays: {
    sk: "Ostatné kľúče ostanú. Nový si môžete vytvoriť kedykoľvek.",
    cs: "Ostatní klíče zůstanou. Nový si můžete vytvořit kdykoli.",
    en: "Your other keys stay. You can make a new one at any time.",
  },
  go: { sk: "Zrušiť kľúč", cs: "Zrušit klíč", en: "Revoke the key" },
  backTo: () => privatePaths.keys,
  read: async ({ params: { keyId }, ask }) => {
    const found = (await ask(ownKeys, {})).keys.find(({ id }) => id === keyId);
    if (found === undefined) return null;
    return { name: `${found.untrusted.name} …${found.tail}`, lastUsedAt: found.lastUsedAt };
  },
});

export const passkeyQuestion = question({
  title: { sk: "Odobrať prístupový kľúč", cs: "Odebrat přístupový klíč", en: "Remove the passkey" },
  goes: {
    sk: "Týmto kľúčom sa už neprihlásite. V zariadení ho zmažte sami.",
    cs: "Tímto klíčem se už nepřihlásíte. V zařízení ho smažte sami.",
    en: "It no longer signs you in. Delete it on your device yourself.",
  },
  stays: {
    sk: "Heslo a ostatné spôsoby prihlásenia ostanú.",
    cs: "Heslo a ostatní způsoby přihlášení zůstanou.",
    en: "Your password and other ways to sign in stay.",
  },
  go: { sk: "Odobrať", cs: "Odebrat", en: "Remove" },
  confirms: "recent",
  backTo: () => privatePaths.passkeys,
  read: async ({ params: { id }, ask }) => {
    const found = (await ask(passkeyList, {})).passkeys.find((each) => each.id === id);
    return found === undefined ? null : { name: found.untrusted.name, lastUsedAt: found.lastUsedAt };
  },
});

export const sessionsQuestion = question({
  title: {
    sk: "Ukončiť všetky ostatné prihlásenia",
    cs: "Ukončit všechna ostatní přihlášení",
    en: "End all other sessions",
  },
  goes: {
    sk: "Na iných zariadeniach sa budete musieť prihlásiť znova.",
    cs: "Na jiných zařízeních se budete muset přihlásit znovu.",
    en: "You will have to sign in again on your other devices.",
  },
  stays: {
    sk: "Toto prihlásenie a kľúče API ostanú.",
    cs: "Toto přihlášení a klíče API zůstanou.",
    en: "This session and your API keys stay.",
  },
  go: { sk: "Ukončiť ostatné", cs: "Ukončit ostatní", en: "End the others" },
  backTo: () => privatePaths.account,
  read: async ({ locale, ask }) => {
    const { sessions } = await ask(accountOverview, {});
    const count = sessions.filter(({ isThis }) => !isThis).length;
    const more = (
      <p class="meta">
        {others[locale]}: {formatNumber(count, locale)}
      </p>
    );
    return { name: null, more };
  },
});

export const twoFactorQuestion = question({
  title: {
    sk: "Vypnúť dvojstupňové prihlásenie",
    cs: "Vypnout dvoufázové přihlášení",
    en: "Switch off two-factor sign-in",
  },
  goes: {
    sk: "Prestanú platiť kódy z aplikácie aj záložné kódy. Na prihlásenie potom stačí samotné heslo.",
    cs: "Přestanou platit kódy z aplikace i záložní kódy. K přihlášení pak stačí samotné heslo.",
    en: "The codes of the app and the backup codes end. The password alone then signs you in.",
  },
  stays: { sk: "Prístupové kľúče ostanú.", cs: "Přístupové klíče zůstanou.", en: "Your passkeys stay." },
  go: { sk: "Vypnúť", cs: "Vypnout", en: "Switch off" },
  confirms: "always",
  backTo: () => privatePaths.twoFactor,
  read: async () => ({ name: null }),
});

export const feedQuestion = question({
  title: { sk: "Zrušiť adresu", cs: "Zrušit adresu", en: "End the address" },
  goes: {
    sk: "Programy, ktoré z nej čítajú, prestanú dostávať zmeny a termíny hneď. Tá istá adresa sa vrátiť nedá.",
    cs: "Programy, které z ní čtou, přestanou dostávat změny a termíny hned. Tutéž adresu vrátit nelze.",
    en: "Programs that read it get no changes and dates any more, at once. The same address cannot come back.",
  },
  stays: {
    sk: "Ostatné adresy ostanú. Novú si môžete vytvoriť kedykoľvek.",
    cs: "Ostatní adresy zůstanou. Novou si můžete vytvořit kdykoli.",
    en: "Your other addresses stay. You can make a new one at any time.",
  },
  go: { sk: "Zrušiť adresu", cs: "Zrušit adresu", en: "End the address" },
  backTo: () => privatePaths.feeds,
  read: async ({ params: { id }, ask }) => {
    const found = (await ask(subscriptionList, {})).items.find((each) => each.id === id);
    return found === undefined ? null : { name: found.untrusted.list ?? found.untrusted.organization };
  },
});
