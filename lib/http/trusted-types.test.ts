import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { TRUSTED_TYPES_SCRIPT } from '@/lib/http/trusted-types';

type Admit = (text: string) => string | null;
interface Policy {
  createHTML: Admit;
  createScriptURL: Admit;
  createScript?: Admit;
}

/** Runs the script as a page would, and gives the policies that it creates. */
function run(types: object | undefined = undefined): [name: string, policy: Policy][] {
  const created: [string, Policy][] = [];
  const trustedTypes = types ?? { createPolicy: (name: string, policy: Policy) => created.push([name, policy]) };
  const location = new URL('https://console.example/transfers/x?y');
  runInNewContext(TRUSTED_TYPES_SCRIPT, { window: { trustedTypes }, location, URL });
  return created;
}

describe('the default policy of Trusted Types', () => {
  const [[name, policy] = ['', undefined], ...others] = run();

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
    expect(policy?.createScriptURL(url)).toBe(isAdmitted ? url : null);
  });

  it('admits no HTML but the empty element with which React creates a script', () => {
    expect(policy?.createHTML('<script></script>')).toBe('<script></script>');
    for (const text of ['', '<b>', '<script>alert(1)</script>', '<script></script><img src=x onerror=alert(1)>'])
      expect(policy?.createHTML(text)).toBeNull();
  });

  it('is created once, and not at all where the browser knows no Trusted Types', () => {
    expect(run({ defaultPolicy: {} })).toEqual([]);
    expect(() => runInNewContext(TRUSTED_TYPES_SCRIPT, { window: {} })).not.toThrow();
  });
});
