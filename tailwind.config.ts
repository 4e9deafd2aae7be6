import type { Config } from 'tailwindcss';

const token = (name: string) => `var(--${name})`;

/** Names of the theme; their values for light and dark are in `app/globals.css`. */
export default {
  content: ['./app/**/*.tsx', './components/**/*.tsx'],
  theme: {
    // The only sizes of text: [size, line height]. They are 12, 14, 16, 20 and 32 px unless the reader chose another
    // size of text. `body` is the size of the page; `display` is for the one amount of a page.
    fontSize: {
      label: ['0.75rem', '1rem'],
      body: ['0.875rem', '1.25rem'],
      heading: ['1rem', '1.5rem'],
      title: ['1.25rem', '1.75rem'],
      display: ['2rem', '2.5rem'],
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
      // The width of a page, which may hold a table; of one of lines, each with its button; of a text to read; and of a
      // box or field on its own.
      maxWidth: { table: '105rem', lines: '64rem', reading: '45rem', card: '22.5rem' },
    },
  },
} satisfies Config;
