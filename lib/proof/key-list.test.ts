import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex, toBase64url } from '@/lib/proof/bytes';
import { KeyList } from '@/lib/proof/key-list';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import { isOriginOf, type KeyRights, type ProofRoot, readRoot, writeKeyRecord, writeRoot } from '@/lib/proof/keys/root';
import { createDeskPerson, type DeskPerson, personNamed, ProofDesk } from '@/scripts/testing/passkeys/proof-desk';

const APPROVER: KeyRights = { roles: ['approver'], groups: ['Treasury'] };

let desk: ProofDesk;
let ada: DeskPerson;
let ben: DeskPerson;
let cyd: DeskPerson;
beforeEach(async () => {
  desk = await ProofDesk.open();
  [ada, ben, cyd] = desk.admins;
});

const isListed = (credentialId: string) =>
  desk.list.listKeys().some(({ record }) => record.credentialId === credentialId);
const rootNamed = async (root: ProofRoot) => readRoot(writeRoot(root), await sha256Hex(writeRoot(root)));

describe('the root', () => {
  it('is read under its fingerprint and no other', async () => {
    const text = writeRoot(desk.root);
    expect(await readRoot(text, await sha256Hex(text))).toEqual({ ok: true, value: desk.root });
    expect(await readRoot(text, 'a'.repeat(64))).toMatchObject({ error: { name: 'root-other' } });
    expect(await readRoot(text.replace('"floor":1', '"floor":2'), await sha256Hex(text))).toMatchObject({
      error: { name: 'root-other' },
    });
  });

  it('is refused with the passkeys of one administrator only', async () => {
    const again = { ...ben.record, person: ada.person };
    const finance = { ...ben.record, roles: ['finance' as const] };
    for (const keys of [[ada.record], [ada.record, again], [ada.record, finance], []])
      expect(await rootNamed({ ...desk.root, keys })).toMatchObject({ error: { name: 'root-malformed' } });
    expect((await rootNamed({ ...desk.root, keys: [ada.record, ben.record] })).ok).toBe(true);
  });

  it('is refused with one passkey twice, or one person under two accounts', async () => {
    const sameKey = { ...cyd.record, publicKey: ben.record.publicKey };
    const sameId = { ...cyd.record, credentialId: ben.record.credentialId };
    const samePerson = { ...cyd.record, person: { ...cyd.person, id: ben.person.id } };
    for (const key of [sameKey, sameId, samePerson])
      expect((await rootNamed({ ...desk.root, keys: [ada.record, ben.record, key] })).ok).toBe(false);
  });

  it.each<[string, Partial<Record<keyof ProofRoot, unknown>>]>([
    ['an address by number', { rpId: '127.0.0.1' }],
    ['no name', { rpId: '' }],
    ['an origin of another name', { origins: ['https://localhost.example'] }],
    ['no origin', { origins: [] }],
    ['an origin twice', { origins: ['http://localhost:3000', 'http://localhost:3000'] }],
    ['no approval by others', { floor: 0 }],
    ['an unknown environment', { environment: 'test' }],
    ['an added member', { more: 1 } as object],
    ['another format', { format: 'countersign/root/2' }],
    ['a model that is no AAGUID', { authenticators: { aaguids: ['x'], isDeviceBoundOnly: false } }],
    ['a null', { previous: null }],
  ])('is refused with %s', async (_name, change) => {
    expect(await rootNamed({ ...desk.root, ...change } as ProofRoot)).toMatchObject({
      error: { name: 'root-malformed' },
    });
  });

  it('is refused with a public key that is none', async () => {
    const broken = { ...cyd.record, publicKey: { algorithm: 'ES256' as const, spki: 'AAAA' } };
    const result = await rootNamed({ ...desk.root, keys: [ada.record, ben.record, broken] });
    expect(result).toMatchObject({ error: { name: 'key-malformed' } });
  });

  it('never crashes on any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (text) => {
        expect((await KeyList.open(text, await sha256Hex(text))).ok).toBe(false);
      }),
    );
  });

  it('is refused where it is too long to be one', async () => {
    const text = `"${'a'.repeat(100_000)}"`;
    expect(await readRoot(text, 'a'.repeat(64))).toMatchObject({ error: { name: 'root-malformed' } });
  });

  it('can name the root that it follows', async () => {
    const previous = { root: desk.list.fingerprint, head: desk.list.chain.head };
    expect((await rootNamed({ ...desk.root, previous })).ok).toBe(true);
  });

  it.each([
    ['https://pay.example', 'pay.example', true],
    ['https://desk.pay.example', 'pay.example', true],
    ['https://pay.example:8443', 'pay.example', true],
    ['http://localhost:3000', 'localhost', true],
    ['http://pay.example', 'pay.example', false],
    ['https://notpay.example', 'pay.example', false],
    ['https://pay.example/', 'pay.example', false],
    ['https://pay.example.evil', 'pay.example', false],
    ['https://PAY.example', 'pay.example', false],
    ['https://user@pay.example', 'pay.example', false],
    ['null', 'pay.example', false],
  ])('lets %s belong to %s: %s', (origin, rpId, expected) => {
    expect(isOriginOf(origin, rpId)).toBe(expected);
  });
});

describe('adding a passkey', () => {
  it('counts from the confirmation by the second administrator on', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    expect(await desk.signAbout(dan, 'key.add', dan.record)).toBeUndefined();
    expect(await desk.signAbout(ada, 'key.confirm', dan.record)).toBeUndefined();
    expect([isListed(dan.record.credentialId), desk.list.listPending()]).toMatchObject([
      false,
      [{ record: dan.record, number: 1 }],
    ]);
    expect(await desk.signAbout(ben, 'key.confirm', dan.record)).toBeUndefined();
    expect([isListed(dan.record.credentialId), desk.list.listPending()]).toEqual([true, []]);
    const key = desk.list.keys.find(dan.record.credentialId)!;
    expect([key.from, canSignAt(key, 'approver', 3), canSignAt(key, 'approver', 2)]).toEqual([3, true, false]);
    expect(canSignAt(key, 'group:Treasury', 3)).toBe(true);
    expect(canSignAt(key, 'group:treasury', 3)).toBe(false);
    expect(canSignAt(key, 'admin', 3)).toBe(false);
  });

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('takes keys of the kind %s', async (algorithm) => {
    const dan = await desk.enrol('dan', APPROVER, algorithm);
    expect(isListed(dan.record.credentialId)).toBe(true);
  });

  it('takes two administrators other than the owner', async () => {
    const second = await createDeskPerson('ada', { roles: ['admin'], groups: [] });
    await desk.signAbout(second, 'key.add', second.record);
    expect(await desk.signAbout(ada, 'key.confirm', second.record)).toBe('own-key');
    expect(await desk.signAbout(ben, 'key.confirm', second.record)).toBeUndefined();
    expect(await desk.signAbout(ben, 'key.confirm', second.record)).toBe('already-signed');
    expect(isListed(second.record.credentialId)).toBe(false);
    expect(await desk.signAbout(cyd, 'key.confirm', second.record)).toBeUndefined();
    expect(isListed(second.record.credentialId)).toBe(true);
  });

  it('is refused where the new passkey did not sign for itself', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    const signed = await desk.signAbout(dan, 'key.add', dan.record, { passkey: ada.passkey });
    const stolen = { ...ada.passkey, credentialId: dan.record.credentialId };
    const relabelled: typeof stolen = {
      ...stolen,
      sign: async (...given) => ({ ...(await ada.passkey.sign(...given)), credentialId: stolen.credentialId }),
    };
    expect([signed, await desk.signAbout(dan, 'key.add', dan.record, { passkey: relabelled })]).toEqual([
      'key-event-content',
      'wrong-signature',
    ]);
  });

  it('is refused in the name of another person', async () => {
    const eve = await createDeskPerson('eve', APPROVER);
    const asAda = { ...eve.record, person: ada.person };
    expect(await desk.signAbout(eve, 'key.add', asAda)).toBe('wrong-person');
    const confused = { ...eve, person: { ...eve.person, id: ada.person.id } };
    expect(await desk.signAbout(confused, 'key.add', { ...eve.record, person: confused.person })).toBe('wrong-person');
  });

  it('is refused where the confirmed record is another', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    await desk.signAbout(dan, 'key.add', dan.record);
    const more = { ...dan.record, roles: ['approver' as const, 'admin' as const] };
    expect(await desk.signAbout(ada, 'key.confirm', more)).toBe('key-event-content');
    const { record } = await createDeskPerson('eve', APPROVER);
    expect(await desk.signAbout(ada, 'key.confirm', record)).toBe('key-unknown');
  });

  it('is refused where what is stored is not what was signed', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    const content = writeKeyRecord(dan.record);
    const statement = desk.statement('key.add', {
      subject: { id: dan.record.credentialId, version: 1 },
      sha256: await sha256Hex(content),
    });
    for (const stored of ['', content.replace('approver', 'admin'), `${content} `, '\ud800'])
      expect((await desk.sign(dan, { ...statement, nonce: newNonce() }, stored, { as: 'holder' })).refused).toBe(
        'key-event-content',
      );
  });

  it('is refused for a passkey that is or was on the list, or waits', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    await desk.signAbout(dan, 'key.add', dan.record);
    expect(await desk.signAbout(dan, 'key.add', dan.record)).toBe('key-already-known');
    expect(await desk.signAbout(ada, 'key.add', ada.record)).toBe('key-already-known');
    expect(await desk.signAbout(cyd, 'key.remove', cyd.record, { as: 'holder' })).toBeUndefined();
    expect(await desk.signAbout(cyd, 'key.add', cyd.record)).toBe('key-already-known');
  });

  it('is refused for one public key under two IDs: the one that is confirmed first stands', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    const credentialId = toBase64url(crypto.getRandomValues(new Uint8Array(16)));
    const twin = { ...dan.record, credentialId };
    const passkey: typeof dan.passkey = {
      ...dan.passkey,
      sign: async (...given) => ({ ...(await dan.passkey.sign(...given)), credentialId }),
    };
    expect(await desk.signAbout(dan, 'key.add', dan.record)).toBeUndefined();
    expect(await desk.signAbout(dan, 'key.add', twin, { passkey })).toBeUndefined();
    for (const admin of [ada, ben]) await desk.signAbout(admin, 'key.confirm', dan.record);
    expect(await desk.signAbout(ada, 'key.confirm', twin)).toBe('key-already-known');
  });

  it('is refused without user verification, or from another origin', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    const add = async (changes: object) => desk.signAbout(dan, 'key.add', dan.record, { changes });
    expect(await add({ flags: 0x01 })).toBe('user-not-verified');
    expect(await add({ origin: 'https://evil.example' })).toBe('wrong-origin');
  });

  it('is refused for models that the root does not allow, and for copies where it wants none', async () => {
    const model = '2fc0579f-8113-47ea-b116-bb5a8db9202a';
    desk = await ProofDesk.open({ authenticators: { aaguids: [model], isDeviceBoundOnly: true } });
    const dan = await createDeskPerson('dan', APPROVER);
    expect(await desk.signAbout(dan, 'key.add', dan.record)).toBe('key-not-allowed');
    const allowed = { ...dan.record, aaguid: model };
    expect(await desk.signAbout(dan, 'key.add', allowed, { changes: { flags: 0x0d } })).toBe('key-not-allowed');
    expect(await desk.signAbout(dan, 'key.add', allowed)).toBeUndefined();
  });

  it('is refused by people who are not administrators, and by passkeys that wait', async () => {
    const dan = await desk.enrol('dan', APPROVER);
    const eve = await createDeskPerson('eve', { roles: ['admin'], groups: [] });
    await desk.signAbout(eve, 'key.add', eve.record);
    expect(await desk.signAbout(dan, 'key.confirm', eve.record)).toBe('wrong-role');
    expect(await desk.signAbout(eve, 'key.confirm', eve.record)).toBe('key-unknown');
  });

  it('is refused unsigned, for another console, or under a head that the chain lacks', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    await desk.signAbout(dan, 'key.add', dan.record);
    const content = writeKeyRecord(dan.record);
    const subject = { id: dan.record.credentialId, version: 1 };
    const confirm = async (changes: object) =>
      desk.sign(
        ada,
        desk.statement('key.confirm', { subject, sha256: await sha256Hex(content), ...changes }),
        content,
        {
          as: 'admin',
        },
      );
    expect((await confirm({ console: 'a'.repeat(64) })).refused).toBe('other-console');
    expect((await confirm({ chain: 'a'.repeat(64) })).refused).toBe('head-unknown');
    const { statement } = await confirm({ sha256: 'a'.repeat(64) });
    const unsigned = statement.replace(/"nonce":"[^"]+"/, `"nonce":"${newNonce()}"`);
    expect(await desk.append(unsigned, null, content)).toMatchObject({ value: { refusal: { name: 'unsigned' } } });
  });

  it('loses the confirmation of an administrator whose passkey was removed meanwhile', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    await desk.signAbout(dan, 'key.add', dan.record);
    await desk.signAbout(ada, 'key.confirm', dan.record);
    await desk.signAbout(ada, 'key.remove', ada.record, { as: 'holder' });
    await desk.signAbout(ben, 'key.confirm', dan.record);
    expect(isListed(dan.record.credentialId)).toBe(false);
    await desk.signAbout(cyd, 'key.confirm', dan.record);
    expect(isListed(dan.record.credentialId)).toBe(true);
  });

  it('starts anew after the waiting passkey was removed', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    await desk.signAbout(dan, 'key.add', dan.record);
    await desk.signAbout(ada, 'key.confirm', dan.record);
    expect(await desk.signAbout(ada, 'key.remove', dan.record)).toBeUndefined();
    expect(await desk.signAbout(cyd, 'key.remove', dan.record)).toBeUndefined();
    expect(desk.list.listPending()).toEqual([]);
    expect(await desk.signAbout(dan, 'key.add', dan.record)).toBeUndefined();
    await desk.signAbout(ben, 'key.confirm', dan.record);
    expect(isListed(dan.record.credentialId)).toBe(false);
  });
});

describe('removing a passkey', () => {
  let dan: DeskPerson;
  beforeEach(async () => {
    dan = await desk.enrol('dan', APPROVER);
  });

  it('takes two administrators', async () => {
    expect(await desk.signAbout(ada, 'key.remove', dan.record)).toBeUndefined();
    expect(isListed(dan.record.credentialId)).toBe(true);
    expect(await desk.signAbout(ada, 'key.remove', dan.record)).toBe('already-signed');
    expect(await desk.signAbout(ben, 'key.remove', dan.record)).toBeUndefined();
    expect(isListed(dan.record.credentialId)).toBe(false);
    expect(desk.list.keys.find(dan.record.credentialId)).toMatchObject({ from: 3, until: 6 });
  });

  it('takes nobody but its owner otherwise', async () => {
    const eve = await desk.enrol('eve', APPROVER);
    expect(await desk.signAbout(eve, 'key.remove', dan.record, { as: 'holder' })).toBe('wrong-person');
    expect(await desk.signAbout(dan, 'key.remove', dan.record)).toBe('wrong-role');
    expect(await desk.signAbout(dan, 'key.remove', dan.record, { as: 'holder' })).toBeUndefined();
    expect(isListed(dan.record.credentialId)).toBe(false);
    expect(await desk.signAbout(ada, 'key.remove', dan.record)).toBe('key-removed');
  });

  it('is refused for a passkey that nobody knows, or over another record', async () => {
    const { record } = await createDeskPerson('eve', APPROVER);
    expect(await desk.signAbout(ada, 'key.remove', record)).toBe('key-unknown');
    expect(await desk.signAbout(ada, 'key.remove', { ...dan.record, name: 'Other' })).toBe('key-event-content');
  });

  it('takes from the passkey every later signature', async () => {
    await desk.signAbout(cyd, 'key.remove', cyd.record, { as: 'holder' });
    expect(await desk.signAbout(cyd, 'key.remove', dan.record)).toBe('key-removed');
  });
});

const changeRights = async (signer: DeskPerson, rights: object, version: number, content?: string) => {
  const text = `{"format":"countersign/rights/1","groups":[],"person":"person-dan","roles":${JSON.stringify(rights)}}`;
  const statement = desk.statement('rights', {
    subject: { id: 'person-dan', version },
    sha256: await sha256Hex(text),
  });
  return (await desk.sign(signer, statement, content ?? text)).refused;
};

describe('changing what a person’s passkeys may sign', () => {
  it('takes two administrators and holds from then on', async () => {
    const dan = await desk.enrol('dan', APPROVER);
    expect(await changeRights(ada, ['finance'], 1)).toBeUndefined();
    const before = desk.list.chain.length;
    expect(await changeRights(ben, ['finance'], 1)).toBeUndefined();
    const key = desk.list.keys.find(dan.record.credentialId)!;
    const may = (as: string) => [canSignAt(key, as, before), canSignAt(key, as, before + 1)];
    expect([may('approver'), may('finance'), may('group:Treasury')]).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  it('is refused again once a later version is in force', async () => {
    await desk.enrol('dan', APPROVER);
    for (const [version, roles] of [[2, []] as const, [3, ['approver']] as const]) {
      await changeRights(ada, roles, version);
      await changeRights(ben, roles, version);
    }
    expect(await changeRights(cyd, ['admin'], 3)).toBe('version-superseded');
    expect(await changeRights(cyd, ['admin'], 1)).toBe('version-superseded');
  });

  it('is refused by the person, by others, for nobody, or over other bytes', async () => {
    expect(await changeRights(ada, ['finance'], 1)).toBe('key-unknown');
    const dan = await desk.enrol('dan', { roles: ['admin'], groups: [] });
    const eve = await desk.enrol('eve', APPROVER);
    expect(await changeRights(dan, ['finance'], 1)).toBe('own-key');
    expect(await changeRights(eve, ['finance'], 1)).toBe('wrong-role');
    expect(await changeRights(ada, ['finance'], 1, '{}')).toBe('key-event-content');
    expect(await changeRights(ada, ['finance', 'finance'], 1)).toBe('key-event-content');
    expect(await changeRights(ada, ['auditor'], 1)).toBe('key-event-content');
  });
});

const addOrigin = async (signer: DeskPerson, origin: string, changes = {}) => {
  const statement = desk.statement('origin.add', {
    subject: { id: origin, version: 1 },
    sha256: await sha256Hex(origin),
  });
  return (await desk.sign(signer, statement, origin, { changes })).refused;
};

describe('adding an address of the console', () => {
  it('takes two administrators, and only then may passkeys be used there', async () => {
    const origin = 'http://localhost:4000';
    expect(await addOrigin(ada, origin)).toBeUndefined();
    expect(await addOrigin(cyd, 'http://localhost:5000', { origin })).toBe('wrong-origin');
    expect(await addOrigin(ben, origin)).toBeUndefined();
    expect(await addOrigin(cyd, 'http://localhost:5000', { origin })).toBeUndefined();
    expect(desk.list.keys.originsAt(desk.list.chain.length)).toEqual(['http://localhost:3000', origin]);
  });

  it('is refused for another name', async () => {
    expect(await addOrigin(ada, 'https://localhost.evil')).toBe('key-event-content');
  });
});

describe('the list', () => {
  it('is the same when its entries are read again', async () => {
    await desk.enrol('dan', APPROVER);
    await desk.signAbout(cyd, 'key.remove', cyd.record, { as: 'holder' });
    const again = await KeyList.open(writeRoot(desk.root), desk.list.fingerprint);
    if (!again.ok) throw new Error(again.error.sentence);
    for (const { entry, content } of desk.entries) expect((await again.value.append(entry, content)).ok).toBe(true);
    expect(again.value.keys.list()).toEqual(desk.list.keys.list());
    expect(again.value.chain.head).toBe(desk.list.chain.head);
  });

  it('is refused with a gap', async () => {
    await desk.enrol('dan', APPROVER);
    const again = await KeyList.open(writeRoot(desk.root), desk.list.fingerprint);
    if (!again.ok) throw new Error(again.error.sentence);
    const [first, , third] = desk.entries;
    await again.value.append(first!.entry, first!.content);
    expect(await again.value.append(third!.entry, third!.content)).toMatchObject({ error: { name: 'chain-gap' } });
  });

  it('goes on after an entry that it cannot read, which has no effect', async () => {
    expect(await desk.append('not a statement', null)).toEqual({ ok: true, value: { number: 1 } });
    expect(await desk.append('{"kind":"key.add"}', null)).toMatchObject({
      value: { number: 2, refusal: { name: 'statement-members' } },
    });
    await desk.enrol('dan', APPROVER);
    expect(desk.list.listKeys()).toHaveLength(4);
  });

  it('refuses a counter that went back', async () => {
    const dan = await createDeskPerson('dan', APPROVER);
    await desk.signAbout(dan, 'key.add', dan.record, { changes: { counter: 1 } });
    expect(await desk.signAbout(ada, 'key.confirm', dan.record, { changes: { counter: 9 } })).toBeUndefined();
    expect(await desk.signAbout(ada, 'key.remove', dan.record, { changes: { counter: 8 } })).toBe('counter-went-back');
  });

  it('knows people by ID and by account', () => {
    expect(personNamed('ada')).toEqual(ada.person);
  });
});

const newNonce = () => toBase64url(crypto.getRandomValues(new Uint8Array(16)));
