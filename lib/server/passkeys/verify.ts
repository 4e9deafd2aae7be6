/**
 * Verification of what was signed about one withdrawal, from the stored bytes of the chain against the key list of the
 * root in force (lib/proof/evidence/verify-decision.ts). It trusts no column: a row only says where in the chain to
 * look.
 */
import 'server-only';
import { z } from 'zod';
import { sha256Hex } from '@/lib/proof/bytes';
import { readItems } from '@/lib/proof/statements/items';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import type { Statement } from '@/lib/proof/statement';
import { type BundleKind, bundleHashInput } from '@/lib/requests/bundles/bundles';
import type { Occurrence } from '@/lib/proof/evidence/verify-order';
import { ok, type Result } from '@/lib/result';
import type { CountedDecision, SignedDecision } from '@/lib/proof/counted';
import {
  checkNotEnded,
  type DecidedRequest,
  verifyApproval,
  verifyRequest,
} from '@/lib/proof/evidence/verify-decision';
import type { Transaction } from '@/lib/server/database/client';
import { readEntry, readKeyList } from '@/lib/server/passkeys/key-list/chain';
import type { SignedPlace } from '@/lib/server/passkeys/decisions';
import { hashOwnService, readSigningPerson } from '@/lib/server/passkeys/statement';
import { now } from '@/lib/server/runtime/clock';

/** A withdrawal as stored, which everything signed must be about. */
export type StoredWithdrawal = Omit<DecidedRequest, 'service' | 'chosenAddress'>;

/** Verifies the signatures of one withdrawal, each with what came before. Every function gives the refusal, if any. */
export interface WithdrawalVerifier {
  /** Approvals by people other than the requester that the root asks for, whatever a policy says. */
  floor: number;
  /** Hash of the newest entry of the chain that was read. */
  head: string;
  /** Verifies that nobody signed the withdrawal away: rejected it, or cancelled it. */
  verifyNotEnded: () => Refusal | undefined;
  /** Verifies that the requester signed the withdrawal; call it before the approvals. */
  verifyCreate: (place: SignedPlace) => Promise<Refusal | undefined>;
  /** The group that the requester signed the withdrawal in; undefined for a single one, and before `verifyCreate`. */
  readSignedBundle: () => SignedBundle | undefined;
  /**
   * The date of the standing order that the request rests on; undefined for other requests, and before `verifyCreate`.
   */
  readOccurrence: () => Occurrence | undefined;
  /** Number of the first entry by which a person approved; undefined before `verifyApproval` found one that counts. */
  readFirstApproval: () => number | undefined;
  /** Verifies an approval in the role that the policy asks for, with the address that the approver confirmed. */
  verifyApproval: (
    place: SignedPlace,
    approval: { personId: string; as: string; chosenAddress: string | null },
  ) => Promise<Refusal | undefined>;
}

/** A batch, or a test payment with its remainder, as its requester signed it. */
export interface SignedBundle {
  id: string;
  kind: BundleKind;
  /** The hash over the bytes of all members, in order. */
  sha256: string;
  position: number;
}

/** Opens the verification of a withdrawal; undefined where there is no key list, or where it does not verify. */
export async function openVerifier(
  transaction: Transaction,
  { requesterId, withdrawal }: { requesterId: string; withdrawal: StoredWithdrawal },
): Promise<WithdrawalVerifier | undefined> {
  const read = await readKeyList(transaction);
  if (!read) return undefined;
  const { list, root } = read;
  const request = { ...withdrawal, service: await hashOwnService() };
  const point = { at: list.chain.length, now: now() };
  const earlier: CountedDecision[] = [];
  let requester = await readSigningPerson(requesterId, transaction);
  let group: SignedBundle | undefined;
  let occurrence: Occurrence | undefined;

  const find = async (place: SignedPlace): Promise<SignedDecision | undefined> => {
    // What was signed under an earlier root counts no more.
    const entry = place.root === root.fingerprint ? await readEntry(transaction, place) : undefined;
    return entry && { statement: entry.statement, assertion: entry.assertion, ...readTexts(entry.content) };
  };
  return {
    floor: list.root.floor,
    readSignedBundle: () => group,
    readOccurrence: () => occurrence,
    readFirstApproval: () => (earlier.length > 0 ? Math.min(...earlier.map(({ number }) => number)) : undefined),
    head: list.chain.head,
    verifyNotEnded: () => {
      const checked = checkNotEnded(list, request, point);
      return checked.ok ? undefined : checked.error;
    },
    verifyCreate: async (place) => {
      const create = await find(place);
      if (!create) return refuse('statement-not-in-chain').error;
      const verified = await verifyRequest(list, create, request, point);
      if (!verified.ok) return verified.error;
      const { person } = verified.value.statement;
      if (person.id !== requesterId) return refuse('wrong-person').error;
      requester = person;
      ({ occurrence } = verified.value);
      const signedIn = await findSignedGroup(verified.value.statement, create.items, withdrawal.id);
      if (!signedIn.ok) return signedIn.error;
      group = signedIn.value;
      return undefined;
    },
    verifyApproval: async (place, { personId, as, chosenAddress }) => {
      const approval = await find(place);
      if (!approval) return refuse('statement-not-in-chain').error;
      const about = { ...request, ...(chosenAddress !== null && { chosenAddress }) };
      const expected = { request: about, point, requester, occurrence, earlier, as: [as] };
      const verified = await verifyApproval(list, approval, expected);
      if (!verified.ok) return verified.error;
      if (verified.value.statement.person.id !== personId) return refuse('wrong-person').error;
      earlier.push(verified.value);
      return undefined;
    },
  };
}

/** Finds which kind of group a statement is about: the hash that was signed says it, and no row. */
async function findSignedGroup(
  { subject, sha256, items: signedItems }: Statement,
  items: string | undefined,
  requestId: string,
): Promise<Result<SignedBundle | undefined, Refusal>> {
  if (signedItems === undefined) return ok(undefined);
  const list = readItems(items ?? '');
  if (!list.ok) return list;
  const hashes = list.value.map((item) => item.sha256);
  const position = list.value.findIndex(({ id }) => id === requestId);
  for (const kind of ['test-payment', 'batch'] as const)
    if ((await sha256Hex(bundleHashInput(kind, hashes))) === sha256)
      return ok({ id: subject.id, kind, sha256, position });
  return refuse('other-bytes');
}

const textsSchema = z.object({
  facts: z.string().exactOptional(),
  items: z.string().exactOptional(),
  findings: z.string().exactOptional(),
  attachments: z.string().exactOptional(),
});

/** Reads the texts that a statement names by hash; none where the stored ones cannot be read. */
export function readTexts(content: string): z.infer<typeof textsSchema> {
  try {
    return textsSchema.safeParse(JSON.parse(content)).data ?? {};
  } catch {
    return {};
  }
}
