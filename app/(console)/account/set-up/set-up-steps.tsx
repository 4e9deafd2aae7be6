'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import {
  beginSetUpAction,
  cancelSetUpAction,
  closeSetUpAction,
  joinSetUpAction,
  registerPasskeyAction,
  signStatementAction,
  startAgreeingAction,
} from '@/app/(console)/account/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { createPasskey, signWithPasskey } from '@/components/passkeys/passkey-prompt';
import { prompted, useCeremony, valueOf } from '@/components/passkeys/use-ceremony';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { formatFingerprint } from '@/lib/passkeys/fingerprint';
import { MAX_NAME_LENGTH, MIN_ADMINISTRATORS, type SetUpMember, type SetUpView } from '@/lib/passkeys/contract';

type Running = Exclude<SetUpView, { step: 'blocked' | 'done' }>;
const REFRESH_MS = 3000;

/** Leads an administrator through the set-up of the key list; the page follows what the others do. */
export function SetUpSteps({ setUp }: { setUp: Running }) {
  const router = useRouter();
  const { isBusy, failure, run } = useCeremony();
  const isRunning = setUp.step !== 'none';
  useEffect(() => {
    if (!isRunning || isBusy) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [router, isRunning, isBusy]);
  const act = (work: () => Promise<void>) =>
    void run(async () => {
      await work();
      router.refresh();
    });
  return (
    <div className="space-y-4">
      <div role="alert" className="empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
      {setUp.step === 'none' && <Begin setUp={setUp} isBusy={isBusy} act={act} />}
      {setUp.step === 'open' && <Join setUp={setUp} isBusy={isBusy} act={act} />}
      {setUp.step === 'compare' && <Compare setUp={setUp} isBusy={isBusy} act={act} />}
      {setUp.step !== 'none' && (
        <p className="flex flex-wrap items-center gap-3 text-body text-dim">
          <Button
            look="danger"
            disabled={isBusy}
            onClick={() => act(async () => void valueOf(await callAction(cancelSetUpAction)))}
          >
            Cancel the set-up
          </Button>
          <span>
            The set-up ends <Time iso={setUp.endsAt} withTime />. Cancelling keeps nothing of it.
          </span>
        </p>
      )}
    </div>
  );
}

interface StepProps<Step extends Running['step']> {
  setUp: Extract<Running, { step: Step }>;
  isBusy: boolean;
  act: (work: () => Promise<void>) => void;
}

function Begin({ setUp: { canBegin }, isBusy, act }: StepProps<'none'>) {
  return (
    <Panel title="Begin">
      {canBegin ? (
        <div className="space-y-3 text-body">
          <p className="max-w-reading">
            In this sandbox any administrator begins the set-up here. In production it begins with{' '}
            <code>npm run proof:init</code>, which prints a one-time code.
          </p>
          <Button
            look="primary"
            disabled={isBusy}
            onClick={() => act(async () => void valueOf(await callAction(beginSetUpAction)))}
          >
            Begin the set-up
          </Button>
        </div>
      ) : (
        <p className="max-w-reading text-body">
          No set-up is open. The operator of the console runs <code>npm run proof:init</code>, which prints a one-time
          code for thirty minutes. Enter the code on this page.
        </p>
      )}
    </Panel>
  );
}

function Join({ setUp, isBusy, act }: StepProps<'open'>) {
  const { needsCode, hasJoined, members } = setUp;
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const join = async () => {
    const options = valueOf(await callAction(joinSetUpAction, { name, code }));
    const created = await prompted('join', () => createPasskey(options));
    valueOf(await callAction(registerPasskeyAction, created), 'join');
  };
  const missing = Math.max(0, MIN_ADMINISTRATORS - members.length);
  return (
    <Panel title="Step 1 of 2: each administrator adds a passkey">
      <div className="space-y-3 text-body">
        <Members members={members} describe={() => 'Passkey added'} />
        {hasJoined ? (
          <>
            <p className="max-w-reading">
              Your passkey is in. {missing > 0 ? 'Wait for another administrator.' : 'Go on once everyone is in:'}
            </p>
            <Button
              look="primary"
              disabled={isBusy || missing > 0}
              onClick={() => act(async () => void valueOf(await callAction(closeSetUpAction)))}
            >
              Everyone is in
            </Button>
          </>
        ) : (
          <form
            noValidate
            className="space-y-3"
            onSubmit={(event) => {
              event.preventDefault();
              act(join);
            }}
          >
            {needsCode && (
              <InputField
                id="set-up-code"
                label="One-time code"
                className="w-full max-w-80"
                value={code}
                maxLength={100}
                onText={setCode}
              />
            )}
            <InputField
              id="set-up-name"
              label="Name"
              hint="Such as the device that holds the passkey."
              className="w-full max-w-80"
              value={name}
              maxLength={MAX_NAME_LENGTH}
              onText={setName}
            />
            <Button type="submit" look="primary" disabled={isBusy} aria-busy={isBusy}>
              Add a passkey
            </Button>
          </form>
        )}
      </div>
    </Panel>
  );
}

function Compare({ setUp, isBusy, act }: StepProps<'compare'>) {
  const { fingerprint, hasJoined, hasAgreed, members } = setUp;
  return (
    <Panel title="Step 2 of 2: all compare the fingerprint and sign it">
      <div className="space-y-3 text-body">
        <p className="max-w-reading">
          Read the fingerprint to each other. If all of you see the same, sign it with the passkey that you added. If
          not, cancel the set-up: what you agree to was changed.
        </p>
        <p role="group" aria-label="Fingerprint" className="font-mono text-heading [overflow-wrap:anywhere]">
          {formatFingerprint(fingerprint)}
        </p>
        <Members members={members} describe={({ hasAgreed: isDone }) => (isDone ? 'Agreed' : 'Has not agreed yet')} />
        {hasJoined && !hasAgreed && (
          <Button look="primary" disabled={isBusy} aria-busy={isBusy} onClick={() => act(agree)}>
            The fingerprint is the same
          </Button>
        )}
        {hasAgreed && <p>You have agreed. Wait for the others.</p>}
        {!hasJoined && <p>You have no passkey in this set-up. Two administrators can confirm yours afterwards.</p>}
      </div>
    </Panel>
  );
}

async function agree(): Promise<void> {
  const options = valueOf(await callAction(startAgreeingAction));
  const signed = await prompted('sign-list', () => signWithPasskey(options));
  valueOf(await callAction(signStatementAction, signed), 'sign-list');
}

function Members({
  members,
  describe,
}: {
  members: readonly SetUpMember[];
  describe: (member: SetUpMember) => string;
}) {
  if (members.length === 0) return <p className="text-dim">Nobody has added a passkey yet.</p>;
  return (
    <ul aria-label="Members of the set-up" className="divide-y divide-line border-y border-line">
      {members.map((member) => (
        <li key={member.personId} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <UntrustedText text={member.name} limit={80} />
            {member.isOwn && ' (you)'}: <UntrustedText text={member.passkeyName} limit={80} />
          </span>
          <StatusMark tone={describe(member).startsWith('Has not') ? 'waiting' : 'done'} label={describe(member)} />
        </li>
      ))}
    </ul>
  );
}
