import { expect, it } from 'vitest';
import { contentSecurityPolicy } from '@/lib/http/content-security-policy';

const directivesOf = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ', 1)[0], directive.split(' ').slice(1)]));

it('runs no script without the nonce of the answer, and loads nothing from another host', () => {
  const policy = directivesOf(contentSecurityPolicy('CANARY', false));
  expect(policy.get('script-src')).toEqual(["'self'", "'nonce-CANARY'", "'strict-dynamic'"]);
  expect(policy.get('style-src')).toEqual(["'self'", "'nonce-CANARY'"]);
  for (const name of ['object-src', 'base-uri', 'frame-src', 'frame-ancestors'])
    expect([name, policy.get(name)]).toEqual([name, ["'none'"]]);
  for (const name of ['default-src', 'connect-src', 'font-src', 'worker-src', 'form-action'])
    expect([name, policy.get(name)]).toEqual([name, ["'self'"]]);
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(policy.get('trusted-types')).toEqual(['default']);
  const allowed = [...policy.entries()].flatMap(([name, sources]) =>
    ['style-src-attr', 'require-trusted-types-for', 'trusted-types'].includes(String(name)) ? [] : sources,
  );
  expect(allowed.filter((source) => !/^(?:'self'|'none'|'nonce-CANARY'|'strict-dynamic'|data:)$/.test(source))).toEqual(
    [],
  );
});
