import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeTime, Time } from '@/components/values/time';
import { setDeskFormat } from '@/lib/text/locale';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-27T23:30:00Z');
});
afterEach(() => {
  vi.useRealTimers();
  setDeskFormat({ locale: 'en-GB', timeZone: undefined });
});

describe('describeTime', () => {
  it('gives the exact time with its zone and the text itself; a text that is no time has no description', () => {
    const described = describeTime('2026-11-27T08:05:00Z', undefined);
    expect(described).toEqual({
      short: 'today 08:05',
      exact: '27 Nov 2026, 08:05:00 UTC',
      title: '27 Nov 2026, 08:05:00 UTC · 2026-11-27T08:05:00Z',
    });
    expect(describeTime('yesterday', undefined)).toBeUndefined();
  });

  it('is in the zone of the desk, on the server and in the browser', () => {
    setDeskFormat({ locale: 'en-GB', timeZone: 'Europe/Berlin' });
    for (const today of [undefined, '2026-11-28'])
      expect(describeTime('2026-11-27T08:05:00Z', today)).toMatchObject({
        short: 'yesterday 09:05',
        exact: '27 Nov 2026, 09:05:00 CET',
      });
  });
});

it('a time keeps its exact form for print, and a text that is no time stays as it is', () => {
  expect(renderToStaticMarkup(createElement(Time, { iso: '2026-11-20T08:05:00Z' }))).toBe(
    '<time dateTime="2026-11-20T08:05:00Z" title="20 Nov 2026, 08:05:00 UTC · 2026-11-20T08:05:00Z" ' +
      'data-exact="20 Nov 2026, 08:05:00 UTC" class="print:after:content-[attr(data-exact)]">' +
      '<span class="print:hidden">20 Nov</span></time>',
  );
  expect(renderToStaticMarkup(createElement(Time, { iso: 'soon' }))).toBe('<span>soon</span>');
});
