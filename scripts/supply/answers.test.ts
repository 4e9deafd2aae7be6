import { describe, expect, it } from 'vitest';
import { readAudit, readSignatures } from '@/scripts/supply/answers';

const json = (value: unknown) => JSON.stringify(value);

describe('an audit', () => {
  it('is clean only where it was answered and nothing high is known', () => {
    expect(readAudit(json({ vulnerabilities: {} }), 0).state).toBe('clean');
    expect(readAudit(json({ vulnerabilities: { x: { severity: 'moderate' } } }), 0).state).toBe('clean');
    expect(readAudit(json({ vulnerabilities: { x: { severity: 'critical' } } }), 1)).toEqual({
      state: 'faulty',
      says: 'x (critical)',
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
    expect(readAudit(output, exitCode).state).toBe('unanswered');
    expect(readSignatures(output, exitCode).state).toBe('unanswered');
  });
});

it('signatures are right only where none is wrong and none is missing', () => {
  expect(readSignatures(json({ invalid: [], missing: [] }), 0).state).toBe('clean');
  expect(readSignatures(json({ invalid: [], missing: [{ name: 'x', version: '1.0.0' }] }), 1).says).toContain(
    'x@1.0.0',
  );
  expect(readSignatures(json({ invalid: [{ name: 'x', version: '1.0.0' }], missing: [] }), 1).state).toBe('faulty');
  expect(readSignatures(json({ error: { code: 'ENOTFOUND', summary: 'no such host' } }), 1).says).toContain(
    'no such host',
  );
});
