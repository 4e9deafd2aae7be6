import { beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '@/app/api/transfers/accounts/route';
import * as one from '@/app/api/transfers/[id]/route';
import * as exported from '@/app/api/transfers/export/route';
import * as lookup from '@/app/api/transfers/lookup/route';
import * as newer from '@/app/api/transfers/newer/route';
import * as list from '@/app/api/transfers/route';
import * as totals from '@/app/api/transfers/totals/route';
import * as values from '@/app/api/transfers/values/route';
import { setUpSettings } from '@/scripts/testing/test-process';

// A person who is not signed in must reach neither the database nor the service: nothing listens at either address.
setUpSettings(() => ({}));
const ask = (path: string, init?: RequestInit) => new Request(`https://console.example/api/transfers${path}`, init);
const post = (body: string) => lookup.POST(ask('/lookup', { method: 'POST', body }));

describe('without a session', () => {
  let outcomes: [string, () => Promise<Response>][];
  beforeAll(() => {
    outcomes = [
      ['the list', () => list.GET(ask('?asset=BTC'))],
      ['a search', () => list.GET(ask('?q=INV-1'))],
      ['a page', () => list.GET(ask('?cursor=x&limit=0'))],
      ['the accounts', () => accounts.GET(ask('/accounts?q=x'))],
      ['the sums', () => totals.GET(ask('/totals?q=x'))],
      ['the values', () => values.GET()],
      ['the newer ones', () => newer.GET(ask('/newer?than=x'))],
      ['a bulk lookup', () => post('{"text":"INV-1"}')],
      ['an empty bulk lookup', () => post('{')],
      ['an oversized bulk lookup', () => post(' '.repeat(200_000))],
      ['an export', () => exported.GET(ask('/export?format=csv'))],
      ['one', () => one.GET(ask('/a'), { params: Promise.resolve({ id: 'a' }) })],
    ];
  });

  it('every route answers 401 and says how to continue', async () => {
    for (const [name, read] of outcomes) {
      const response = await read();
      expect([name, response.status]).toEqual([name, 401]);
      expect(await response.json()).toMatchObject({ error: { title: 'Your session has ended' } });
      expect(response.headers.get('cache-control')).toContain('no-store');
    }
  });
});
