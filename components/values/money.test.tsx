import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MoneyCell } from '@/components/list/money-cell';
import { ExpandableMoney } from '@/components/values/expandable-money';
import { Money } from '@/components/values/money';
import { groupDigits, trimZeros, writeDecimals } from '@/lib/money/format-amount';
import { anyCharacter } from '@/scripts/testing/data/any-character';

const amount = fc.stringMatching(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/);
const plain = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
// What a person without sight gets, and what is copied: everything but what is for the eye alone.
const spoken = (markup: string) =>
  plain(markup.replaceAll(/<span aria-hidden="true"[^>]*>.*?<\/span><span class="sr/g, '<span class="sr'));
const shown = (markup: string) => plain(markup.replaceAll(/<span class="sr-only">.*?<\/span>/g, ''));
const digits = (text: string) => text.replaceAll(/[, ]/g, '');

describe('Money', () => {
  it('loses no digit where a person decides, on one line and in a column', () => {
    fc.assert(
      fc.property(amount, fc.boolean(), (text, isColumn) => {
        const markup = renderToString(<Money amount={text} asset="ETH" isColumn={isColumn} />);
        expect(digits(plain(markup))).toBe(`${writeDecimals(text, 'ETH')}ETH`);
        expect(markup).toMatch(/<bdi data-money="true"[^>]* class="whitespace-nowrap[ "]/);
        expect(markup).not.toContain('anywhere');
      }),
    );
  });

  it('is read and copied with every digit, however short it looks, in an overview and in a list', () => {
    fc.assert(
      fc.property(amount, (text) => {
        for (const markup of [
          renderToString(<Money amount={text} isRounded />),
          renderToString(<MoneyCell amount={text} asset={undefined} />),
        ]) {
          expect(trimZeros(digits(spoken(markup)))).toBe(trimZeros(text));
          if (trimZeros(digits(shown(markup))) !== trimZeros(text))
            expect(markup).toContain(`title="${groupDigits(trimZeros(text))}`);
          if (/[1-9]/.test(text)) expect(shown(markup)).toMatch(/[1-9]/);
        }
      }),
    );
  });

  it.each([
    ['3315.6', 'USDC', '3,315.60'],
    ['3315.60', 'USDC', '3,315.60'],
    ['340', 'PYUSD', '340.00'],
    ['5120.0451', 'PYUSD', '5,120.0451'],
    ['0.50', 'BTC', '0.5'],
    ['12', 'ETH', '12'],
    ['100', 'ETH', '100'],
    ['15.00', 'ETH', '15'],
  ])('writes %s %s as %s, on a page and in a list', (text, asset, written) => {
    const markups = [<Money key="1" amount={text} asset={asset} />, <MoneyCell key="2" amount={text} asset={asset} />];
    for (const markup of markups) expect(shown(renderToString(markup))).toBe(`${written} ${asset}`);
  });

  it('dims the decimals beyond the sixth', () => {
    expect(renderToString(<Money amount="0.146360594448897072" />)).toContain(
      '>0.146360<span class="text-dim">594448897072</span>',
    );
    expect(renderToString(<Money amount="1234.123456" />)).not.toContain('text-dim');
  });

  it('says direction in words as well', () => {
    expect(plain(renderToString(<Money amount="-1.5" asset="ETH" isSigned />))).toBe('−minus 1.5 ETH');
    expect(plain(renderToString(<Money amount="1.5" isSigned />))).toBe('+plus 1.5');
    expect(plain(renderToString(<Money amount="0" isSigned />))).toBe('0');
    expect(plain(renderToString(<Money amount="-1.5" />))).toBe('−minus 1.5');
  });

  it('shows what it is worth beside it, and never of an amount in USD', () => {
    const value = { usd: '108420.4', pricedAt: '2025-11-12T00:00:00Z' };
    expect(plain(renderToString(<Money amount="30" asset="ETH" value={value} />))).toContain(
      '30 ETH ≈ 108,420 USD · price of 12 Nov 2025',
    );
    expect(plain(renderToString(<Money amount="30" asset="ETH" value={null} />))).toBe('30 ETH no price');
    expect(plain(renderToString(<Money amount="30" asset="ETH" />))).toBe('30 ETH');
    expect(plain(renderToString(<Money amount="30" asset="USD" value={value} />))).toBe('30.00 USD');
  });

  it('shows what is no amount as it is, and bounded', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), fc.boolean(), (text, isRounded) => {
        const markup = renderToString(<Money amount={text} asset={text} isRounded={isRounded} />);
        expect(plain(markup).length).toBeLessThan(6000);
      }),
    );
    expect(plain(renderToString(<Money amount="1e999" asset="=cmd" isRounded />))).toBe('1e999 =cmd');
    expect(plain(renderToString(<Money amount={undefined} asset="ETH" />))).toBe('not given');
  });
});

describe('ExpandableMoney', () => {
  it('is a button only where digits are rounded', () => {
    expect(renderToString(<ExpandableMoney amount="1.5" />)).not.toContain('<button');
    expect(renderToString(<ExpandableMoney amount="27263.930901763555796249" />)).toContain('<button');
  });
});
