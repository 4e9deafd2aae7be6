import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMail, type TellingConsole, summarize, type ToldNotice } from '@/lib/notifications/compose';
import { ALL_NOTICE_KINDS, NOTICE_KINDS } from '@/lib/notifications/kinds';

const CONSOLE: TellingConsole = {
  url: 'https://console.example',
  deskName: 'Treasury desk',
  isSandbox: false,
  detail: 'summary',
};
const notice = (changes: Partial<ToldNotice> = {}): ToldNotice => ({
  id: 'n1',
  kind: 'approval-needed',
  path: '/withdrawals/1',
  asset: 'ETH',
  amount: '1.23456789',
  at: new Date('2026-11-23T12:00:00Z'),
  ...changes,
});

describe('the title of a notice', () => {
  it.each([
    ['1.23456789', 'ETH', 'about 1.23 ETH'],
    ['1234567.5', 'USDC', 'about 1,230,000 USDC'],
    ['0.000012345', 'BTC', 'about 0.0000123 BTC'],
    ['.25', 'BTC', 'about 0.25 BTC'],
    ['123456789012345678901234567890', 'X', 'about 123,000,000,000,000,000,000,000,000,000 X'],
  ])('rounds %s %s to three digits', (amount, asset, shown) => {
    expect(summarize({ kind: 'approval-needed', asset, amount }, 'summary').title).toBe(
      `A withdrawal of ${shown} waits for your approval`,
    );
  });

  it.each([
    [null, '1'],
    ['ETH', null],
    ['ETH', '1e9'],
    ['ETH', 'NaN'],
    ['EVIL\u202eTH', '1'],
    ['A ticker that is far too long', '1'],
  ])('names no value that cannot be read: %j %j', (asset, amount) => {
    expect(summarize({ kind: 'approval-needed', asset, amount }, 'summary').title).toBe(
      'A withdrawal waits for your approval',
    );
  });

  it('names no value where the console tells nothing', () => {
    for (const kind of ALL_NOTICE_KINDS) expect(summarize(notice({ kind }), 'none').title).not.toMatch(/ETH|1\.2/);
  });
});

describe('a mail', () => {
  it('has the link first, the time, and how to change what one is told', () => {
    const { subject, text, html } = composeMail([notice()], CONSOLE);
    expect(subject).toBe('A withdrawal of about 1.23 ETH waits for your approval');
    expect(text.split('\n').slice(0, 3)).toEqual([
      'A withdrawal of about 1.23 ETH waits for your approval.',
      'https://console.example/withdrawals/1',
      '2026-11-23 12:00 UTC',
    ]);
    expect(text).toContain('https://console.example/account');
    expect(html).toContain('<a href="https://console.example/withdrawals/1"');
  });

  it('tells several at once, twenty with their links and the number of the others', () => {
    const many = Array.from({ length: 25 }, (_, index) => notice({ id: `n${index}`, path: `/withdrawals/${index}` }));
    const [first, ...others] = many;
    const { subject, text } = composeMail([first!, ...others], CONSOLE);
    expect(subject).toBe('25 things happened');
    expect(text.match(/\/withdrawals\//g)).toHaveLength(20);
    expect(text).toContain('And 5 more.');
  });

  it('marks a sandbox in its subject', () => {
    expect(composeMail([notice()], { ...CONSOLE, isSandbox: true }).subject).toMatch(/^\[Sandbox\] /);
  });

  it('is one line of subject and well-formed markup, whatever stands in the rows', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom(...ALL_NOTICE_KINDS),
          asset: text,
          amount: text,
          path: text.map((tail) => `/${tail}`),
        }),
        text,
        (changes, deskName) => {
          const { subject, html } = composeMail([notice(changes)], { ...CONSOLE, deskName });
          // oxlint-disable-next-line no-control-regex -- what a header must not hold.
          expect(subject).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/);
          expect(html.replaceAll(/<\/?(?:!doctype html|html|body|p|a|span|hr|br)(?: [^<>]*)?>/g, '')).not.toMatch(
            /[<>]/,
          );
        },
      ),
    );
  });
});

it('every kind has a title without an address, and what waits or alarms cannot be switched off', () => {
  for (const kind of ALL_NOTICE_KINDS) {
    const { title, label, isNeeded } = NOTICE_KINDS[kind];
    expect(title(undefined)).not.toBe('');
    expect(label).not.toBe('');
    expect(isNeeded === true).toBe(/wait|stopped|unknown|hold|alarm|expir/i.test(label) && kind !== 'request-expired');
  }
});
