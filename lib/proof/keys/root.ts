/**
 * The root of a console's key list: the passkeys of the first administrators, and what holds for all later ones. Its
 * SHA-256 is the fingerprint (`PROOF_ROOT`), which is kept outside the database.
 */
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { SIGNING_ROLES } from '@/lib/identity/roles';
import { credentialIdSchema } from '@/lib/proof/keys/assertion';
import { sha256Hex } from '@/lib/proof/bytes';
import { importPublicKey, publicKeySchema } from '@/lib/proof/keys/public-key';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { hashSchema, personSchema, signedText, type SigningPerson } from '@/lib/proof/statement';
import { ok, type Result } from '@/lib/result';

const MAX_ROOT_CHARACTERS = 100_000;
const MIN_ADMINISTRATORS = 2;

const distinct = <Item extends z.ZodType>(item: Item, maximum: number) => z.array(item).max(maximum).refine(isUnique);

/** Schema of what a passkey may sign: an upper bound to the roles and groups that the identity provider gives. */
export const rightsSchema = z.strictObject({
  roles: distinct(z.enum(SIGNING_ROLES), SIGNING_ROLES.length),
  groups: distinct(signedText(80), 100),
});
export type KeyRights = z.infer<typeof rightsSchema>;

/** Schema of a passkey on the list. Its canonical JSON is what `key.add` and `key.confirm` are signed over. */
export const keyRecordSchema = z.strictObject({
  format: z.literal('countersign/key/1'),
  credentialId: credentialIdSchema,
  publicKey: publicKeySchema,
  /** Model of the authenticator as its registration said it; nothing proves it without attestation. */
  aaguid: z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  name: signedText(80),
  person: personSchema,
  ...rightsSchema.shape,
});
export type KeyRecord = z.infer<typeof keyRecordSchema>;

const rootSchema = z.strictObject({
  format: z.literal('countersign/root/1'),
  /** A name, never an address by number. */
  rpId: z.string().regex(/^(?=.{1,253}$)(?:[a-z0-9-]{1,63}\.)*[a-z][a-z0-9-]{0,62}$/),
  origins: distinct(signedText(300), 20).min(1),
  environment: z.enum(['production', 'sandbox']),
  /** Approvals by others than the requester that every withdrawal takes, whatever a policy says. */
  floor: z.int().min(1).max(5),
  /** SHA-256 of the policy that is in force until two administrators sign another. */
  policy: hashSchema.exactOptional(),
  /** Models that are allowed (all where the list is empty), and whether passkeys that can be copied are refused. */
  authenticators: z.strictObject({
    aaguids: distinct(keyRecordSchema.shape.aaguid, 200),
    isDeviceBoundOnly: z.boolean(),
  }),
  keys: z.array(keyRecordSchema).min(MIN_ADMINISTRATORS).max(50),
  /** The root that this one follows, and the end of its chain. */
  previous: z.strictObject({ root: hashSchema, head: hashSchema }).exactOptional(),
});
export type ProofRoot = z.infer<typeof rootSchema>;

/** Writes the canonical text of a root; its SHA-256 is the fingerprint. */
export function writeRoot(root: ProofRoot): string {
  return canonicalize(root) ?? '';
}

/** Reads a root from its canonical text, and refuses it under another fingerprint than the one given. */
export async function readRoot(text: string, fingerprint: string): Promise<Result<ProofRoot, Refusal>> {
  if (text.length > MAX_ROOT_CHARACTERS || !text.isWellFormed()) return refuse('root-malformed');
  if ((await sha256Hex(text)) !== fingerprint) return refuse('root-other');
  const read = readCanonical(rootSchema, text);
  if (!read) return refuse('root-malformed');
  const { keys, origins, rpId } = read;
  const administrators = keys.filter(({ roles }) => roles.includes('admin')).map(({ person }) => person);
  const hasTwo = administrators.some((one) => administrators.some((other) => !isSamePerson(one, other)));
  const isConsistent =
    hasTwo &&
    isUnique(keys.map(({ credentialId }) => credentialId)) &&
    isUnique(keys.map(({ publicKey }) => publicKey.spki)) &&
    keys.every(({ person }) => keys.every((other) => !isConfused(person, other.person))) &&
    origins.every((origin) => isOriginOf(origin, rpId));
  if (!isConsistent) return refuse('root-malformed');
  for (const { publicKey } of keys) {
    const imported = await importPublicKey(publicKey);
    if (!imported.ok) return imported;
  }
  return ok(read);
}

/** Writes what `key.add`, `key.confirm` and `key.remove` are signed over. */
export function writeKeyRecord(record: KeyRecord): string {
  return canonicalize(record) ?? '';
}

/** Reads canonical JSON by a schema; undefined where the text is anything but the one spelling of such a value. */
export function readCanonical<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | undefined {
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success && canonicalize(read.data) === text ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether an origin belongs to a relying party: `https` (or `http://localhost`), its name or one below it. */
export function isOriginOf(origin: string, rpId: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
  return isSafe && url.origin === origin && (url.hostname === rpId || url.hostname.endsWith(`.${rpId}`));
}

/** Tells whether two people are one: by ID, or by account at the identity provider. */
export function isSamePerson(one: SigningPerson, other: SigningPerson): boolean {
  return one.id === other.id || (one.issuer === other.issuer && one.subject === other.subject);
}

/** Tells whether two people share an ID or an account, but not both: then one of them is not who the list says. */
export function isConfused(one: SigningPerson, other: SigningPerson): boolean {
  return isSamePerson(one, other) && !isEqualPerson(one, other);
}

/** Tells whether two people are equal in ID, issuer and subject. */
export function isEqualPerson(one: SigningPerson, other: SigningPerson): boolean {
  return one.id === other.id && one.issuer === other.issuer && one.subject === other.subject;
}

function isUnique(list: readonly unknown[]): boolean {
  return new Set(list).size === list.length;
}
