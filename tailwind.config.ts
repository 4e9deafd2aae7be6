import type { Config } from 'tailwindcss';

const token = (name: string) => `var(--${name})`;

/** Names of the theme; their values for light and dark are in `app/globals.css`. */
export default {
  content: ['./app/**/*.tsx', './components/**/*.tsx'],
  theme: {
    // The only sizes of text: [size, line height]. `body` is the size of the page, and of values.
    fontSize: {
      fine: ['12px', '16px'],
      label: ['13px', '18px'],
      body: ['14px', '20px'],
      heading: ['15px', '22px'],
      title: ['20px', '28px'],
      value: ['22px', '30px'],
      // Code beside text looks larger than the text; it is not below 12 px either.
      code: 'max(12px, 0.92em)',
    },
    extend: {
      colors: {
        page: token('page'),
        panel: token('panel'),
        soft: token('soft'),
        line: token('line'),
        edge: token('edge'),
        ink: token('ink'),
        dim: token('dim'),
        accent: { DEFAULT: token('accent'), ink: token('accent-ink'), soft: token('accent-soft') },
        warn: { DEFAULT: token('warn'), soft: token('warn-soft') },
        bad: { DEFAULT: token('bad'), soft: token('bad-soft') },
        good: { DEFAULT: token('good'), soft: token('good-soft') },
      },
      fontFamily: {
        sans: ['var(--font-geist-sans)', 'system-ui', 'sans-serif'],
        mono: ['var(--font-geist-mono)', 'ui-monospace', 'monospace'],
      },
      borderRadius: { control: '7px', panel: '9px' },
      // The width of a page, which may hold a table; of a text to read; and of a box or field on its own.
      maxWidth: { table: '1680px', reading: '720px', card: '360px' },
    },
  },
} satisfies Config;
