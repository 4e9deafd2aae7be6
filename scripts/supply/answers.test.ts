import { describe, expect, it } from 'vitest';
import { readAudit, readSignatures } from '@/scripts/supply/answers';

const json = (value: unknown) => JSON.stringify(value);

describe('an audit', () => {
  it('is clean only if the registry answered and no severe vulnerability is known', () => {
    expect(readAudit(json({ vulnerabilities: {} }), 0).state).toBe('clean');
    expect(readAudit(json({ vulnerabilities: { x: { severity: 'moderate' } } }), 0).state).toBe('clean');
    expect(readAudit(json({ vulnerabilities: { x: { severity: 'critical' } } }), 1)).toEqual({
      state: 'failed',
      message: 'x (critical)',
    });
  });

  it.each([
    ['', 1],
    ['nonsense', 1],
    ['null', 0],
    [json({ message: '405 Method Not Allowed', error: { summary: '' } }), 1],
    [json({ error: { code: 'ENOTFOUND', summary: 'no such host' } }), 1],
    [json({ vulnerabilities: {} }), 1],
    ['{}', 0],
  ])('that was not answered is never clean: %s', (output, exitCode) => {
    expect(readAudit(output, exitCode).state).toBe('not-checked');
    expect(readSignatures(output, exitCode).state).toBe('not-checked');
  });
});

it('signatures are clean only if none is invalid and none is missing', () => {
  expect(readSignatures(json({ invalid: [], missing: [] }), 0).state).toBe('clean');
  expect(readSignatures(json({ invalid: [], missing: [{ name: 'x', version: '1.0.0' }] }), 1).message).toContain(
    'x@1.0.0',
  );
  expect(readSignatures(json({ invalid: [{ name: 'x', version: '1.0.0' }], missing: [] }), 1).state).toBe('failed');
  expect(readSignatures(json({ error: { code: 'ENOTFOUND', summary: 'no such host' } }), 1).message).toContain(
    'no such host',
  );
});
