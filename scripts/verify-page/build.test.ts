import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildVerifyPage } from '@/scripts/verify-page/build';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('public/verify.html', () => {
  let page: string;
  beforeAll(async () => {
    page = await buildVerifyPage();
  });

  it('is what npm run evidence:page builds from these sources', () => {
    expect(readFileSync('public/verify.html', 'utf8') === page, 'Run npm run evidence:page.').toBe(true);
  });

  it('allows its one script and its one style by hash, and nothing else', () => {
    const inside = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';
    const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? [];
    expect(policy).toBe(
      `default-src 'none'; script-src ${hash(inside('script'))}; style-src ${hash(inside('style'))}; ` +
        `base-uri 'none'; form-action 'none'`,
    );
  });

  it('names no address, and knows no way to send anything', () => {
    expect(page).not.toMatch(/\b(?:fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource|importScripts)\b/);
    expect(page).not.toMatch(/(?:src|href)="/);
  });
});
