// SPDX-License-Identifier: BSD-3-Clause
// All colours of the reader are derived from two: the paper and the ink of the page.

/** The reader's own themes, for the shelf, and around comics and PDFs.
 * @type {Record<string, [string, string]>} */
const THEMES = { light: ["#FFFFFF", "#121212"], sepia: ["#FAF4E8", "#121212"], dark: ["#000000", "#FEFEFE"] };
/** The colours of the player for recordings, if no theme is chosen and the system is light.
 * @type {[string, string]} */
const PLAYER = ["#FAF8F4", "#201E1B"];
/** Softer colours for the shelf, which has little text.
 * @type {Record<string, [string, string]>} */
const SOFT = { light: ["#FBFAF7", "#1C1A17"], sepia: ["#F6EEDD", "#2E2415"], dark: ["#161513", "#EDEAE4"] };
const ACCENTS = ["#9B3A25", "#8C3420", "#7A2C1A", "#E59B82", "#F0B29D", "#F8CDBD"];
export const ORDER = ["light", "sepia", "dark"];

/** @param {string} hex  @returns {number[]} */
const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
/** @param {string} from  @param {string} to  @param {number} share  of the second */
export function mix(from, to, share) {
  const [a, b] = [parts(from), parts(to)];
  return "#" + a.map((one, at) => Math.round(one + (b[at] - one) * share).toString(16).padStart(2, "0")).join("");
}

/** Relative luminance (WCAG 2).
 * @param {string} hex */
export function luminance(hex) {
  const [r, g, b] = parts(hex).map((one) => one / 255).map(
    (one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one  @param {string} other */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Sets the colours of the reader.
 * @param {string} paper  @param {string} [ink]  black or white, if it is not given or cannot be read */
export function paint(paper, ink = paper) {
  const extreme = contrast(paper, "#FFFFFF") > contrast(paper, "#000000") ? "#FFFFFF" : "#000000";
  const dark = extreme === "#FFFFFF";
  if (contrast(paper, ink) < 7) ink = extreme;
  // Surfaces above the page are lighter, as far as the ink remains readable.
  const lighter = dark ? mix(paper, ink, 0.11) : mix(paper, "#FFFFFF", 0.55);
  const raised = contrast(lighter, ink) >= 7 ? lighter : mix(paper, dark ? "#000000" : "#FFFFFF", 0.5);
  const shaded = mix(raised, ink, dark ? 0.1 : 0.06);
  const hover = contrast(shaded, ink) >= 5 ? shaded : raised;
  const readable = (/** @type {string} */ color) =>
    Math.min(contrast(color, paper), contrast(color, raised), contrast(color, hover)) >= 4.6;
  const shares = [0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 1];
  const muted = shares.map((share) => mix(paper, ink, share)).find(readable) || ink;
  const accent = ACCENTS.find(readable) || ink;
  const colors = {
    paper, ink, raised, hover, muted, accent,
    line: mix(paper, ink, dark ? 0.2 : 0.13), track: mix(paper, ink, dark ? 0.3 : 0.2), edge: mix(paper, ink, 0.5),
    bar: dark ? mix(paper, ink, 0.06)
      : paper, "on-accent": contrast(accent, "#FFFFFF") >= contrast(accent, "#000000") ? "#FFFFFF" : "#000000",
    "tint-ink": dark ? "#FFFFFF" : "#000000",
  };
  const root = document.documentElement;
  for (const [name, color] of Object.entries(colors)) root.style.setProperty(`--${name}`, color);
  root.style.colorScheme = dark ? "dark" : "light";
  root.dataset.dark = String(dark);
}

/** The chosen theme, or that of the system.
 * @param {string|null} chosen */
export const themeOrSystem = (chosen) =>
  chosen || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
/** @param {string|null} chosen  @param {boolean} [soft] */
export const paintTheme = (chosen, soft) => paint(...(soft ? SOFT : THEMES)[themeOrSystem(chosen)]);
/** @param {string|null} chosen */
export const paintPlayer = (chosen) =>
  (chosen || themeOrSystem(null) === "dark" ? paintTheme(chosen) : paint(...PLAYER));
/** @param {string} theme */
export const next = (theme) => ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
/** The colours of a theme, for its swatch.
 * @param {string} theme */
export const swatch = (theme) => THEMES[theme];
