import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Assertion, verifyAssertion } from '@/lib/proof/keys/assertion';
import { fromBase64url, toBase64url } from '@/lib/proof/bytes';
import { COSE_ALGORITHMS, importPublicKey, readCoseKey, type SignatureAlgorithm } from '@/lib/proof/keys/public-key';
import { challengeOf, readStatement, writeStatement } from '@/lib/proof/statement';
import { checkAssertionAgain } from '@/scripts/testing/passkeys/check-assertion-again';
import { sampleStatement } from '@/scripts/testing/passkeys/sample-statement';
import { runs } from '@/scripts/testing/property-runs';
import {
  type AssertionChanges,
  createSoftwarePasskey,
  type SoftwarePasskey,
  TEST_ORIGIN,
  TEST_RP_ID,
} from '@/scripts/testing/passkeys/software-passkey';

const ALGORITHMS = ['ES256', 'EdDSA', 'RS256'] as const;
const written = writeStatement(sampleStatement('request.approve'));
const statement = written.ok ? written.value : '';

let passkeys: Record<SignatureAlgorithm, SoftwarePasskey>;
beforeAll(async () => {
  const [ES256, EdDSA, RS256] = await Promise.all(ALGORITHMS.map(createSoftwarePasskey));
  passkeys = { ES256: ES256!, EdDSA: EdDSA!, RS256: RS256! };
});

const expected = async (algorithm: SignatureAlgorithm, text = statement) => ({
  key: passkeys[algorithm].publicKey,
  challenge: await challengeOf(text),
  rpId: TEST_RP_ID,
  origins: [TEST_ORIGIN],
});
const sign = async (algorithm: SignatureAlgorithm, changes?: AssertionChanges) =>
  passkeys[algorithm].sign(await challengeOf(statement), changes);
const refusalOf = async (assertion: Assertion, algorithm: SignatureAlgorithm = 'ES256', lastCounter = 0) => {
  const result = await verifyAssertion(assertion, { ...(await expected(algorithm)), lastCounter });
  return result.ok ? undefined : result.error.name;
};

describe.each(ALGORITHMS)('an assertion by %s', (algorithm) => {
  it('is verified', async () => {
    for (let round = 0; round < 20; round += 1)
      expect(await verifyAssertion(await sign(algorithm), await expected(algorithm))).toEqual({
        ok: true,
        value: { counter: 0, isSyncable: false },
      });
  });

  it('is refused over another statement', async () => {
    const other = await expected(algorithm, `${statement} `);
    expect(await verifyAssertion(await sign(algorithm), other)).toMatchObject({ error: { name: 'wrong-challenge' } });
  });

  it('is refused by the key of another person', async () => {
    const stranger = await createSoftwarePasskey(algorithm === 'RS256' ? 'ES256' : algorithm);
    const result = await verifyAssertion(await sign(algorithm), {
      ...(await expected(algorithm)),
      key: stranger.publicKey,
    });
    expect(result).toMatchObject({ error: { name: 'wrong-signature' } });
  });

  it('is refused by name with any one byte of statement, data or signature changed, and never crashes', async () => {
    const assertion = await sign(algorithm, { counter: 7 });
    const parts = { statement: toBase64url(new TextEncoder().encode(statement)), ...assertion };
    const part = fc.constantFrom('statement', 'authenticatorData', 'clientDataJSON', 'signature');
    await fc.assert(
      fc.asyncProperty(part, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, place, change) => {
        const changed = fromBase64url(parts[name as keyof typeof parts])!;
        changed[place % changed.length]! ^= change;
        const text = name === 'statement' ? new TextDecoder().decode(changed) : statement;
        const stored = name === 'statement' ? assertion : { ...assertion, [name]: toBase64url(changed) };
        const result = await verifyAssertion(stored, { ...(await expected(algorithm, text)), lastCounter: 6 });
        expect(result).toMatchObject({ ok: false, error: { name: expect.stringMatching(/^[a-z-]+$/) as string } });
        if (name === 'statement' && text.includes('\uFFFD')) expect(readStatement(text).ok).toBeTypeOf('boolean');
      }),
      { numRuns: runs(3) },
    );
  });

  it('is verified and refused alike by a second reading that shares no code', async () => {
    const assertion = await sign(algorithm);
    const again = { rpId: TEST_RP_ID, origin: TEST_ORIGIN, spki: passkeys[algorithm].publicKey.spki };
    expect(checkAssertionAgain({ statement, assertion, ...again })).toBe(true);
    expect(checkAssertionAgain({ statement: statement.replace('ann', 'bob'), assertion, ...again })).toBe(false);
    expect(checkAssertionAgain({ statement, assertion: await sign(algorithm, { flags: 1 }), ...again })).toBe(false);
  });
});

/** Signs until the DER of the signature is as wanted, which half of all signatures are. */
async function signUntil(isWanted: (signature: Uint8Array) => boolean): Promise<Assertion> {
  for (;;) {
    const assertion = await sign('ES256');
    if (isWanted(fromBase64url(assertion.signature)!)) return assertion;
  }
}

describe('an assertion', () => {
  const USER_PRESENT = 0x01;
  const USER_VERIFIED = 0x04;

  it.each<[string, string, AssertionChanges]>([
    ['of a registration', 'wrong-ceremony', { type: 'webauthn.create' }],
    ['of a payment', 'wrong-ceremony', { type: 'payment.get' }],
    ['from another origin', 'wrong-origin', { origin: 'http://localhost:3001' }],
    ['from an address by number', 'wrong-origin', { origin: 'http://127.0.0.1:3000' }],
    ['from an origin in another spelling', 'wrong-origin', { origin: 'http://localhost:3000/' }],
    ['from a frame of another site', 'wrong-origin', { clientData: { crossOrigin: true } }],
    ['from a frame that names its page', 'wrong-origin', { clientData: { topOrigin: TEST_ORIGIN } }],
    ['for another relying party', 'wrong-relying-party', { rpId: 'localhost.example' }],
    ['without a touch', 'user-not-present', { flags: USER_VERIFIED }],
    ['without user verification', 'user-not-verified', { flags: USER_PRESENT }],
    ['with an attested key', 'assertion-malformed', { flags: 0x45 }],
    ['that is backed up and cannot be', 'assertion-malformed', { flags: 0x15 }],
    ['with extensions that its flags do not name', 'assertion-malformed', { extensions: [0xa0] }],
    ['whose flags name extensions that it lacks', 'assertion-malformed', { flags: 0x85 }],
    ['with a challenge that is no text', 'assertion-malformed', { clientData: { challenge: 1 } }],
    ['with the same challenge padded', 'wrong-challenge', { clientData: { challenge: `${'A'.repeat(43)}=` } }],
  ])('%s is refused: %s', async (_name, name, changes) => {
    expect(await refusalOf(await sign('ES256', changes))).toBe(name);
  });

  it('with extensions, of a synced passkey, is verified', async () => {
    const assertion = await sign('EdDSA', { flags: 0x9d, extensions: [0xa0] });
    expect(await verifyAssertion(assertion, await expected('EdDSA'))).toMatchObject({ value: { isSyncable: true } });
  });

  it.each([
    [0, 0, undefined],
    [5, 0, undefined],
    [5, 4, undefined],
    [5, 5, 'counter-went-back'],
    [4, 5, 'counter-went-back'],
    [0, 5, 'counter-went-back'],
    [4_294_967_295, 4_294_967_294, undefined],
  ])('with counter %i after %i: %s', async (counter, lastCounter, name) => {
    expect(await refusalOf(await sign('ES256', { counter }), 'ES256', lastCounter)).toBe(name);
  });

  it.each([
    ['padded', (text: string) => `${text}=`],
    ['in the other alphabet', (text: string) => text.replace(/[A-Za-z0-9]/, '+')],
    ['with a space', (text: string) => ` ${text}`],
    ['empty', () => ''],
    ['too long', (text: string) => text.repeat(100)],
    ['with a lone surrogate', (text: string) => `\ud800${text}`],
    ['that are no text', () => null as unknown as string],
  ])('with parts %s is refused', async (_name, change) => {
    for (const part of ['authenticatorData', 'clientDataJSON', 'signature', 'credentialId'] as const) {
      const assertion = await sign('EdDSA');
      expect(await refusalOf({ ...assertion, [part]: change(assertion[part]) }, 'EdDSA')).toBe('assertion-malformed');
    }
  });

  it('of any bytes is refused and never crashes', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 80 }).map((value) => toBase64url(value));
    const parts = fc.record({
      credentialId: bytes,
      authenticatorData: bytes,
      clientDataJSON: fc.oneof(
        bytes,
        fc.json().map((text) => toBase64url(new TextEncoder().encode(text))),
      ),
      signature: bytes,
    });
    await fc.assert(
      fc.asyncProperty(parts, fc.constantFrom(...ALGORITHMS), async (assertion, algorithm) => {
        expect(await refusalOf(assertion, algorithm)).toMatch(/^[a-z-]+$/);
      }),
    );
  });

  it('is refused with authenticator data that ends early', async () => {
    const assertion = await sign('ES256');
    for (const length of [1, 32, 33, 36]) {
      const authenticatorData = toBase64url(fromBase64url(assertion.authenticatorData)!.slice(0, length));
      expect(await refusalOf({ ...assertion, authenticatorData })).toBe('assertion-malformed');
    }
  });

  it('has one spelling of an ECDSA signature', async () => {
    // One whose first number has 32 digits and no zero in front.
    const assertion = await signUntil((signature) => signature[3] === 32);
    const der = [...fromBase64url(assertion.signature)!];
    const lengthOfR = der[3]!;
    const spellings = {
      'a byte after the end': [...der, 0],
      'the long form of a length': [0x30, 0x81, ...der.slice(1)],
      'a needless zero': [0x30, der[1]! + 1, 0x02, lengthOfR + 1, 0, ...der.slice(4)],
      'no second number': [0x30, lengthOfR + 2, ...der.slice(2, 4 + lengthOfR)],
      'an empty number': [0x30, 4, 0x02, 0, 0x02, 0],
      'a number that goes on after the end': [0x30, 3, 0x02, 0x20, 1],
      'both numbers as WebCrypto takes them': Array.from({ length: 64 }, () => 1),
    };
    const positive = await signUntil((signature) => signature[3] === 33);
    const [, length = 0, , , , ...digits] = fromBase64url(positive.signature)!;
    const negative = toBase64url(Uint8Array.from([0x30, length - 1, 0x02, 32, ...digits]));
    expect(await refusalOf(positive)).toBeUndefined();
    expect(await refusalOf({ ...positive, signature: negative })).toBe('wrong-signature');
    for (const [name, bytes] of Object.entries(spellings)) {
      const signature = toBase64url(Uint8Array.from(bytes));
      expect([name, await refusalOf({ ...assertion, signature })]).toEqual([name, 'wrong-signature']);
    }
  });
});

const isRefused = async (algorithm: SignatureAlgorithm, spki: string) =>
  !(await importPublicKey({ algorithm, spki })).ok;
const decode = (text: string | undefined) => fromBase64url(text ?? '');

describe('a public key', () => {
  it('is refused under another algorithm, with bytes changed or added, or as RSA of 1024 bits', async () => {
    for (const algorithm of ALGORITHMS) {
      const { spki } = passkeys[algorithm].publicKey;
      for (const other of ALGORITHMS) expect(await isRefused(other, spki)).toBe(other !== algorithm);
      expect(await isRefused(algorithm, `${spki}AAAA`)).toBe(true);
      expect(await isRefused(algorithm, spki.slice(4))).toBe(true);
      expect(await isRefused(algorithm, '')).toBe(true);
      expect(await isRefused(algorithm, '=')).toBe(true);
    }
    const short = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      true,
      ['sign', 'verify'],
    );
    const spki = toBase64url(new Uint8Array(await crypto.subtle.exportKey('spki', short.publicKey)));
    expect(await isRefused('RS256', spki)).toBe(true);
  });

  it('is refused where anybody can make signatures for it: RSA with exponent 1, Ed25519 of small order', async () => {
    const { kty, n } = await toJwk('RS256');
    for (const exponent of [[], [1], [3], [1, 0, 0]])
      expect((await readCoseKey(rsaCose(n, Uint8Array.from(exponent)))).ok).toBe(false);
    expect([kty, (await readCoseKey(rsaCose(n, Uint8Array.from([1, 0, 1])))).ok]).toEqual(['RSA', true]);
    const torsion = ed25519.Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
    for (let times = 0n; times < 8n; times += 1n) {
      const point = times === 0n ? ed25519.Point.ZERO : torsion.multiply(times);
      expect(point.isSmallOrder()).toBe(true);
      const cose = new Map<number, unknown>([
        [1, 1],
        [3, COSE_ALGORITHMS.EdDSA],
        [-1, 6],
        [-2, point.toBytes()],
      ]);
      expect((await readCoseKey(cose)).ok).toBe(false);
    }
  });

  it('is read from the COSE form of a registration', async () => {
    for (const algorithm of ALGORITHMS)
      expect(await readCoseKey(await toCose(algorithm))).toEqual({ ok: true, value: passkeys[algorithm].publicKey });
  });

  it('is refused in a COSE form that lacks a member, or has another algorithm or curve', async () => {
    for (const algorithm of ALGORITHMS) {
      const cose = await toCose(algorithm);
      for (const label of cose.keys()) {
        for (const value of [undefined, 99, new Uint8Array(0), new Uint8Array(31), 'AQAB'])
          expect(await readCoseKey(new Map([...cose, [label, value]]))).toMatchObject({
            error: { name: 'key-malformed' },
          });
      }
    }
    expect((await readCoseKey(new Map())).ok).toBe(false);
  });
});

// The labels of RFC 9053, section 7.
async function toCose(algorithm: SignatureAlgorithm): Promise<Map<number, unknown>> {
  const jwk = await toJwk(algorithm);
  const head: [number, unknown][] = [[3, COSE_ALGORITHMS[algorithm]]];
  if (jwk.kty === 'RSA') return new Map([[1, 3], ...head, [-1, decode(jwk.n)], [-2, decode(jwk.e)]]);
  if (jwk.kty === 'OKP') return new Map([[1, 1], ...head, [-1, 6], [-2, decode(jwk.x)]]);
  return new Map([[1, 2], ...head, [-1, 1], [-2, decode(jwk.x)], [-3, decode(jwk.y)]]);
}

async function toJwk(algorithm: SignatureAlgorithm): Promise<JsonWebKey> {
  const imported = await importPublicKey(passkeys[algorithm].publicKey);
  if (!imported.ok) throw new Error(imported.error.sentence);
  return crypto.subtle.exportKey('jwk', imported.value);
}

const rsaCose = (modulus: string | undefined, exponent: Uint8Array) =>
  new Map<number, unknown>([
    [1, 3],
    [3, COSE_ALGORITHMS.RS256],
    [-1, decode(modulus)],
    [-2, exponent],
  ]);
