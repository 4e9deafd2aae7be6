import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSources } from '@/scripts/architecture/graph';

const root = path.resolve(import.meta.dirname, '../..');
const styles = readFileSync(path.join(root, 'app/globals.css'), 'utf8');

// Every colour of globals.css by name, for light and for dark.
const PAIRS = [...styles.matchAll(/--([a-z-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const SCHEMES = {
  light: new Map(PAIRS.map(([, name = '', light = '']) => [name, light])),
  dark: new Map(PAIRS.map(([, name = '', , dark = '']) => [name, dark])),
};

/** Computes the relative luminance of a colour (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Each text with every background that it is on.
const GROUNDS = ['page', 'panel', 'soft', 'accent-soft', 'warn-soft', 'bad-soft', 'good-soft'];
const TEXTS: [text: string, grounds: readonly string[]][] = [
  ['ink', GROUNDS],
  ['dim', GROUNDS],
  ['accent', ['page', 'panel', 'soft', 'accent-soft']],
  ['warn', ['page', 'panel', 'soft', 'warn-soft', 'accent-soft']],
  ['bad', ['page', 'panel', 'soft', 'bad-soft', 'accent-soft']],
  ['good', ['page', 'panel', 'soft', 'good-soft', 'accent-soft']],
  ['accent-ink', ['accent']],
];

describe.each(Object.entries(SCHEMES))('the colours of the %s scheme', (_, colours) => {
  const colour = (name: string) => colours.get(name) ?? '';

  it('give every text a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3)', () => {
    const low = TEXTS.flatMap(([text, grounds]) =>
      grounds.map((ground) => [`${text} on ${ground}`, contrast(colour(text), colour(ground))] as const),
    ).filter(([, ratio]) => !(ratio >= 4.5));
    expect(low).toEqual([]);
  });

  it('give the borders of controls a contrast of 3 to 1 (WCAG 2.2, 1.4.11)', () => {
    for (const ground of ['page', 'panel']) expect(contrast(colour('edge'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

describe('colour', () => {
  it('is green only where something of the reader has just succeeded', () => {
    const found = listSources(root).filter(
      (file) =>
        /^(?:app|components)\/.*\.tsx$/.test(file) &&
        /\b(?:text|bg|border(?:-l)?)-good\b|look="good"/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(found.toSorted()).toEqual([
      'app/(console)/transfers/_export/export-dialog.tsx',
      'components/ui/notice.tsx',
      'components/withdrawals/decisions/last-decision.tsx',
    ]);
  });
});

describe('numbers and times', () => {
  // The grammar of sentences, formats of files, what is read again by the console, and a rounded amount.
  const FIXED = [
    'lib/text/join-list.ts',
    'lib/time/time-zone.ts',
    'lib/notifications/schedule.ts',
    'lib/notifications/compose.ts',
    'lib/transfers/export/preset-writer.ts',
    'lib/text/locale.ts',
    'lib/server/config/settings.ts',
  ];

  it('are written in the format of the desk (lib/text/locale.ts)', () => {
    const found = listSources(root).filter(
      (file) =>
        /^(?:app|components|lib)\//.test(file) &&
        !/\.test\.tsx?$/.test(file) &&
        !FIXED.includes(file) &&
        /'en-GB'|\.toLocale(?:Date|Time)?String\(/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});

describe('sizes of text and widths of pages', () => {
  it('are those of tailwind.config.ts (docs/decisions/0032-one-scale-one-frame.md)', () => {
    const others =
      /\btext-(?:xs|sm|base|lg|xl|\dxl|\[[^\]]*\d(?:px|rem|em|vw)[^\]]*\])|\bmax-w-(?:\d?xl|sm|md|lg|prose)\b|fontSize:/g;
    const found = listSources(root)
      .filter((file) => /^(?:app|components)\/.*\.tsx$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, file), 'utf8');
        return [...text.matchAll(others)].map(([other]) => `${file}: ${other}`);
      });
    expect(found).toEqual([]);
  });

  it('are none below 12 px in a style sheet', () => {
    const sizes = ['app/globals.css', 'components/list/rows.css'].flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/font-size:\s*([\d.]+)(px|rem)/g)].map(
        ([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1),
      ),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  });
});
