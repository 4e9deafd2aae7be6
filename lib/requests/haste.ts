import { z } from 'zod';
import { formatCount } from '@/lib/text/locale';

/** Why a decision counts as hasty, as stored. */
export const HASTE_REASONS = ['shown-briefly', 'many-in-a-minute'] as const;
export type HasteReason = (typeof HASTE_REASONS)[number];

const MIN_SHOWN_MS = 3000;
const MAX_DECISIONS_PER_MINUTE = 10;
/** The longest time that a page reports; a page that was open for longer reports this. */
export const MAX_SHOWN_MS = 86_400_000;

/** For how long the browser showed what is decided on. It measures itself, so the time proves nothing. */
export const shownMsSchema = z.number().int().min(0).max(MAX_SHOWN_MS).optional();

/**
 * Finds whether a decision was made in haste: less than three seconds after it was shown, or as more than the tenth of
 * its person within a minute, `decisionsInMinute` counting this one. Undefined for all others. Counted for
 * administrators and shown to the next approver; it stops no one.
 */
export function findHaste({
  shownMs,
  decisionsInMinute,
}: {
  shownMs: number | undefined;
  decisionsInMinute: number;
}): HasteReason | undefined {
  if (shownMs !== undefined && shownMs < MIN_SHOWN_MS) return 'shown-briefly';
  return decisionsInMinute > MAX_DECISIONS_PER_MINUTE ? 'many-in-a-minute' : undefined;
}

/** Says to the next approver why a decision counts as hasty. */
export const HASTE_TEXTS: Record<HasteReason, string> = {
  'shown-briefly': 'Decided within 3 seconds of being shown.',
  'many-in-a-minute': 'One of more than 10 decisions within a minute.',
};

/** The hasty decisions of one person in the last 30 days. */
export interface HasteCount {
  name: string;
  shownBriefly: number;
  manyInAMinute: number;
  /** The time of the latest in ISO 8601. */
  lastAt: string;
}

/** Writes the counts of a person as a sentence, such as “2 within 3 seconds of being shown.” */
export function describeHaste({
  shownBriefly,
  manyInAMinute,
}: Pick<HasteCount, 'shownBriefly' | 'manyInAMinute'>): string {
  const parts = [
    shownBriefly > 0 && `${formatCount(shownBriefly)} within 3 seconds of being shown`,
    manyInAMinute > 0 && `${formatCount(manyInAMinute)} as more than the tenth within a minute`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}
