import { type ChainEntry, hashEntry } from '@/lib/proof/keys/chain';
import type { Assertion } from '@/lib/proof/keys/assertion';
import { sha256Hex, toBase64url } from '@/lib/proof/bytes';
import { writeDelegation } from '@/lib/proof/statements/delegations';
import { type AppendedEntry, KeyList } from '@/lib/proof/key-list';
import type { StatementKind } from '@/lib/proof/kinds';
import type { SignatureAlgorithm } from '@/lib/proof/keys/public-key';
import type { Refusal } from '@/lib/proof/refusals';
import { type KeyRecord, type KeyRights, type ProofRoot, writeKeyRecord, writeRoot } from '@/lib/proof/keys/root';
import { challengeOf, type SigningPerson, type Statement, writeStatement } from '@/lib/proof/statement';
import type { Result } from '@/lib/result';
import { sampleStatement } from '@/scripts/testing/passkeys/sample-statement';
import {
  type AssertionChanges,
  createSoftwarePasskey,
  type SoftwarePasskey,
  TEST_ORIGIN,
  TEST_RP_ID,
} from '@/scripts/testing/passkeys/software-passkey';
import { surely } from '@/scripts/testing/results';

/** A person of a test desk with a passkey. */
export interface DeskPerson {
  person: SigningPerson;
  passkey: SoftwarePasskey;
  record: KeyRecord;
}

/** How a test signs: the role, the passkey if not the person's own, and what is odd about the assertion. */
interface Signing {
  as?: string;
  passkey?: SoftwarePasskey;
  changes?: AssertionChanges;
}

const ADMIN: KeyRights = { roles: ['admin'], groups: [] };

/** Gives a person of the test desk by name; issuer and subject follow from the name. */
export function personNamed(name: string): SigningPerson {
  return { id: `person-${name}`, issuer: 'https://people.example', subject: name };
}

/** A console's chain and key list, with people whose passkeys sign in software. Three administrators are the root. */
export class ProofDesk {
  readonly entries: { entry: ChainEntry; content: string }[] = [];

  private constructor(
    readonly root: ProofRoot,
    readonly list: KeyList,
    readonly admins: readonly [DeskPerson, DeskPerson, DeskPerson],
  ) {}

  static async open(changes: Partial<ProofRoot> = {}): Promise<ProofDesk> {
    const admins = await Promise.all(['ada', 'ben', 'cyd'].map((name) => createDeskPerson(name, ADMIN)));
    const root: ProofRoot = {
      format: 'countersign/root/1',
      rpId: TEST_RP_ID,
      origins: [TEST_ORIGIN],
      environment: 'sandbox',
      floor: 1,
      authenticators: { aaguids: [], isDeviceBoundOnly: false },
      keys: admins.map(({ record }) => record),
      ...changes,
    };
    const list = surely(await KeyList.open(writeRoot(root), await sha256Hex(writeRoot(root))));
    return new ProofDesk(root, list, admins as [DeskPerson, DeskPerson, DeskPerson]);
  }

  /** Gives a valid statement of this console under the present head, with a nonce of its own and no delegator. */
  statement(kind: StatementKind, changes: Partial<Statement> = {}): Statement {
    const { for: _, ...sample } = sampleStatement(kind);
    return {
      ...sample,
      console: this.list.fingerprint,
      chain: this.list.chain.head,
      nonce: toBase64url(crypto.getRandomValues(new Uint8Array(16))),
      ...changes,
    };
  }

  /** Appends a statement with its assertion, or without one. */
  async append(text: string, assertion: Assertion | null, content = ''): Promise<Result<AppendedEntry, Refusal>> {
    const { head, length } = this.list.chain;
    const unhashed = { number: length + 1, previous: head, statement: text, assertion };
    const entry = { ...unhashed, hash: await hashEntry(unhashed) };
    const appended = await this.list.append(entry, content);
    if (appended.ok) this.entries.push({ entry, content });
    return appended;
  }

  /** Signs a statement by a person's passkey and appends it; gives the entry and what became of it. */
  async sign(
    { person, passkey }: DeskPerson,
    statement: Statement,
    content = '',
    signing: Signing = {},
  ): Promise<{ statement: string; assertion: Assertion; refused: string | undefined }> {
    const text = writeAs(statement, person, signing.as);
    const assertion = await (signing.passkey ?? passkey).sign(await challengeOf(text), signing.changes);
    const appended = await this.append(text, assertion, content);
    const refusal = appended.ok ? appended.value.refusal : appended.error;
    return { statement: text, assertion, refused: refusal?.name };
  }

  /** Signs a key event about a passkey and appends it; gives the name of the refusal, if any. */
  async signAbout(
    signer: DeskPerson,
    kind: 'key.add' | 'key.confirm' | 'key.remove',
    record: KeyRecord,
    signing: Signing = {},
  ): Promise<string | undefined> {
    const content = writeKeyRecord(record);
    const subject = { id: record.credentialId, version: 1 };
    const statement = this.statement(kind, { subject, sha256: await sha256Hex(content) });
    const { refused } = await this.sign(signer, statement, content, {
      ...signing,
      as: signing.as ?? (kind === 'key.add' ? 'holder' : 'admin'),
    });
    return refused;
  }

  /** Signs that a delegate decides for a person while the statements of a desk are issued, and appends that. */
  async delegate(
    delegator: DeskPerson,
    delegate: DeskPerson,
    { as = 'approver', ...changes }: Partial<Parameters<typeof writeDelegation>[0]> & { as?: string; id?: string } = {},
  ): Promise<void> {
    const { id = `${delegator.person.id} to ${delegate.person.id}`, ...others } = changes;
    const content = writeDelegation({
      delegate: delegate.person,
      from: '2026-11-22T00:00:00.000Z',
      until: '2026-11-30T00:00:00.000Z',
      reason: await sha256Hex('On leave'),
      ...others,
    });
    const statement = this.statement('delegation', { subject: { id, version: 1 }, sha256: await sha256Hex(content) });
    await this.sign(delegator, statement, content, { as });
  }

  /** Adds a person whose passkey is on the list: key.add, and two confirmations. */
  async enrol(name: string, rights: KeyRights, algorithm: SignatureAlgorithm = 'ES256'): Promise<DeskPerson> {
    const added = await createDeskPerson(name, rights, algorithm);
    const refusals = [
      await this.signAbout(added, 'key.add', added.record),
      await this.signAbout(this.admins[0], 'key.confirm', added.record),
      await this.signAbout(this.admins[1], 'key.confirm', added.record),
    ];
    const refused = refusals.find((name_) => name_ !== undefined);
    if (refused !== undefined) throw new Error(`the passkey was refused: ${refused}`);
    return added;
  }
}

/** Creates a person with a passkey that is on no list. */
export async function createDeskPerson(
  name: string,
  { roles, groups }: KeyRights,
  algorithm: SignatureAlgorithm = 'ES256',
): Promise<DeskPerson> {
  const passkey = await createSoftwarePasskey(algorithm);
  const person = personNamed(name);
  const record: KeyRecord = {
    format: 'countersign/key/1',
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKey,
    aaguid: '00000000-0000-0000-0000-000000000000',
    name: `Passkey of ${name}`,
    person,
    roles,
    groups,
  };
  return { person, passkey, record };
}

function writeAs(statement: Statement, person: SigningPerson, as = statement.as): string {
  const written = writeStatement({ ...statement, person, as });
  if (!written.ok) throw new Error(written.error.sentence);
  return written.value;
}
