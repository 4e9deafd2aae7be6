import 'server-only';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import type { AuditAction } from '@/lib/audit/audit-log';
import { type DecidesFor, nameDecider } from '@/lib/delegation/delegations';
import { staleSignIn } from '@/lib/http/denials';
import type { Role } from '@/lib/identity/roles';
import type { DecisionFailure } from '@/lib/requests/contract';
import type { RequestState, Verdict } from '@/lib/requests/decisions';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { hashFiles } from '@/lib/server/attachments/bind';
import { type Memberships, readGroupsOfDecider } from '@/lib/server/approver-groups/members';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudits, auditRefused } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { isDelegationSigned, listDelegators } from '@/lib/server/delegation/read';
import { findRequestsWithSimilarAddress } from '@/lib/server/requests/votes/address-choice';
import { findQuestionBlocks } from '@/lib/server/requests/votes/conversation';
import type { LockedRequest } from '@/lib/server/requests/load';
import { explainEndedPlan } from '@/lib/server/requests/signing/planned-approval';
import { newestDenialReason } from '@/lib/server/requests/limits/policy-evidence';
import { returnToRequester } from '@/lib/server/requests/votes/return-to-approval';
import { recordHaste } from '@/lib/server/requests/checks/haste';
import { findSecondAccounts } from '@/lib/server/requests/limits/second-account';
import { signTakingBack } from '@/lib/server/requests/signing/sign-taking-back';
import { signApproval } from '@/lib/server/requests/signing/statements';
import { castVotes } from '@/lib/server/requests/votes/vote';
import type { OptionalSignature, SignedPlace, SigningFailure } from '@/lib/server/passkeys/decisions';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findMissingData } from '@/lib/server/requests/declined';
import { findMissingRight } from '@/lib/server/rights/check';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

// The lifecycle of a decision, the same for one request, for a test payment with its remainder, and for the waiting
// items of a batch (docs/specification/send-protocol.md#approve). One transaction locks what the decision covers,
// checks everything again, writes a vote on each request or on none, and hands approved requests to the sender, except
// for a locked remainder.

/** A verdict with what the person said and confirmed. */
export interface Decision {
  verdict: Verdict;
  comment: string;
  /** The address that the person confirmed, where other known addresses resemble it; otherwise empty. */
  chosenAddress: string;
  /** For how long the browser showed what is decided on, as it says itself. */
  shownMs?: number | undefined;
  /** The person for whom the delegate decides; undefined where the person decides for themselves. */
  forPersonId?: string | undefined;
  /** Signature over the statement of the decision; undefined in the first call, and for a person who signs nothing. */
  signature?: OptionalSignature;
}

/** Who decides: a person with their roles, for another person where they are that person's delegate. */
export interface DecidingPerson extends Memberships {
  id: string;
  roles: Role[];
  decidesFor: DecidesFor | undefined;
}

/** What one decision covers, before anything is locked. */
export interface DecisionTarget {
  /** What the audit log records if this decision is refused (which is not a rejection). */
  refusal: { subject: string; after: Record<string, unknown> };
  /** Recorded with each vote, beside the version, the hash, the verdict and the comment. */
  detailOf: (member: LockedRequest) => Record<string, unknown>;
  /**
   * The batch or test payment that is decided on at once, with the hash that the person saw; undefined for one request.
   */
  bundle: { id: string; sha256: string } | undefined;
  /** Lists the covered requests; called before the transaction, for the lookup of similar addresses. */
  listRequestIds: () => Promise<readonly string[]>;
  /** Locks what the decision covers until the transaction ends; undefined where there is nothing. */
  lock: (transaction: Transaction) => Promise<LockedTarget | undefined>;
}

/** What one decision covers, locked. */
export interface LockedTarget {
  members: readonly LockedRequest[];
  /** The members that receive this vote. */
  open: readonly LockedRequest[];
  /** The person has already made this very decision. */
  isRepeat: boolean;
  /** Explains why the person cannot decide on the open members; undefined where they can. */
  denialReason: (person: DecidingPerson) => string | undefined;
  /** Explains that something changed since the person looked; undefined where nothing did. */
  changedReason: string | undefined;
  /** Runs the checks that only an approval needs; gives the first failure, if any. */
  findApprovalFailure: (withSimilarAddress: ReadonlySet<string>) => Promise<DecisionFailure | undefined>;
}

/** A request that received a vote, with its new state. */
export interface Decided extends LockedRequest {
  state: RequestState;
}

/** What a decision did: all requests that it covers, and those that received the vote. */
interface Outcome {
  members: readonly LockedRequest[];
  decided: readonly Decided[];
  decidesFor?: DecidesFor | undefined;
}

const VERDICT_ACTIONS: Record<Verdict, AuditAction> = { APPROVED: 'request.approved', REJECTED: 'request.rejected' };

/**
 * Decides on everything that a target covers, or on nothing. Gives all members and, in `decided`, those that
 * received a vote. Repeating a decision changes nothing and gives an empty `decided`. A refused decision is recorded as
 * well.
 */
export async function decide(
  person: Person,
  decision: Decision,
  target: DecisionTarget,
): Promise<Result<Outcome, DecisionFailure | Unsigned>> {
  const { verdict, comment, chosenAddress, forPersonId, shownMs } = decision;
  const withSimilarAddress = await findRequestsWithSimilarAddress(
    verdict === 'APPROVED' ? await target.listRequestIds() : [],
  );
  return inTransaction(async (transaction) => {
    const result = await decideIn(transaction, person, { decision, target, withSimilarAddress });
    if (!result.ok) return auditRefused(transaction, person, result, target.refusal);
    const { decided } = result.value;
    const haste =
      decided.length > 0
        ? await recordHaste(transaction, person, { subject: target.refusal.subject, shownMs })
        : undefined;
    await appendAudits(
      transaction,
      decided.map(({ state, ...member }) => ({
        action: VERDICT_ACTIONS[verdict],
        ...actedBy(person),
        subject: `request:${member.request.id}`,
        before: { state: member.request.state },
        after: {
          version: member.version.version,
          bodySha256: member.version.bodySha256,
          ...hashFiles(member.version.attachments),
          verdict,
          comment,
          state,
          ...target.detailOf(member),
          ...(chosenAddress !== '' && { chosenAddress }),
          ...(forPersonId !== undefined && { forPersonId, for: result.value.decidesFor?.name }),
          // Named so, since nobody can check what a browser says.
          ...(shownMs !== undefined && { shownSecondsByBrowser: Math.round(shownMs / 100) / 10 }),
          ...(haste && { haste }),
        },
      })),
    );
    await crashPoint('CP1');
    return result;
  });
}

interface Attempt {
  decision: Decision;
  target: DecisionTarget;
  withSimilarAddress: ReadonlySet<string>;
}

async function decideIn(
  transaction: Transaction,
  person: Person,
  { decision, target, withSimilarAddress }: Attempt,
): ReturnType<typeof decide> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const locked = await target.lock(transaction);
  if (!locked) return fail({ kind: 'not-found' });
  const { members, open, isRepeat, denialReason, changedReason, findApprovalFailure } = locked;
  if (isRepeat) return ok({ members, decided: [] });
  const delegated = await findDelegator(transaction, person, { decision, open });
  if (!delegated.ok) return delegated;
  const decidesFor = delegated.value;
  const memberships = await readGroupsOfDecider(transaction, {
    personId: person.id,
    forPersonId: decidesFor?.id,
    role: open[0]?.version.requiredRole,
  });
  const deciding = { roles: session.roles, decidesFor, ...memberships };
  const reason = denialReason({ id: person.id, ...deciding });
  if (reason !== undefined) return fail({ kind: 'not-now', reason });
  const [second] = await findSecondAccounts(transaction, {
    requestIds: open.map(({ request }) => request.id),
    personIds: [person.id, ...(decidesFor ? [decidesFor.id] : [])],
  });
  if (second) return fail({ kind: 'not-now', reason: second.reason });
  const noRight = await findMissingRight(transaction, open, { personId: person.id, forPersonId: decidesFor?.id });
  if (noRight !== undefined) return fail({ kind: 'not-now', reason: noRight });
  if (changedReason !== undefined) return fail({ kind: 'changed', reason: changedReason });
  const isApproval = decision.verdict === 'APPROVED';
  const refused = isApproval ? await refuseByNewest(transaction, open) : undefined;
  if (refused !== undefined) return fail({ kind: 'not-now', reason: refused });
  const missing = isApproval ? await explainMissingData(transaction, open) : undefined;
  if (missing !== undefined) return fail({ kind: 'not-now', reason: missing });
  const failure = isApproval ? await findApprovalFailure(withSimilarAddress) : undefined;
  if (failure) return fail(failure);
  const [question] = isApproval
    ? (
        await findQuestionBlocks(
          transaction,
          open.map(({ request: { id }, decidable, votes }) => ({ ...decidable, id, votes })),
          person.id,
        )
      ).values()
    : [];
  const ended = isApproval
    ? await explainEndedPlan(
        transaction,
        open.map(({ request }) => request),
        { isDeciding: true },
      )
    : undefined;
  const block = question ?? ended;
  if (block !== undefined) return fail({ kind: 'not-now', reason: block });
  const signed = await signIn(transaction, person, { decision, target, open, ...deciding });
  if (!signed.ok) return signed;
  // A signature proves more than a recent sign-in, and some identity providers state no time of it.
  if (isApproval && signed.value.place === undefined && !session.isFresh)
    return fail(staleSignIn(FRESH_SIGN_IN_MINUTES, session));
  const states = await castVotes(transaction, open, {
    ...decision,
    decidesFor,
    personId: person.id,
    roles: session.roles,
    groups: [...signed.value.groups],
    signedAs: signed.value.place,
  });
  const decided = open.map((member) => ({ ...member, state: states.get(member.request.id) ?? member.request.state }));
  return ok({ members, decided, decidesFor });
}

/**
 * Explains why the newest policy in force takes no approval; undefined where it does. A request that it asks another
 * role or group for goes back to its requester: no vote on this version could meet that.
 */
async function refuseByNewest(transaction: Transaction, open: readonly LockedRequest[]): Promise<string | undefined> {
  const refused = open.flatMap((member) => {
    const reason = newestDenialReason(member.newest);
    return reason === undefined ? [] : [{ ...member, reason }];
  });
  const [first] = refused;
  if (!first) return undefined;
  const unmeetable = refused.filter(({ newest }) => newest?.asked.ok === false && newest.asked.error.kind === 'role');
  for (const { request, reason } of unmeetable) await returnToRequester(transaction, request.id, reason);
  const subject = open.length === 1 ? '' : `${first.request.refId}: `;
  const next = unmeetable.length > 0 ? 'It was returned to its requester, who can request it again.' : NEWEST_NEXT;
  return `${subject}${first.reason} No approval was taken, and nothing was sent. ${next}`;
}

/** Explains which travel-rule data of a recipient are missing by now; undefined where the service would miss none. */
async function explainMissingData(
  transaction: Transaction,
  open: readonly LockedRequest[],
): Promise<string | undefined> {
  const missing = await findMissingData(
    transaction,
    open.map(({ version }) => parseWithdrawalBody(version.body)),
  );
  if (!missing) return undefined;
  const subject = open.length === 1 ? '' : `${missing.refId}: `;
  return `${subject}${missing.reason} No approval was taken, and nothing was sent. ${missing.next}`;
}

const NEWEST_NEXT = 'Reject it, or ask an administrator to change the policy.';

/**
 * Finds for whom the person decides, in the role that these requests ask for; fails where no delegation is in force.
 */
async function findDelegator(
  transaction: Transaction,
  person: Person,
  { decision: { forPersonId }, open }: Pick<Attempt, 'decision'> & Pick<LockedTarget, 'open'>,
): Promise<Result<DecidesFor | undefined, DecisionFailure>> {
  if (forPersonId === undefined) return ok(undefined);
  const delegators = await listDelegators(transaction, person.id);
  const found = delegators.find(
    ({ id, role }) => id === forPersonId && open.every(({ version }) => version.requiredRole === role),
  );
  return found ? ok(found) : fail({ kind: 'not-now', reason: NO_DELEGATION });
}

const UNSIGNED_DELEGATION =
  'The delegation is not signed by a passkey that counts, and the console requires it. Decide in your own name.';

const NO_DELEGATION =
  'You do not decide for this person now: the delegation ended, is for another role, or they lost the role or were ' +
  'suspended. Decide in your own name.';

/** A vote to cast: its place in the chain, undefined for an unsigned one, and the groups that it counts in. */
interface SignedVote {
  place: SignedPlace | undefined;
  groups: readonly string[];
}

/** Takes the signature over the decision; an approval needs one where the console requires it, a rejection never. */
async function signIn(
  transaction: Transaction,
  person: Person,
  {
    decision: { signature, ...decision },
    target: { bundle },
    open,
    roles,
    groups,
    decidesFor,
  }: Pick<Attempt, 'decision' | 'target'> & Pick<LockedTarget, 'open'> & Omit<DecidingPerson, 'id'>,
): Promise<Result<SignedVote, SigningFailure>> {
  const { comment, verdict } = decision;
  const isNamed = decidesFor !== undefined && (await isDelegationSigned(transaction, person, decidesFor));
  if (decidesFor && !isNamed && isProofRequired()) return fail({ kind: 'not-now', reason: UNSIGNED_DELEGATION });
  // A delegation that nobody signed is in no statement: the row says for whom, and the signature is the delegate's own.
  const forPersonId = isNamed ? decidesFor.id : undefined;
  if (verdict === 'REJECTED') {
    const taking = {
      kind: 'request.reject',
      bundleId: bundle?.id,
      open,
      comment,
      roles,
      signature,
      forPersonId,
    } as const;
    const signed = await signTakingBack(transaction, person, taking);
    return signed.ok ? ok({ place: signed.value, groups }) : signed;
  }
  if (signature === 'declined')
    return fail({ kind: 'not-possible', reason: 'An approval is not taken unsigned here.' });
  const approval = { ...decision, forPersonId, groups, signature, bundle, open };
  const signed = await signApproval(transaction, person, approval);
  if (!signed.ok) return signed;
  return ok(signed.value ? { place: signed.value.place, groups: signed.value.groups } : { place: undefined, groups });
}

/**
 * Gives a sentence for each vote that led to the state, such as “Ada approved the request at 12:00:01 UTC.”, for the
 * person who decided second (docs/specification/threats.md#requests-and-approvals).
 */
export function describeDecisionMakers(
  votes: readonly {
    personName: string;
    forPersonName: string | null;
    verdict: string;
    version: number;
    decidedAt: Date;
  }[],
  { version, state }: { version: number; state: RequestState },
): string[] {
  const verdict = state === 'REJECTED' ? 'REJECTED' : 'APPROVED';
  return votes
    .filter((vote) => vote.version === version && vote.verdict === verdict)
    .map(
      ({ decidedAt, ...names }) =>
        `${nameDecider(names)} ${verdict === 'APPROVED' ? 'approved' : 'rejected'} the request ` +
        `at ${decidedAt.toISOString().slice(11, 19)} UTC.`,
    );
}
