'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { createDelegationAction, endDelegationAction } from '@/app/(console)/account/actions';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError, useCeremony } from '@/components/passkeys/use-ceremony';
import { RenewSignIn } from '@/components/shell/renew-sign-in';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/form/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import { InputField, SelectField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import {
  type DelegationFailure,
  type DelegationsView,
  type DelegationView,
  explainDelegationFailure,
} from '@/lib/delegation/contract';
import { MAX_DELEGATION_DAYS } from '@/lib/delegation/delegations';

/** Shows who decides for whom, and lets the reader name a delegate for a while. */
export function DelegationPanel({ view }: { view: DelegationsView }) {
  const { roles, candidates, delegations } = view;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title="Delegation"
      aside={candidates.length > 0 && <Button onClick={() => setIsOpen(true)}>Choose a delegate</Button>}
    >
      <div className="space-y-3 text-body">
        <p className="text-dim">
          While you are away, a person with the same role decides for you. The two of you count as one person.
        </p>
        {roles.length > 0 && candidates.length === 0 && <p>Nobody else with your role has signed in yet.</p>}
        {delegations.length > 0 && (
          <ul aria-label="Delegations" className="divide-y divide-line border-t border-line">
            {delegations.map((delegation) => (
              <DelegationLine key={delegation.id} delegation={delegation} />
            ))}
          </ul>
        )}
      </div>
      {isOpen && <CreateDialog view={view} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function State({ state }: Pick<DelegationView, 'state'>) {
  if (state === 'over') return 'Over';
  return state === 'in-force' ? (
    <StatusMark tone="done" label="In force" />
  ) : (
    <StatusMark tone="waiting" label="To come" />
  );
}

function DelegationLine({ delegation }: { delegation: DelegationView }) {
  const { startsAt, endsAt, endedAt, role, reason, isSigned, state, endDenialReason } = delegation;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium">
          <UntrustedText text={describeParties(delegation)} limit={200} />
        </p>
        <p>
          <State state={state} />, {endedAt === null ? 'from' : 'was from'} <Time iso={startsAt} withTime /> to{' '}
          <Time iso={endedAt ?? endsAt} withTime />
        </p>
        <p className="text-dim">
          As {role}: “<UntrustedText text={reason} limit={500} />”{isSigned && ' · signed with a passkey'}
        </p>
      </div>
      {endDenialReason === null && (
        <Button className="self-start" onClick={() => setIsOpen(true)}>
          End delegation
        </Button>
      )}
      {isOpen && <EndDialog delegation={delegation} onClose={() => setIsOpen(false)} />}
    </li>
  );
}

function describeParties({ part, delegatorName, delegateName }: DelegationView): string {
  if (part === 'delegator') return `${delegateName} decides for you`;
  return part === 'delegate' ? `You decide for ${delegatorName}` : `${delegateName} decides for ${delegatorName}`;
}

/** Gives the value of a time field for a moment in the browser's time zone, to the minute. */
function toField(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

const DAY_MS = 86_400_000;

function CreateDialog({ view: { roles, candidates }, onClose }: { view: DelegationsView; onClose: () => void }) {
  const [wanted, setWanted] = useState(() => ({
    id: crypto.randomUUID(),
    delegateId: '',
    role: roles[0] ?? ('approver' as const),
    startsAt: toField(new Date()),
    endsAt: toField(new Date(Date.now() + 7 * DAY_MS)),
    reason: '',
  }));
  const { isBusy, failure, mustRenew, run } = useDelegating(onClose);
  const change = (changes: Partial<typeof wanted>) => setWanted((before) => ({ ...before, ...changes }));
  const able = candidates.filter((candidate) => candidate.roles.some((role) => role === wanted.role));
  const create = () => {
    const [startsAt, endsAt] = [wanted.startsAt, wanted.endsAt].map((text) => new Date(text));
    if (wanted.delegateId === '') throw new CeremonyError(missing('Choose who decides for you.'));
    if (!isTime(startsAt) || !isTime(endsAt)) throw new CeremonyError(missing('Enter both times.'));
    if (wanted.reason.trim() === '') throw new CeremonyError(missing('Enter a reason.'));
    const input = { ...wanted, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    return signWhereAsked(input, createDelegationAction);
  };
  return (
    <ConfirmDialog
      title="Choose a delegate"
      confirmLabel="Delegate"
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure}>{mustRenew && <RenewSignIn />}</ExplanationNotice>}
      onConfirm={() => void run(create)}
      onClose={onClose}
    >
      <SelectField
        id="delegate"
        label="Person"
        value={wanted.delegateId}
        options={[['', 'Choose a person'], ...able.map(({ id, name }) => [id, readableText(name, 80)] as const)]}
        onChoose={(delegateId) => change({ delegateId })}
      />
      {roles.length > 1 && (
        <SelectField
          id="delegate-role"
          label="In the role"
          value={wanted.role}
          options={roles.map((role) => [role, role])}
          onChoose={(role) => change({ role, delegateId: '' })}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <InputField
          id="delegate-from"
          label="From"
          type="datetime-local"
          value={wanted.startsAt}
          onText={(startsAt) => change({ startsAt })}
        />
        <InputField
          id="delegate-until"
          label="Until"
          hint={`At most ${MAX_DELEGATION_DAYS} days.`}
          type="datetime-local"
          value={wanted.endsAt}
          onText={(endsAt) => change({ endsAt })}
        />
      </div>
      <CommentField
        label="Reason"
        isRequired
        value={wanted.reason}
        onChange={(reason) => change({ reason })}
        maxLength={500}
      />
      <p>
        Decisions are marked with both names. They are notified of what waits for your approval, and you are not. Either
        of you and every administrator can end it at any time.
      </p>
    </ConfirmDialog>
  );
}

function EndDialog({ delegation, onClose }: { delegation: DelegationView; onClose: () => void }) {
  const [without, setWithout] = useState<{ signature?: 'declined' }>({});
  const { isBusy, failure, run } = useDelegating(onClose);
  const end = async () => {
    try {
      return await signWhereAsked({ id: delegation.id, ...without }, endDelegationAction);
    } catch (error) {
      if (!(error instanceof CeremonyError)) throw error;
      setWithout({ signature: 'declined' });
      throw new CeremonyError({
        ...error.explanation,
        next: 'Press “End delegation” again to do it without a signature.',
      });
    }
  };
  return (
    <ConfirmDialog
      title={`${readableText(describeParties(delegation), 200)}. End this?`}
      confirmLabel="End delegation"
      look="danger"
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void run(end)}
      onClose={onClose}
    >
      <p>It ends at once. What was decided under it stays as it is.</p>
    </ConfirmDialog>
  );
}

const isTime = (at: Date | undefined): at is Date => at !== undefined && !Number.isNaN(at.getTime());

const missing = (title: string) => ({ title, detail: 'No delegation was changed.', next: '' });

/** Runs an action on a delegation; closes the dialog and loads the page again once it is done. */
function useDelegating(onClose: () => void) {
  const router = useRouter();
  const { isBusy, failure, run } = useCeremony();
  const [mustRenew, setMustRenew] = useState(false);
  return {
    isBusy,
    failure,
    mustRenew,
    run: (act: () => ReturnType<typeof signWhereAsked<object, null, DelegationFailure>>) =>
      run(async () => {
        const outcome = await act();
        if (!outcome.ok) {
          setMustRenew(outcome.error.kind === 'stale-sign-in');
          throw new CeremonyError(explainDelegationFailure(outcome.error));
        }
        onClose();
        router.refresh();
      }),
  };
}
