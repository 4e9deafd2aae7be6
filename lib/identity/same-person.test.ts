import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityKeys } from '@/lib/identity/same-person';

const verified = (email: string | null) => identityKeys({ personClaim: null, email, isEmailVerified: true });
const claimed = (personClaim: string) => identityKeys({ personClaim, email: null, isEmailVerified: false });

describe('the keys of an account', () => {
  it.each([
    ['ada@example.com', 'Ada@Example.COM'],
    ['ada@example.com', ' ada@example.com. '],
    ['ada@example.com', 'ａｄａ@ｅｘａｍｐｌｅ.com'],
    ['strasse@example.com', 'straße@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bücher.example', 'ada@bu\u0308cher.example'],
  ])('are the same for two spellings of one address (%s, %s)', (one, other) => {
    expect(verified(one)).toEqual(verified(other));
    expect(verified(one)).toHaveLength(1);
  });

  it.each([
    ['ada@example.com', 'ada@example.org'],
    ['ada@example.com', 'ada.l@example.com'],
  ])('differ for two addresses (%s, %s)', (one, other) => {
    expect(verified(one)).not.toEqual(verified(other));
  });

  it('lack an address that the provider did not verify, which anybody could have entered', () => {
    expect(identityKeys({ personClaim: null, email: 'ada@example.com', isEmailVerified: false })).toEqual([]);
  });

  it.each([[''], ['   '], ['@'], ['ada@'], ['@example.com'], [null]])('lack what is no address (%j)', (email) => {
    expect(verified(email)).toEqual([]);
  });

  it('have the person claim, which is never equal to an address', () => {
    expect(claimed('E-1042')).toEqual(claimed('e-1042 '));
    expect(claimed('ada@example.com')).not.toEqual(verified('ada@example.com'));
    expect(claimed('')).toEqual([]);
  });

  it('do not depend on letter case or compatibility forms, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(claimed(text.toUpperCase())).toEqual(claimed(text));
        expect(claimed(text.normalize('NFKD'))).toEqual(claimed(text));
      }),
    );
  });

  it('are made of any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, domain) => {
        expect(verified(`${local}@${domain}`).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
