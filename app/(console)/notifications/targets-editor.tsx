'use client';

import { useState } from 'react';
import { ProposalForm } from '@/app/(console)/_proposals/proposal-form';
import { TargetChanges } from '@/app/(console)/notifications/target-changes';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { Button } from '@/components/ui/button';
import { InputField, SelectField } from '@/components/ui/field';
import { OptionRow } from '@/components/ui/option-row';
import { deskLabelOf, NOTICE_KINDS, type NoticeKind, TARGET_KINDS } from '@/lib/notifications/kinds';
import {
  CHANNEL_LABELS,
  compareTargets,
  type NotificationTarget,
  TARGET_CHANNELS,
  type TargetChannel,
  targetUrlSchema,
} from '@/lib/notifications/targets';

interface TargetsEditorProps {
  /** Version in force, from which the change starts. */
  basedOn: number;
  targets: readonly NotificationTarget[];
  /** Sentence that says why the reader cannot propose a change now. */
  denialReason: string | undefined;
}

/** Editor in which an administrator proposes where notifications go. Nothing changes before a second one confirms. */
export function TargetsEditor(props: TargetsEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason}>
      {(onClose) => <TargetsForm {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

/** A target as it is edited; `url` is empty where the stored address stays. */
interface Draft extends NotificationTarget {
  url: string;
}

const createDraft = (): Draft => ({
  id: crypto.randomUUID(),
  channel: 'slack',
  label: '',
  url: '',
  sealed: '',
  host: '',
  ending: '',
  kinds: TARGET_KINDS.filter((kind) => NOTICE_KINDS[kind].isUsual),
  secrets: [],
});

/** Gives a draft as it will be stored, as far as the browser can tell. */
function preview({ url, ...target }: Draft): NotificationTarget {
  if (url === '') return target;
  const { host, pathname, search } = new URL(url);
  return { ...target, sealed: url, host, ending: (pathname + search).slice(-4) };
}

/** Gives what is proposed: with the new address, or with the stored one. */
function toProposed({ url, sealed, host, ending, ...members }: Draft) {
  return url === '' ? { ...members, sealed, host, ending } : { ...members, url };
}

/** Explains what is missing in a draft; undefined where nothing is. */
function findProblem({ label, url, sealed, kinds }: Draft): string | undefined {
  if (label.trim() === '') return 'Enter a label.';
  if (url === '' && sealed === '') return `Enter the webhook address of “${label}”.`;
  const given = url === '' ? undefined : targetUrlSchema.safeParse(url);
  if (given?.success === false) return given.error.issues[0]?.message;
  return kinds.length === 0 ? `Choose what “${label}” is notified of.` : undefined;
}

function TargetsForm({ basedOn, targets, onClose }: TargetsEditorProps & { onClose: () => void }) {
  const [initial] = useState<Draft[]>(() =>
    targets.length > 0 ? targets.map((target) => ({ ...target, url: '' })) : [createDraft()],
  );
  const [drafts, setDrafts] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [reviewed, setReviewed] = useState<Draft[]>();
  const change = (id: string, changes: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));
  const review = () => {
    const found = drafts.map(findProblem).find((reason) => reason !== undefined);
    const isSame = found === undefined && compareTargets(targets, drafts.map(preview)).length === 0;
    setProblem(isSame ? 'Nothing is changed yet.' : found);
    if (found === undefined && !isSame) setReviewed(drafts);
  };
  return (
    <ProposalForm
      title="Propose a change"
      isChanged={drafts !== initial}
      onReview={review}
      problem={problem}
      reviewed={
        reviewed && {
          proposal: {
            kind: 'notification-targets',
            subject: 'notification-targets',
            payload: { basedOn, value: reviewed.map(toProposed) },
          },
          changes: <TargetChanges before={targets} after={reviewed.map(preview)} />,
        }
      }
      onEdit={() => setReviewed(undefined)}
      onClose={onClose}
    >
      <div className="space-y-3">
        {drafts.map((draft) => (
          <TargetFields
            key={draft.id}
            draft={draft}
            onChange={(changes) => change(draft.id, changes)}
            onRemove={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
          />
        ))}
      </div>
      <Button className="mt-3" onClick={() => setDrafts([...drafts, createDraft()])}>
        Add a target
      </Button>
    </ProposalForm>
  );
}

interface TargetFieldsProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  onRemove: () => void;
}

function TargetFields({ draft, onChange, onRemove }: TargetFieldsProps) {
  const { id, channel, label, url, sealed, host, ending } = draft;
  const called = label === '' ? 'new target' : label;
  return (
    <fieldset className="rounded-control border border-line p-3">
      <legend className="px-1 text-body font-medium [overflow-wrap:anywhere]">{called}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <InputField id={`label-${id}`} label="Label" value={label} onText={(text) => onChange({ label: text })} />
        <SelectField
          id={`channel-${id}`}
          label="Kind of target"
          value={channel}
          options={TARGET_CHANNELS.map((each) => [each, CHANNEL_LABELS[each]])}
          onChoose={(each) => onChange(toChannel(each))}
        />
        <InputField
          id={`url-${id}`}
          label="Webhook URL"
          className="sm:col-span-2"
          hint={
            sealed === ''
              ? 'Anyone who has it can post there. It is not shown again.'
              : `Stored: ${host}${ending === '' ? '' : `, ends with ${ending}`}. Leave empty to keep it.`
          }
          isCode
          value={url}
          spellCheck={false}
          placeholder="https://"
          onText={(text) => onChange({ url: text.trim() })}
        />
      </div>
      <KindOptions draft={draft} onChange={onChange} />
      <div className="mt-3 flex flex-wrap gap-2">
        {channel === 'webhook' && <Rotation draft={draft} onChange={onChange} />}
        <Button look="danger" onClick={onRemove}>
          Remove<span className="sr-only"> {called}</span>
        </Button>
      </div>
    </fieldset>
  );
}

/** Gives what changes with the kind of target: a webhook is signed, a chat is not. */
const toChannel = (channel: TargetChannel): Partial<Draft> => ({ channel, secrets: channel === 'webhook' ? [1] : [] });

function KindOptions({ draft: { id, kinds }, onChange }: Omit<TargetFieldsProps, 'onRemove'>) {
  const toggle = (kind: NoticeKind) =>
    onChange({ kinds: kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind] });
  return (
    <fieldset className="mt-3">
      <legend className="text-label text-dim">Notified of</legend>
      <div className="grid gap-x-4 lg:grid-cols-2">
        {TARGET_KINDS.map((kind) => (
          <OptionRow
            key={kind}
            id={`${kind}-${id}`}
            label={deskLabelOf(kind)}
            count={undefined}
            isChosen={kinds.includes(kind)}
            onToggle={() => toggle(kind)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Rotates the signing secret: a second one signs beside the first, until the first is removed. */
function Rotation({ draft: { secrets }, onChange }: Omit<TargetFieldsProps, 'onRemove'>) {
  const newest = secrets.at(-1) ?? 0;
  return secrets.length < 2 ? (
    <Button onClick={() => onChange({ secrets: [...secrets, newest + 1] })}>Add a new signing secret</Button>
  ) : (
    <Button onClick={() => onChange({ secrets: [newest] })}>Remove the earlier signing secret</Button>
  );
}
