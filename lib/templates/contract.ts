import { type Denial, explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';

/** The longest title of a template, in characters. */
export const MAX_TEMPLATE_TITLE = 60;
/** The most templates of one person. */
export const MAX_TEMPLATES = 200;

/** A template as lists show it. */
export interface TemplateView {
  id: string;
  title: string;
  isShared: boolean;
  isMine: boolean;
  /** Who saved the template. */
  savedBy: string;
  /** ISO 8601. */
  savedAt: string;
  profileId: string;
  asset: string;
  network: string;
  address: string;
  /** Name of the recipient in the address book; null where the address is not in it. */
  recipientName: string | null;
  /** Empty where the amount is left open. */
  value: string;
}

/** Why a template was not saved or deleted. Nothing has changed after any of them. */
export type TemplateFailure = Denial | { kind: 'invalid' | 'not-now'; reason: string } | { kind: 'not-found' };

/** Explains why a template was not saved or deleted: what happened, and what to do next. */
export function explainTemplateFailure(failure: TemplateFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING_CHANGED);
  if (failure.kind === 'not-found')
    return { title: 'The template or request was not found', detail: NOTHING_CHANGED, next: 'Load the page again.' };
  return { title: failure.reason, detail: NOTHING_CHANGED, next: '' };
}

const NOTHING_CHANGED = 'Nothing was changed, and nothing was sent.';
