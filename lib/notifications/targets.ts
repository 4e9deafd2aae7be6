/**
 * Targets of notifications beside people: channels of Slack and Microsoft Teams, and webhooks. Two administrators
 * change them. Everybody who can read there sees what a target gets, so it names asset and rounded amount at most.
 */
import { z } from 'zod';
import { ALL_NOTICE_KINDS, deskLabelOf, type NoticeKind, TARGET_KINDS } from '@/lib/notifications/kinds';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { isStorable, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';

export const TARGET_CHANNELS = ['slack', 'teams', 'webhook'] as const;
export type TargetChannel = (typeof TARGET_CHANNELS)[number];

export const CHANNEL_LABELS: Record<TargetChannel, string> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhook',
};

const MAX_TARGETS = 20;
const MAX_LABEL = 60;
const MAX_URL = 2000;
const MAX_GENERATION = 1000;

/** A target as it is stored and shown. */
export interface NotificationTarget {
  id: string;
  channel: TargetChannel;
  label: string;
  /** Address, encrypted by the console: it authorises to post. */
  sealed: string;
  /** Host of the address, with a port where it names one, and its last characters, for people to recognise it by. */
  host: string;
  ending: string;
  kinds: NoticeKind[];
  /** Generations of the signing secret of a webhook; two while it is rotated. Empty for a chat. */
  secrets: number[];
}

const labelSchema = z
  .string()
  .refine(isStorable, UNSTORABLE_MESSAGE)
  .transform((label) => label.normalize('NFC').trim())
  .refine((label) => label !== '', 'Enter a label.')
  .refine((label) => Array.from(label).length <= MAX_LABEL, `Use at most ${MAX_LABEL} characters.`)
  .refine((label) => findHiddenCharacter(label) === undefined, 'This label has an invisible character.');

const generation = z.int().min(1).max(MAX_GENERATION);

/** Members of a target that are stored as they are entered. */
export const targetMembers = {
  id: z.uuid(),
  channel: z.enum(TARGET_CHANNELS),
  label: labelSchema,
  kinds: z
    .array(z.enum(ALL_NOTICE_KINDS))
    .min(1, 'Choose at least one kind.')
    .refine((kinds) => kinds.every((kind) => TARGET_KINDS.includes(kind)), 'A target cannot get this kind.')
    .refine((kinds) => new Set(kinds).size === kinds.length, 'Choose each kind once.'),
  secrets: z
    .array(generation)
    .max(2)
    .refine((all) => all.every((one, index) => one > (all[index - 1] ?? 0)), 'The secrets are not in order.'),
};

/** Schema of an address as a person enters it. Whether it may be asked is the server's to say. */
export const targetUrlSchema = z
  .string()
  .trim()
  .min(1, 'Enter an address.')
  .max(MAX_URL, `An address has at most ${MAX_URL} characters.`)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'Enter an address that begins with https://.',
  )
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'Remove the user name and password from the address.',
  );

/** Refuses a list with two equal IDs or labels, or with signing secrets where none belong. */
export function refineTargets(
  targets: readonly Pick<NotificationTarget, 'id' | 'label' | 'channel' | 'secrets'>[],
  context: z.RefinementCtx,
): void {
  const addIssue = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (targets.length > MAX_TARGETS) addIssue([], `There are at most ${MAX_TARGETS} targets.`);
  if (new Set(targets.map(({ id }) => id)).size < targets.length) addIssue([], 'List each target once.');
  targets.forEach(({ label, channel, secrets }, index) => {
    if (targets.some((other, place) => place < index && other.label === label))
      addIssue([index, 'label'], `Another target is called “${label}”.`);
    if ((channel === 'webhook') !== secrets.length > 0)
      addIssue([index, 'channel'], channel === 'webhook' ? 'A webhook is signed.' : 'Only webhooks are signed.');
  });
}

/** Difference of one target between two lists. */
export interface TargetChange {
  id: string;
  before: NotificationTarget | undefined;
  after: NotificationTarget | undefined;
}

/** Compares two lists of targets: added and changed ones in the new order, then removed ones. */
export function compareTargets(
  before: readonly NotificationTarget[],
  after: readonly NotificationTarget[],
): TargetChange[] {
  const changed = after
    .map((target) => ({ id: target.id, before: before.find(({ id }) => id === target.id), after: target }))
    .filter((change) => JSON.stringify(sorted(change.before)) !== JSON.stringify(sorted(change.after)));
  const removed = before
    .filter(({ id }) => !after.some((target) => target.id === id))
    .map((target) => ({ id: target.id, before: target, after: undefined }));
  return [...changed, ...removed];
}

function sorted(target: NotificationTarget | undefined): unknown {
  if (!target) return undefined;
  const { id, channel, label, sealed, kinds, secrets } = target;
  return { id, channel, label, sealed, kinds: kinds.toSorted(), secrets };
}

/** Describes a change of one target in plain words, a line each. */
export function describeTargetChange({ before, after }: TargetChange): string[] {
  if (!after) return [];
  const { channel, host, ending, kinds, secrets } = after;
  const to = `${CHANNEL_LABELS[channel]} at ${host}${ending === '' ? '' : `, which ends with ${ending}`}`;
  const told = `Gets: ${nameKinds(kinds)}.`;
  if (!before) return [`Goes to ${to}.`, told];
  const added = kinds.filter((kind) => !before.kinds.includes(kind));
  const removed = before.kinds.filter((kind) => !kinds.includes(kind));
  return [
    ...(before.label === after.label ? [] : [`Was called “${before.label}”.`]),
    ...(before.sealed === after.sealed && before.channel === channel ? [] : [`Goes to ${to} from now on.`]),
    ...(added.length > 0 ? [`Gets as well: ${nameKinds(added)}.`] : []),
    ...(removed.length > 0 ? [`Gets no more: ${nameKinds(removed)}.`] : []),
    ...(before.secrets.join(' ') === secrets.join(' ') ? [] : [describeSecrets(secrets)]),
  ];
}

const nameKinds = (kinds: readonly NoticeKind[]) => kinds.map(deskLabelOf).join('; ');

function describeSecrets(secrets: readonly number[]): string {
  return secrets.length === 2
    ? `Is signed with two secrets, number ${secrets.join(' and number ')}, until the earlier one is removed.`
    : `Is signed with secret number ${secrets.join('')} alone.`;
}
