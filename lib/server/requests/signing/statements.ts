/**
 * The statements that people sign about withdrawals: what a request and an approval say, built from the rows that the
 * transaction holds (docs/decisions/0036-decisions-are-signed.md). lib/proof says what a statement of each kind needs.
 */
import 'server-only';
import { isEntryOf } from '@/lib/server/database/joins';
import { inArray } from 'drizzle-orm';
import type { Role } from '@/lib/identity/roles';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { type ProofItem, writeItems } from '@/lib/proof/statements/items';
import type { BundleKind } from '@/lib/requests/bundles/bundles';
import { fail, ok, type Result } from '@/lib/result';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Person } from '@/lib/server/auth/sessions';
import type { Transaction } from '@/lib/server/database/client';
import { proofEntries, requestSignatures } from '@/lib/server/database/schema/proofs';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { findUnsignedPolicy, hashPolicy } from '@/lib/server/passkeys/signed-policy';
import {
  chooseSigningRole,
  type DecisionCore,
  mustSignAs,
  signDecision,
  type Signature,
  type SignedDecision,
  type SigningFailure,
} from '@/lib/server/passkeys/decisions';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findGroupPasskeys } from '@/lib/server/requests/signing/group-passkeys';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import type { LockedRequest } from '@/lib/server/requests/load';
import { explainPlannedObstacle } from '@/lib/server/requests/signing/planned-approval';

/** One version of a request, as statements describe it. `facts` and `checks` are JSON values. */
export interface StatedVersion {
  id: string;
  version: number;
  bodySha256: string;
  policyVersion: number;
  ruleNumber: number;
  facts: unknown;
  checks?: unknown;
  /** The list of files of the version (lib/proof/statements/attachments.ts); null for none. */
  attachments?: string | null | undefined;
}

/** A batch or test payment with the hash over the bytes of what is decided on. */
export interface StatedBundle {
  id: string;
  sha256: string;
  kind?: BundleKind;
}

/**
 * Writes what the checks of a version found; `checks` as stored. Leaves out when they ran and how current the transfers
 * were that they rest on: both change while a person reaches for the passkey, and the findings do not.
 */
export function writeFindings(checks: unknown): string {
  const { card, ...others } = { ...(checks as Partial<RecipientChecks> | null) };
  const lines = card?.lines.map((line) => ({ ...line, basis: undefined }));
  return writeCanonical({ ...others, ...(card && { card: { ...card, lines } }), checkedAt: undefined });
}

/** A request for a withdrawal, or for a batch or test payment, with the reason that its requester gave. */
export interface Creation {
  versions: readonly StatedVersion[];
  bundle: StatedBundle | undefined;
  note: string;
  validUntil: Date;
  signature: Signature | undefined;
}

/**
 * Takes the requester's signature over what they request; undefined for a person who signs nothing. Fails with the
 * statement to sign where it is missing.
 */
export async function signCreation(
  transaction: Transaction,
  requester: Person,
  { versions, bundle, note, validUntil, signature }: Creation,
): Promise<Result<SignedDecision | undefined, SigningFailure>> {
  const stated = await describe(transaction, versions, bundle);
  const signed = await signDecision(transaction, requester, {
    ...stated,
    signature,
    core: {
      ...stated.core,
      kind: bundle ? 'batch.create' : 'request.create',
      as: 'finance',
      validUntil: validUntil.toISOString(),
      ...(note !== '' && { comment: await sha256Hex(note) }),
    },
  });
  if (signed.ok || signed.error.kind !== 'unsigned' || !isProofRequired()) return signed;
  // Before anyone touches a key for what the claim would hold.
  const reason = await findUnsignedPolicy(transaction, { sha256: stated.core.policy, at: Number.MAX_SAFE_INTEGER });
  return reason === undefined ? signed : fail({ kind: 'not-now', reason: `${reason} ${SIGN_POLICY}` });
}

/** What is approved together, and what the person said and confirmed. */
interface Vote {
  /** The requests that receive the vote, at least one. */
  open: readonly LockedRequest[];
  /** The batch or test payment with the hash that the person saw; undefined for a single request. */
  bundle: StatedBundle | undefined;
  comment: string;
  chosenAddress: string;
  /** The person for whom a delegate approves. */
  forPersonId?: string | undefined;
  /** Groups that the person counts in, by any of their passkeys. */
  groups: readonly string[];
  signature?: Signature | undefined;
}

/** A signed approval, with the groups of the person that the passkey which signed it carries. */
type SignedApproval = SignedDecision & { groups: readonly string[] };

/**
 * Takes the approver's signature over an approval; undefined for a person who signs nothing. Fails with the statement
 * to sign where it is missing, and with a sentence where one signature cannot cover these requests.
 */
export async function signApproval(
  transaction: Transaction,
  person: Person,
  { open, bundle, comment, chosenAddress, forPersonId, groups, signature }: Vote,
): Promise<Result<SignedApproval | undefined, SigningFailure>> {
  const [first] = open;
  if (!first) return ok(undefined);
  if (isProofRequired() && !(await areSigned(transaction, open))) return fail({ kind: 'not-now', reason: UNSIGNED });
  const { requiredRole, policyVersion } = first.version;
  if (open.some(({ version }) => version.requiredRole !== requiredRole || version.policyVersion !== policyVersion)) {
    const roles = [...new Set(open.map(({ version }) => version.requiredRole))];
    return (await mustSignAs(transaction, person, roles)) ? fail({ kind: 'not-now', reason: MIXED }) : ok(undefined);
  }
  const stated = await describe(transaction, open.map(toStated), bundle);
  const obstacle = await explainPlannedObstacle(transaction, open, stated.core.policy);
  if (obstacle !== undefined) return fail({ kind: 'not-now', reason: obstacle });
  const validUntil = lastUse(open);
  // Read before the statement is appended: the key list must not be read over rows that are not committed.
  const offered = await findGroupPasskeys(transaction, person, { open, groups, as: requiredRole });
  const signed = await signDecision(transaction, person, {
    ...stated,
    signature,
    only: offered && {
      credentialIds: offered.passkeys.map(({ credentialId }) => credentialId),
      otherwise: offered.otherwise,
    },
    core: {
      ...stated.core,
      kind: bundle ? 'batch.decide' : 'request.approve',
      as: requiredRole,
      validUntil: validUntil.toISOString(),
      ...(chosenAddress !== '' && { chosenAddress }),
      ...(forPersonId !== undefined && { for: forPersonId }),
      ...(comment !== '' && { comment: await sha256Hex(comment) }),
    },
  });
  if (!signed.ok || !signed.value) return signed.ok ? ok(undefined) : signed;
  const passkey = offered?.passkeys.find(({ credentialId }) => credentialId === signature?.assertion.credentialId);
  return ok({ ...signed.value, groups: passkey?.groups ?? [] });
}

/**
 * Gives the end of the first time to decide, or of a later one where a request waits for a limit over time until then.
 */
function lastUse(open: readonly LockedRequest[]): Date {
  const ends = open.map(({ request, version }) => ({
    at: request.expiresAt.getTime(),
    waits: version.notBefore !== null,
  }));
  const waiting = ends.filter(({ waits }) => waits);
  return new Date(Math.max(Math.min(...ends.map(({ at }) => at)), ...waiting.map(({ at }) => at)));
}

/** The confirmation that the recipient of a test payment received it. */
interface Receipt {
  bundleId: string;
  /** Test payment and remainder, in this order. */
  members: readonly LockedRequest[];
  comment: string;
  roles: readonly Role[];
  signature: Signature | undefined;
}

/** Takes the signature over the confirmation of a test payment; undefined for a person who signs nothing. */
export async function signReceipt(
  transaction: Transaction,
  person: Person,
  { bundleId, members, comment, roles, signature }: Receipt,
): Promise<Result<SignedDecision | undefined, SigningFailure>> {
  const kind = 'testPayment.confirm';
  const { subject, sha256 } = describeReceipt(
    bundleId,
    members.map(({ version }) => version.bodySha256),
  );
  const items = writeItems(
    members.map(({ request, version }) => ({ id: request.id, version: version.version, sha256: version.bodySha256 })),
  );
  return signDecision(transaction, person, {
    texts: { items },
    signature,
    core: {
      kind,
      subject,
      sha256,
      items: await sha256Hex(items),
      as: await chooseSigningRole(transaction, person, { kind, roles }),
      comment: await sha256Hex(comment),
    },
  });
}

/** Describes the confirmation of a test payment by the hashes of its bytes and of those of the remainder. */
export function describeReceipt(bundleId: string, bodyHashes: readonly string[]) {
  return { subject: { id: bundleId, version: 1 }, sha256: hashBundle('test-payment', bodyHashes) };
}

const SIGN_POLICY =
  'Nothing can be requested until two administrators sign a version of the policy: change it, and confirm the change.';
const UNSIGNED =
  'The requester did not sign this request with a passkey that counts, and the console requires it now. Reject it, so that they can ' +
  'request the withdrawal again.';
const MIXED =
  'These requests need approvals of different roles, or were made under different policies, and one signature cannot ' +
  'cover them. Decide on them one by one.';

const toStated = ({ request, version }: LockedRequest): StatedVersion => ({ ...version, id: request.id });

/**
 * Tells whether every one of these requests is signed in its current version, by a passkey that is still on the list.
 */
async function areSigned(transaction: Transaction, open: readonly LockedRequest[]): Promise<boolean> {
  const read = await readKeyList(transaction);
  const rows = await transaction
    .select({
      requestId: requestSignatures.requestId,
      version: requestSignatures.version,
      root: requestSignatures.root,
      credentialId: proofEntries.credentialId,
    })
    .from(requestSignatures)
    .innerJoin(proofEntries, isEntryOf(requestSignatures))
    .where(
      inArray(
        requestSignatures.requestId,
        open.map(({ request }) => request.id),
      ),
    );
  // What an earlier root or a removed passkey signed is held at the claim: nobody should touch a key for it.
  const listed = new Set(read?.list.listKeys().map(({ record }) => record.credentialId));
  const signed = rows.filter(
    ({ root, credentialId }) => root === read?.root.fingerprint && listed.has(credentialId ?? ''),
  );
  const keys = new Set(signed.map(({ requestId, version }) => `${requestId} ${version}`));
  return open.every(({ request }) => keys.has(`${request.id} ${request.version}`));
}

async function describe(
  transaction: Transaction,
  versions: readonly StatedVersion[],
  bundle: StatedBundle | undefined,
) {
  const [first] = versions;
  if (!first) throw new Error('a statement covers no request');
  const policy = await hashPolicy(transaction, first.policyVersion);
  const about = bundle ? await describeBundle(bundle, versions) : await describeOne(first);
  return { ...about, core: { ...about.core, policy } satisfies Partial<DecisionCore> };
}

async function describeOne({ id, version, bodySha256, ruleNumber, facts, checks, attachments }: StatedVersion) {
  const text = writeCanonical(facts);
  return {
    findings: writeFindings(checks),
    texts: { facts: text },
    core: {
      subject: { id, version },
      sha256: bodySha256,
      rule: ruleNumber,
      facts: await sha256Hex(text),
      ...(attachments && { attachments: await sha256Hex(attachments) }),
    },
  };
}

async function describeBundle({ id, sha256 }: StatedBundle, versions: readonly StatedVersion[]) {
  const linesOf = async (
    hashOf: (version: StatedVersion) => Promise<string> | string,
    of: readonly StatedVersion[] = versions,
  ) =>
    writeItems(
      await Promise.all(
        of.map(async (stated): Promise<ProofItem> => ({
          id: stated.id,
          version: stated.version,
          sha256: await hashOf(stated),
        })),
      ),
    );
  const items = await linesOf(({ bodySha256 }) => bodySha256);
  const facts = await linesOf((stated) => sha256Hex(writeCanonical(stated.facts)));
  // Lines of the requests that have files; most batches have none.
  const withFiles = versions.filter(({ attachments }) => attachments);
  const attachments = await linesOf((stated) => sha256Hex(stated.attachments ?? ''), withFiles);
  const hasFiles = withFiles.length > 0;
  return {
    findings: await linesOf(({ checks }) => sha256Hex(writeFindings(checks))),
    texts: { facts, items, ...(hasFiles && { attachments }) },
    core: {
      subject: { id, version: 1 },
      sha256,
      items: await sha256Hex(items),
      facts: await sha256Hex(facts),
      ...(hasFiles && { attachments: await sha256Hex(attachments) }),
    },
  };
}
