import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { batchStatesEndpoint } from '@/lib/requests/contract';
import { describe, expect, it } from 'vitest';
import { patternOf, ROUTE_PATTERNS } from '@/lib/http/route-patterns';
import { routes } from '@/lib/http/routes';

describe('patternOf', () => {
  it('knows exactly the pages and routes in app', () => {
    // The page of every other address is none of them.
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
      (file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file) && !file.startsWith('(missing)/'),
    );
    const found = files.map(
      (file) =>
        `/${file
          .split('/')
          .slice(0, -1)
          .filter((part) => !part.startsWith('('))
          .join('/')}`,
    );
    expect(found.length).toBeGreaterThan(40);
    expect([...ROUTE_PATTERNS].toSorted()).toEqual(found.toSorted());
  });

  it.each([
    [routes.home, '/'],
    [routes.withdrawal('a b'), '/withdrawals/[id]'],
    [routes.withdrawalInQueue('x'), '/withdrawals/[id]'],
    [routes.newWithdrawal, '/withdrawals/new'],
    [routes.batch('x'), '/withdrawals/batches/[id]'],
    [routes.findTransfers('secret'), '/transfers'],
    [batchStatesEndpoint('x').path, '/api/withdrawals/batches/[id]/states'],
    ['/api/auth/callback/oidc?code=secret', '/api/auth/[...nextauth]'],
    ['/_next/static/chunks/a.js', '/_next/static'],
    ['/withdrawals/', 'other'],
    ['/withdrawals/x/y/z', 'other'],
    ['//withdrawals', 'other'],
    ['', 'other'],
  ])('%s is %s', (url, pattern) => expect(patternOf(url)).toBe(pattern));

  it('returns only known patterns for any path', () => {
    const known = new Set<string>([...ROUTE_PATTERNS, '/_next/static', 'other']);
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 6 }), (parts) =>
        known.has(patternOf(parts.join('/'))),
      ),
    );
  });
});
