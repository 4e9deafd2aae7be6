import { z } from 'zod';

/** The looks that a reader can choose. `system` follows the browser. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie in which a browser keeps the look, so that the server renders it at once; named as cookie-names says. */
export const THEME_COOKIE = 'theme';

const schema = z.enum(THEMES).catch('system');

/** Reads a look from its cookie; `system` for anything that is none. */
export function parseTheme(value: string | undefined): Theme {
  return schema.parse(value);
}
