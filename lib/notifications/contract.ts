import { z } from 'zod';
import { type Denial, explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { ALL_NOTICE_KINDS, NOTICE_MODES, type NoticeKind, type NoticeMode } from '@/lib/notifications/kinds';
import type { NotificationTarget } from '@/lib/notifications/targets';
import type { ProposalView } from '@/lib/proposals/proposals';
import { isTimeZone } from '@/lib/notifications/schedule';

const hour = z.int().min(0).max(23);

/** Schema of what a person chooses: a mode for each kind that they change, a time zone, and hours without delivery. */
export const choicesSchema = z.strictObject({
  modes: z.partialRecord(z.enum(ALL_NOTICE_KINDS), z.enum(NOTICE_MODES)),
  timeZone: z.string().max(64).refine(isTimeZone, 'This time zone is not known. Enter one such as Europe/Berlin.'),
  quiet: z
    .strictObject({ from: hour, until: hour })
    .refine(({ from, until }) => from !== until, 'Quiet hours end at another hour than they begin.')
    .nullable(),
});
export type NoticeChoices = z.infer<typeof choicesSchema>;

/** What a person gets, as the account page shows it. */
export interface NoticeSettings {
  /** Where mail goes; null where the identity provider states no address. */
  email: string | null;
  /** False where this console has no mail server. */
  isMailOn: boolean;
  /** Kinds that a person with the reader's roles can be notified of. */
  kinds: { kind: NoticeKind; label: string; mode: NoticeMode; isNeeded: boolean }[];
  timeZone: string;
  quiet: { from: number; until: number } | null;
}

/** State of deliveries for the status page. */
export interface NoticeOverview {
  isMailOn: boolean;
  queued: number;
  /** When the oldest one that is due was due; null where none is. */
  oldestDue: string | null;
  /** Given up during the last seven days. */
  dead: number;
  /** The newest of them. */
  latestDead: { at: string; personName: string; label: string; failure: string }[];
}

/** Targets that are or were in force; version 0 has none. Times are ISO 8601. */
export interface TargetsVersion {
  version: number;
  targets: NotificationTarget[];
  activeFrom: string | null;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

/** Data of the page of notification targets. */
export interface TargetsView {
  current: TargetsVersion;
  /** Earlier versions, newest first. */
  history: TargetsVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
  /** How delivery goes, for targets that ever got something. */
  deliveries: {
    targetId: string;
    sentAt: string | null;
    queued: number;
    /** Given up during the last seven days. */
    dead: number;
    /** Why the latest delivery that failed did, in words. */
    failure: string | null;
  }[];
}

/** Reasons why a target took no test message, or its secret is not shown. */
export type TargetFailure = Denial | { kind: 'not-found' } | { kind: 'not-taken'; reason: string };

/** Explains why a target took no test message, and what to do next. */
export function explainTargetFailure(failure: TargetFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, 'Nothing was sent.');
  return failure.kind === 'not-found'
    ? { title: 'This target is not in force any more', detail: 'Nothing was sent.', next: 'Load the page again.' }
    : {
        title: 'The target did not take the test message',
        detail: failure.reason,
        next: 'Check the address where it was created. To change it here, propose a change.',
      };
}
