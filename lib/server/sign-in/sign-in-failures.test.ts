import { describe, expect, it } from 'vitest';
import { readFailure } from '@/lib/server/sign-in/sign-in-failures';

describe('the cause of a failed sign-in', () => {
  it.each([
    ['state mismatch, expected CANARY-1, got: CANARY-2', { cause: 'state' }],
    ['state missing from the response', { cause: 'state' }],
    ['State cookie was missing.', { cause: 'state' }],
    ['Nonce cookie was missing.', { cause: 'nonce' }],
    ['nonce mismatch, expected CANARY, got: CANARY', { cause: 'nonce' }],
    ['PKCE code_verifier cookie was missing.', { cause: 'pkce' }],
    ['access_denied (CANARY said no)', { cause: 'refused', code: 'access_denied' }],
    ['invalid_grant (grant request is invalid)', { cause: 'refused', code: 'invalid_grant' }],
    ['connect ECONNREFUSED 127.0.0.1:4010', { cause: 'unreachable' }],
    ['outgoing request timed out after 3500ms', { cause: 'unreachable' }],
    ['expected 200 OK, got: 503 Service Unavailable', { cause: 'unreachable' }],
    ['failed to validate JWT signature', { cause: 'answer' }],
    ['unexpected iss value, expected CANARY, got: CANARY', { cause: 'answer' }],
    ['the userinfo answer is about another subject', { cause: 'answer' }],
    ['acr: the id token lacks a required way of signing in', { cause: 'acr' }],
    ['CANARY', { cause: 'other' }],
  ])('%s', (message, failure) => {
    expect(readFailure(new Error(message))).toEqual(failure);
    expect(JSON.stringify(readFailure(new Error(message)))).not.toContain('CANARY');
  });

  it('is determined for any thrown value', () => {
    for (const odd of [undefined, null, 'text', {}, { code: 'ECONNRESET' }])
      expect(readFailure(odd)).toHaveProperty('cause');
  });
});
