import { z } from 'zod';
import { ALL_NOTICE_KINDS, NOTICE_MODES, type NoticeKind, type NoticeMode } from '@/lib/notifications/kinds';
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
  /** Kinds that somebody with the reader's roles can be told of. */
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
