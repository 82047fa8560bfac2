// Switches between light and dark where the visitor wants another theme than the system's. Without this script the
// pages follow the system.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  /** @returns {"light" | "dark" | undefined} */
  function chosen() {
    try {
      const theme = localStorage.getItem("theme");
      return theme === "light" || theme === "dark" ? theme : undefined;
    } catch {
      // Storage may be forbidden; then the choice lasts as long as the page.
      return undefined;
    }
  }

  function isDark() {
    const theme = root.dataset.theme;
    return theme === undefined ? system.matches : theme === "dark";
  }

  function label() {
    const button = document.getElementById("theme-switch");
    if (!(button instanceof HTMLButtonElement)) return;
    const name = (isDark() ? button.dataset.toLight : button.dataset.toDark) ?? "";
    button.setAttribute("aria-label", name);
    button.title = name;
    button.hidden = false;
  }

  function start() {
    label();
    system.addEventListener("change", label);
    document.getElementById("theme-switch")?.addEventListener("click", () => {
      const theme = isDark() ? "light" : "dark";
      root.dataset.theme = theme;
      try {
        // Back to the theme of the system: nothing is stored, so that later changes of the system apply again.
        if ((theme === "dark") === system.matches) localStorage.removeItem("theme");
        else localStorage.setItem("theme", theme);
      } catch {
        // Storage may be forbidden; the choice lasts as long as the page.
      }
      label();
    });
  }

  const theme = chosen();
  if (theme !== undefined) root.dataset.theme = theme;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
