import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '@/lib/http/trusted-types';

type Policy = Record<string, (text: string) => string | null>;

const location = new URL('https://console.example/transfers/x?y');

/** Creates the policy on a page, and gives the policies that the page then has. */
function createOn(defaultPolicy?: object): [name: string, policy: Policy][] {
  const created: [string, Policy][] = [];
  const createPolicy = (name: string, policy: Policy) => created.push([name, policy]);
  createDefaultPolicy({ trustedTypes: { createPolicy, ...(defaultPolicy && { defaultPolicy }) }, location });
  return created;
}

describe('the default policy of Trusted Types', () => {
  const [[name, policy] = ['', undefined], ...others] = createOn();

  it('is the only one, and makes no script of text', () => {
    expect(name).toBe('default');
    expect(others).toEqual([]);
    expect(policy?.createScript).toBeUndefined();
  });

  it.each([
    ['/_next/static/chunks/a.js', true],
    ['https://console.example/_next/static/chunks/a.js?dpl=1', true],
    ['/_next/static/../data.js', false],
    ['/_next/static/%2e%2e/%2e%2e/x.js', false],
    ['/_next/image?url=x', false],
    ['//evil.example/_next/static/a.js', false],
    ['https://evil.example/_next/static/a.js', false],
    ['http://console.example/_next/static/a.js', false],
    ['/api/transfers/export', false],
    ['a.js', false],
    ['data:text/javascript,alert(1)', false],
    ['blob:https://console.example/x', false],
    ['javascript:alert(1)', false],
  ])('for the script address %s: %s', (url, isAdmitted) => {
    expect(policy?.createScriptURL?.(url)).toBe(isAdmitted ? url : null);
  });

  it('admits no HTML but the empty element with which React creates a script', () => {
    expect(policy?.createHTML?.('<script></script>')).toBe('<script></script>');
    for (const text of ['', '<b>', '<script>alert(1)</script>', '<script></script><img src=x onerror=alert(1)>'])
      expect(policy?.createHTML?.(text)).toBeNull();
  });

  it('is created once, and not at all where the browser knows no Trusted Types', () => {
    expect(createOn({})).toEqual([]);
    expect(() => createDefaultPolicy({ location })).not.toThrow();
  });
});
