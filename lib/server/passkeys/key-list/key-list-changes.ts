import 'server-only';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { personRightsSchema } from '@/lib/proof/key-events';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import { isOriginOf, readCanonical, rightsSchema } from '@/lib/proof/keys/root';
import { readStatement, type Statement } from '@/lib/proof/statement';
import type { KeyListChange, PasskeyFailure, SigningOptions } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { listGroupNames } from '@/lib/server/group-list/current';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { readKeyList, type ReadKeyList } from '@/lib/server/passkeys/key-list/chain';
import { explainInput, NO_ROOT } from '@/lib/server/passkeys/failures';
import { readNames } from '@/lib/server/passkeys/other-people';
import { issueStatement } from '@/lib/server/passkeys/statement';
import { UUID } from '@/lib/text/uuid';

// Changes of the key list besides its passkeys: what a person's passkeys may sign, and at which addresses. One
// administrator signs a change, and it holds once another one signed the same.

const rightsInput = z.strictObject({ personId: z.string().regex(UUID), ...rightsSchema.shape });
const originInput = z.strictObject({
  origin: z.string().trim().min(1, 'Enter an address, such as https://console.example.com.').max(300),
});

/**
 * Issues the statement by which the caller, an administrator, limits or widens what all passkeys of another person may
 * sign, as one of two. Takes unchecked input.
 */
export async function startChangingRights(input: unknown): Promise<Result<SigningOptions, PasskeyFailure>> {
  return start(input, rightsInput, async ({ personId, roles, groups }, read) => {
    const { list } = read;
    const current = list
      .listKeys()
      .find(({ record }) => record.person.id === personId)
      ?.rights.at(-1);
    if (!current) return fail('This person has no passkey that counts.');
    const sorted = rightsSchema.parse({ roles: [...roles].toSorted(), groups: [...groups].toSorted() });
    if (isSameSet(sorted.roles, current.roles) && isSameSet(sorted.groups, current.groups))
      return fail('The passkeys of this person may sign in exactly these roles and groups now.');
    const names = await listGroupNames();
    const unknown = sorted.groups.find((name) => !names.includes(name) && !current.groups.includes(name));
    if (unknown !== undefined) return fail('There is no such group. The page “Groups” lists those there are.');
    const content = writeCanonical({
      format: 'countersign/rights/1',
      person: personId,
      ...sorted,
    });
    return ok({
      kind: 'rights' as const,
      subject: { id: personId, version: list.rightsVersionOf(personId) + 1 },
      content,
    });
  });
}

/**
 * Issues the statement by which the caller, an administrator, adds an address at which the passkeys of this console
 * sign, as one of two. Takes unchecked input.
 */
export async function startAddingOrigin(input: unknown): Promise<Result<SigningOptions, PasskeyFailure>> {
  return start(input, originInput, ({ origin: given }, { list }) => {
    const { rpId } = list.root;
    const origin = given.replace(/\/$/, '');
    if (!isOriginOf(origin, rpId))
      return fail(
        `Passkeys of this console belong to ${rpId}. Enter https:// with that name, or a name that ends with .${rpId}, ` +
          'without a path. Another name takes a new set-up of the key list.',
      );
    if (list.keys.originsAt(list.chain.length).includes(origin)) return fail('This address is on the list already.');
    return ok({ kind: 'origin.add' as const, subject: { id: origin, version: 1 }, content: origin });
  });
}

type NewChange = Pick<Statement, 'subject'> & { kind: 'rights' | 'origin.add'; content: string };

async function start<Schema extends z.ZodType>(
  input: unknown,
  schema: Schema,
  describe: (
    given: z.infer<Schema>,
    read: ReadKeyList,
  ) => Result<NewChange, string> | Promise<Result<NewChange, string>>,
): Promise<Result<SigningOptions, PasskeyFailure>> {
  const person = await authorize('confirmPasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const given = schema.safeParse(input);
  if (!given.success) return fail(explainInput(given.error));
  const read = await readKeyList();
  if (!read) return fail({ kind: 'not-now', reason: NO_ROOT });
  const change = await describe(given.data, read);
  if (!change.ok) return fail({ kind: 'not-now', reason: change.error });
  const { kind, subject, content } = change.value;
  const stated = { kind, subject, sha256: await sha256Hex(content) };
  const reason = blockReasonOf(person.value, read, stated);
  if (reason !== null) return fail({ kind: 'not-now', reason });
  return ok(await issue(person.value, read, { ...stated, content }));
}

function issue(
  person: Person,
  { root, list }: ReadKeyList,
  { content, ...stated }: Pick<Statement, 'kind' | 'subject' | 'sha256'> & { content: string },
): Promise<SigningOptions> {
  const credentialIds = list
    .listKeys()
    .filter((key) => key.record.person.id === person.id && canSignAt(key, 'admin', list.chain.length))
    .map(({ record }) => record.credentialId);
  return issueStatement(
    person,
    { ...stated, as: 'admin', console: root.fingerprint, chain: list.chain.head },
    { rpId: list.root.rpId, credentialIds, content },
  );
}

/** Lists the changes that one administrator signed and another has yet to sign, oldest first. */
export async function listKeyListChanges(reader: Reader, read: ReadKeyList): Promise<KeyListChange[]> {
  const waiting = read.entries.flatMap((entry) => {
    const statement = readStatement(entry.statement);
    if (!statement.ok) return [];
    const { kind, subject, sha256 } = statement.value;
    const change = { kind, subject, sha256 };
    const isNewest = kind === 'rights' && subject.version === read.list.rightsVersionOf(subject.id) + 1;
    // The first signature of a change stands for it; entries without one are refused, or hold already.
    const isFirst = read.list.listSigners(change)[0]?.id === entry.personId;
    return isFirst && (isNewest || kind === 'origin.add') ? [{ entry, change }] : [];
  });
  const names = await readNames(
    waiting.flatMap(({ change, entry }) => [change.subject.id, entry.personId]).filter((id) => UUID.test(id)),
  );
  return waiting.flatMap(({ entry, change }): KeyListChange[] => {
    const shared = {
      signedBy: read.list.listSigners(change).map(({ id }) => names.get(id) ?? 'Unknown person'),
      signedAt: entry.at.toISOString(),
      blockReason: blockReasonOf(reader, read, change),
    };
    if (change.kind === 'origin.add') return [{ ...shared, kind: 'origin.add', origin: entry.content }];
    const rights = readCanonical(personRightsSchema, entry.content);
    const personName = names.get(change.subject.id) ?? 'Unknown person';
    return rights
      ? [
          {
            ...shared,
            kind: 'rights',
            personId: rights.person,
            personName,
            roles: [...rights.roles],
            groups: [...rights.groups],
          },
        ]
      : [];
  });
}

/** Tells whether a person has a passkey with which they sign as an administrator. */
export function hasAdminKey({ id }: Pick<Reader, 'id'>, { list }: Pick<ReadKeyList, 'list'>): boolean {
  return list.listKeys().some((key) => key.record.person.id === id && canSignAt(key, 'admin', list.chain.length));
}

/** Explains why a person cannot sign a change of the key list; null where they can. */
function blockReasonOf(
  { id }: Pick<Reader, 'id'>,
  { list }: ReadKeyList,
  change: Pick<Statement, 'kind' | 'subject' | 'sha256'>,
): string | null {
  if (change.kind === 'rights' && change.subject.id === id)
    return 'Two other administrators decide what your own passkeys may sign.';
  if (!hasAdminKey({ id }, { list })) return 'You need a passkey of your own that signs as admin.';
  return list.listSigners(change).some((signer) => signer.id === id)
    ? 'You have signed this change. Another administrator must sign it as well.'
    : null;
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((role) => other.includes(role));
