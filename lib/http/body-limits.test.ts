import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAX_ATTACHMENT_BYTES } from '@/lib/attachments/limits';
import { BODY_LIMITS } from '@/lib/http/body-limits';

// The guard runs uncompiled and imports nothing of the console, so its source is compared.
const guard = readFileSync('server/request-policy.mjs', 'utf8');

it.each([
  ['sheet', 'withdrawals\\/batches(?:\\/(?:check|shortages))?'],
  ['sheet', 'recipients\\/(?:check|named)'],
  ['sheet', 'proposals'],
  ['sheet', 'policy\\/replay'],
  ['bulkLookup', 'transfers\\/lookup'],
  ['attachment', 'withdrawals\\/attachments'],
] as const)('the request guard has the same limit for a %s at %s', (name, path) => {
  expect(guard).toContain(`[/^\\/api\\/${path}$/, ${BODY_LIMITS[name] / 1024} * KB]`);
});

it('the request guard and Next have the same limit for actions', () => {
  expect(guard).toContain('[/^/, 64 * KB]');
  expect(readFileSync('next.config.mjs', 'utf8')).toContain("bodySizeLimit: '64kb'");
});

it('the route of files reads more than a file may have', () => {
  expect(BODY_LIMITS.attachment).toBeGreaterThan(MAX_ATTACHMENT_BYTES);
});
