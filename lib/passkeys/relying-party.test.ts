import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFingerprint } from '@/lib/passkeys/fingerprint';
import { findRelyingParty } from '@/lib/passkeys/relying-party';

describe('the relying party of an address', () => {
  it.each([
    ['https://desk.example.com', 'desk.example.com'],
    ['https://desk.example.com:8443', 'desk.example.com'],
    ['https://DESK.example.com', 'desk.example.com'],
    ['http://localhost:3000', 'localhost'],
    ['https://xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ])('%s is %s', (address, rpId) => {
    expect(findRelyingParty(address)).toEqual({ ok: true, value: { rpId, origin: new URL(address).origin } });
  });

  it.each(['http://127.0.0.1:3000', 'https://10.0.0.1', 'https://[::1]:3000', 'http://desk.example.com'])(
    '%s holds no passkeys, and the sentence names it',
    (address) => {
      const found = findRelyingParty(address);
      expect(found.ok ? '' : found.error).toContain(new URL(address).origin);
    },
  );

  it('is never an address by number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV4Extended(),
          fc.ipV6().map((text) => `[${text}]`),
        ),
        (host) => {
          expect(findRelyingParty(`https://${host}`).ok).toBe(false);
        },
      ),
    );
  });
});

it('a fingerprint stands in groups of four and loses nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{64}$/), (fingerprint) => {
      const shown = formatFingerprint(fingerprint);
      expect(shown.replaceAll(' ', '')).toBe(fingerprint);
      expect(shown.split(' ').every((group) => group.length === 4)).toBe(true);
    }),
  );
});
