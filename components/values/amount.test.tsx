import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ShortAmount } from '@/components/values/amount';
import { ExpandableAmount } from '@/components/values/expandable-amount';
import { groupDigits } from '@/lib/money/format-amount';
import { anyCharacter } from '@/scripts/testing/data/any-character';

const amount = fc.stringMatching(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/);
const plain = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');
// What a person without sight gets: everything that is not hidden from assistive technology.
const spoken = (markup: string) => plain(markup.replaceAll(/<span aria-hidden="true"[^>]*>.*?<\/span>/g, ''));
const shown = (markup: string) => plain(markup.replaceAll(/<span class="sr-only">.*?<\/span>/g, ''));

describe('ShortAmount', () => {
  it('is read to screen readers and shown on hover in full, however short it looks', () => {
    fc.assert(
      fc.property(amount, (text) => {
        const markup = renderToString(<ShortAmount amount={text} />);
        const full = groupDigits(text);
        expect([full, shown(markup)]).toContain(spoken(markup));
        if (shown(markup) !== full) {
          expect(spoken(markup)).toBe(full);
          expect(markup).toContain(`title="${full}"`);
        }
      }),
    );
  });

  it('never shows nothing for something', () => {
    fc.assert(
      fc.property(amount, (text) => {
        const short = shown(renderToString(<ShortAmount amount={text} />));
        if (/[1-9]/.test(text)) expect(short).toMatch(/[1-9]/);
      }),
    );
  });

  it('shows what is no amount as it is, and bounded', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (text) => {
        expect(plain(renderToString(<ShortAmount amount={text} asset={text} />)).length).toBeLessThan(6000);
      }),
    );
    expect(plain(renderToString(<ShortAmount amount="1e999" asset="=cmd" />))).toBe('1e999 =cmd');
  });
});

describe('ExpandableAmount', () => {
  it('is a button only where digits are cut', () => {
    expect(renderToString(<ExpandableAmount amount="1.5" />)).not.toContain('<button');
    expect(renderToString(<ExpandableAmount amount="27263.930901763555796249" />)).toContain('<button');
  });
});
