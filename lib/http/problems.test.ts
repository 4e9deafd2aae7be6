import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainReadFailure, explainRefusal, type ServiceProblem } from '@/lib/http/problems';
import { explainAttempt } from '@/lib/sends/explain-send';

const problem = (type: string, more: Partial<ServiceProblem> = {}): ServiceProblem => ({
  status: 403,
  type,
  title: '',
  detail: '',
  meta: {},
  isReadable: true,
  ...more,
});

const explainMissingData = (meta: Record<string, unknown>) =>
  explainRefusal(problem('travel-rule-information-required', { detail: 'Required.', meta }));

describe('explainRefusal', () => {
  it('says how much is there and how much is needed', () => {
    const meta = { profile_id: 'p-small', asset: 'ETH', available: '1234.5', needed: '2000' };
    expect(explainRefusal(problem('insufficient-funds', { meta })).detail).toBe(
      'Profile p-small has 1,234.5 ETH available, and 2,000 ETH is needed.',
    );
  });

  it.each(['fee-quote-expired', 'fee-expired', 'expired', 'rejected-by-fee-desk'])(
    'says that a fee quote expired, whatever its type is called: %s',
    (type) => {
      const explained = explainRefusal(problem(type, { meta: { expired_at: '2026-11-22T09:00:00Z' } }));
      expect(explained).toEqual({
        title: 'The fee quote expired; nothing was sent',
        detail: 'The fee was valid until 2026-11-22T09:00:00Z.',
        next: 'Request it again with a new fee ID, or without one to pay the fee of that moment.',
      });
    },
  );

  it('says of which address, network and identity travel-rule data are missing, and what to do', () => {
    const meta = { address: '0xab', crypto_network: 'POLYGON_POS', identity_id: 'identity-7' };
    expect(explainMissingData(meta)).toEqual({
      title: 'The service has no travel-rule data of this address',
      detail: 'No data are saved of 0xab on Polygon PoS for the identity identity-7. The service says: Required.',
      next: expect.stringMatching(
        /^Save the travel-rule data of the address at the service.* queue this withdrawal again/,
      ),
    });
    expect(explainMissingData({ ...meta, identity_id: '00000000-0000-0000-0000-000000000000' }).detail).toContain(
      'No data are saved of 0xab on Polygon PoS. ',
    );
    expect(explainMissingData({}).detail).toBe('The service says: Required.');
    expect(explainMissingData(meta).next).not.toContain('More fields');
  });

  it('quotes what it does not know, marked as the words of the service', () => {
    expect(explainRefusal(problem('moon-phase', { title: 'Not tonight', detail: 'Full moon' })).detail).toBe(
      'The service says: Not tonight: Full moon',
    );
  });

  it('shows hidden characters and never throws, whatever meta holds', () => {
    expect(explainRefusal(problem('x', { detail: 'pay\u202eot' })).detail).toContain('⟨U+202E⟩');
    const types = fc.constantFrom(
      'insufficient-funds',
      'below-min-withdraw-limit',
      'exceed-max-withdraw-limit',
      'unsupported-address',
      'travel-rule-information-required',
      'fee-expired',
      '',
    );
    fc.assert(
      fc.property(
        types,
        fc.dictionary(
          fc.constantFrom(
            'asset',
            'available',
            'needed',
            'limit',
            'reason',
            'address',
            'crypto_network',
            'identity_id',
          ),
          fc.anything(),
        ),
        (type, meta) => void explainRefusal(problem(type, { meta })),
      ),
    );
  });
});

it('says of every failed read what to do next', () => {
  for (const status of [400, 401, 403, 404, 418, 429, 500, 503])
    expect(explainReadFailure({ kind: 'problem', problem: problem('', { status }) }).next).not.toBe('');
});

describe('explainAttempt', () => {
  it.each([
    'answer-lost',
    'answer-unreadable',
    'answer-differs',
    'server-failure',
    'reference-taken',
    'lease-lost',
  ] as const)('%s: warns against paying again', (reason) => {
    const { detail, next } = explainAttempt({ reason });
    expect(detail).toContain('may have been sent');
    expect(next).toContain('Do not request this withdrawal again');
  });

  it.each(['refused', 'not-reached', 'throttled', 'credential-refused'] as const)(
    '%s: says that nothing was sent',
    (reason) => {
      expect(explainAttempt({ reason, problem: problem('') }).detail).toContain('Nothing was sent');
    },
  );
});
