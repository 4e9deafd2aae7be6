import { z } from 'zod';
import type { RequestView } from '@/lib/requests/request-view';

// Longer than a sign-in takes, and short enough that a page that is opened later asks nothing.
const KEPT_FOR_MS = 10 * 60_000;
const keyOf = (requestId: string) => `countersign.decision.${requestId}`;

const textsSchema = z.record(z.string(), z.string());
const keptSchema = z.object({
  personId: z.string(),
  version: z.number(),
  sha256: z.string(),
  comment: z.string(),
  atMs: z.number(),
  batch: z.object({ seen: textsSchema, chosen: textsSchema, amounts: textsSchema, isOpen: z.boolean() }).optional(),
});

type Kept = z.infer<typeof keptSchema>;
/** State of a batch before a decision: looks, chosen addresses, entered amounts, and whether the dialog is open. */
export type KeptBatch = NonNullable<Kept['batch']>;
type Facts = Pick<RequestView, 'id' | 'version' | 'bodySha256' | 'bundle'>;
/** `isSignInFresh`: false after a sign-in that was given up; by default the person signed in. */
type Returned = Facts & Partial<Pick<RequestView, 'isSignInFresh'>>;

/** What the dialog begins with after the sign-in was renewed: the comment, or why it is empty. */
export interface ReturnedDecision {
  comment: string;
  /** Why nothing was kept; undefined where the same person returned to the same request. */
  warning?: string;
  batch?: KeptBatch | undefined;
}

/** The hash that a decision on a request covers. */
const hashOf = ({ bodySha256, bundle }: Facts) => (bundle?.kind === 'test-payment' ? bundle.sha256 : bodySha256);

/**
 * Keeps in this tab that a person was about to approve a request, with their comment, while they renew their sign-in;
 * of a batch also what they looked at. A vote is not kept: the dialog opens again, and the person confirms.
 */
export function keepDecision(
  storage: Storage,
  request: Facts,
  { personId, comment, batch }: Pick<Kept, 'personId' | 'comment' | 'batch'>,
): void {
  const about = { version: request.version, sha256: hashOf(request), atMs: Date.now() };
  const kept: Kept = { personId, comment, ...about, ...(batch && { batch }) };
  try {
    storage.setItem(keyOf(request.id), JSON.stringify(kept));
  } catch {
    // Storage is full or disabled: the person opens the dialog again.
  }
}

/**
 * Takes what was kept for a request, once. Gives undefined where nothing was kept, or too long ago, and where the
 * sign-in that it waited for was given up: what was kept is gone then. Where another person, version or hash comes
 * back, the comment is dropped and a warning says so.
 */
export function takeDecision(storage: Storage, request: Returned, personId: string): ReturnedDecision | undefined {
  const kept = readKept(storage, keyOf(request.id));
  if (!kept || request.isSignInFresh === false || !(Math.abs(Date.now() - kept.atMs) < KEPT_FOR_MS)) return undefined;
  if (kept.personId !== personId)
    return {
      comment: '',
      warning: kept.batch
        ? 'Another person than before has signed in. Their looks were not kept. Look at the batch yourself.'
        : 'Another person than before has signed in. Their comment was not kept. Check the request anew.',
    };
  if (kept.version !== request.version || kept.sha256 !== hashOf(request))
    return {
      comment: '',
      warning: 'The request was changed while you signed in. Your comment was not kept. Check the current version.',
    };
  return { comment: kept.comment, ...(kept.batch && { batch: kept.batch }) };
}

function readKept(storage: Storage, key: string): Kept | undefined {
  try {
    const text = storage.getItem(key);
    storage.removeItem(key);
    return text === null ? undefined : keptSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
