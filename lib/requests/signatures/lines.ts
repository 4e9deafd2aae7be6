import { nameDecider } from '@/lib/delegation/delegations';
import { HASTE_TEXTS } from '@/lib/requests/haste';
import type { DecisionView, RequestView } from '@/lib/requests/request-view';

/** A line that a person has signed, or that is still open. */
export type SignatureLine =
  | {
      state: 'signed' | 'rejected';
      /** Who signed, such as “Requested by finance” or “approver-two”. */
      label: string;
      /** The time in ISO 8601. */
      at: string;
      /** What the stroke is drawn from (`drawStroke`). */
      seed: string;
      /** Whether a passkey signed. */
      isSigned: boolean;
      /** What the person wrote with an approval. */
      comment?: string;
      /** Why the decision counts as hasty, for the approvers after it. */
      haste?: string;
    }
  | {
      /** `own`: the reader's approval would fill it. */
      state: 'open' | 'own';
      label: string;
    };

/**
 * Lists the signature lines of a request: its requester, the decisions that count on the version in force, and, while
 * it awaits approval, a line for each approval that is missing.
 */
export function listSignatureLines(
  request: Pick<
    RequestView,
    | 'requesterName'
    | 'versionAt'
    | 'requestSeed'
    | 'isRequestSigned'
    | 'decisions'
    | 'version'
    | 'state'
    | 'approvals'
    | 'needs'
    | 'isMine'
    | 'denialReason'
    | 'canFillNeed'
  >,
): SignatureLine[] {
  const { requesterName, versionAt, requestSeed, isRequestSigned, decisions, version, state } = request;
  const cast = decisions
    .filter((one) => one.version === version && one.withdrawal === null && one.voidReason === null)
    .map((one): SignatureLine => ({
      state: one.verdict === 'APPROVED' ? 'signed' : 'rejected',
      label: one.verdict === 'APPROVED' ? nameDecider(one) : `Rejected by ${nameDecider(one)}`,
      at: one.decidedAt,
      seed: one.seed,
      isSigned: one.isSigned,
      // The reason of a rejection is on the page before everything else.
      ...(one.verdict === 'APPROVED' && one.comment !== '' && { comment: one.comment }),
      ...(state === 'AWAITING_APPROVAL' && sayHaste(one)),
    }));
  return [
    {
      state: 'signed',
      label: `Requested by ${requesterName}${version > 1 ? `, version ${version}` : ''}`,
      at: versionAt,
      seed: requestSeed,
      isSigned: isRequestSigned,
    },
    ...cast,
    ...(state === 'AWAITING_APPROVAL' ? listOpenLines(toOpenLines(request)) : []),
  ];
}

/** Says of a decision that it was hasty. */
export function sayHaste({ haste }: Pick<DecisionView, 'haste'>): { haste?: string } {
  return haste === null ? {} : { haste: HASTE_TEXTS[haste] };
}

interface OpenLines {
  /** The approvals that are missing, of those required. */
  missing: number;
  required: number;
  /** Whether the reader's approval would fill the first line. */
  isOwn: boolean;
  /** Who is to fill them, as far as that is known, in the order of the lines. */
  named: readonly string[];
}

/** Lists a line for each approval that is missing. */
export function listOpenLines({ missing, required, isOwn, named }: OpenLines): SignatureLine[] {
  return Array.from({ length: Math.max(missing, 0) }, (_, index): SignatureLine => {
    if (isOwn && index === 0) return { state: 'own', label: `You, ${nameTurn(required - missing + 1, required)}` };
    return { state: 'open', label: named[index] ?? (isOwn ? 'One more approver' : 'An approver') };
  });
}

function toOpenLines({
  approvals: { given, required },
  needs,
  isMine,
  denialReason,
  canFillNeed,
}: Pick<RequestView, 'approvals' | 'needs' | 'isMine' | 'denialReason' | 'canFillNeed'>): OpenLines {
  return {
    missing: required - given,
    required,
    isOwn: !isMine && denialReason.approve === null && canFillNeed,
    named: needs.flatMap(({ group, count, filledBy }) =>
      Array.from({ length: Math.max(count - filledBy.length, 0) }, () => group ?? 'anyone who may decide'),
    ),
  };
}

function nameTurn(turn: number, required: number): string {
  if (required === 1) return 'the only approval needed';
  if (turn === required) return `the last of ${required}`;
  return turn === 1 ? `the first of ${required}` : `number ${turn} of ${required}`;
}
