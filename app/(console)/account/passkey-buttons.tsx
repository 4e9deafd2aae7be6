'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import {
  renamePasskeyAction,
  signStatementAction,
  startConfirmingAction,
  startRemovingAction,
  withdrawPasskeyAction,
} from '@/app/(console)/account/actions';
import { ChangeRights } from '@/app/(console)/account/change-rights';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { signWithPasskey } from '@/components/passkeys/passkey-prompt';
import { prompted, useCeremony, valueOf } from '@/components/passkeys/use-ceremony';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { InputField } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import { MAX_NAME_LENGTH, type PasskeyView } from '@/lib/passkeys/contract';
import { joinList } from '@/lib/text/join-list';
import { formatFingerprint } from '@/lib/passkeys/fingerprint';

type Choice = 'confirm' | 'rename' | 'remove' | 'withdraw';

/** Shows what the reader can do with a passkey. A button that does nothing now says why beside it. */
export function PasskeyButtons({ passkey, groups }: { passkey: PasskeyView; groups: readonly string[] }) {
  const [choice, setChoice] = useState<Choice>();
  const { isOwn, state, confirmBlockReason, removeBlockReason } = passkey;
  const name = readableText(passkey.name, 80);
  const isConfirmable = !isOwn && state === 'waiting';
  const reason = isConfirmable ? confirmBlockReason : removeBlockReason;
  const reasonId = `reason-${passkey.credentialId}`;
  return (
    <div className="min-w-0 space-y-1 lg:text-right print:hidden">
      <div className="flex flex-wrap gap-2 lg:justify-end">
        {isConfirmable && (
          <Button
            look="primary"
            aria-label={`Confirm the passkey ${name}`}
            aria-describedby={confirmBlockReason === null ? undefined : reasonId}
            disabled={confirmBlockReason !== null}
            onClick={() => setChoice('confirm')}
          >
            Confirm
          </Button>
        )}
        {isOwn && (
          <Button aria-label={`Rename the passkey ${name}`} onClick={() => setChoice('rename')}>
            Rename
          </Button>
        )}
        {isOwn && state === 'waiting' && (
          <Button look="danger" aria-label={`Withdraw the passkey ${name}`} onClick={() => setChoice('withdraw')}>
            Withdraw
          </Button>
        )}
        {state === 'active' && !isOwn && <ChangeRights passkey={passkey} groups={groups} />}
        {state === 'active' && (
          <Button
            look="danger"
            aria-label={`Remove the passkey ${name}`}
            aria-describedby={removeBlockReason === null ? undefined : reasonId}
            disabled={removeBlockReason !== null}
            onClick={() => setChoice('remove')}
          >
            Remove
          </Button>
        )}
      </div>
      {reason !== null && (
        <p id={reasonId} className="text-label text-dim">
          {reason}
        </p>
      )}
      {choice !== undefined && <ChoiceDialog choice={choice} passkey={passkey} onClose={() => setChoice(undefined)} />}
    </div>
  );
}

const TEXTS: Record<Choice, { title: string; label: string; look: 'primary' | 'danger' }> = {
  confirm: { title: 'Confirm this passkey?', label: 'Confirm', look: 'primary' },
  rename: { title: 'Rename this passkey?', label: 'Rename', look: 'primary' },
  remove: { title: 'Remove this passkey?', label: 'Remove', look: 'danger' },
  withdraw: { title: 'Withdraw this passkey?', label: 'Withdraw', look: 'danger' },
};

function ChoiceDialog({ choice, passkey, onClose }: { choice: Choice; passkey: PasskeyView; onClose: () => void }) {
  const router = useRouter();
  const [name, setName] = useState(passkey.name);
  const { isBusy, failure, run } = useCeremony();
  const { credentialId } = passkey;
  const act = async () => {
    if (choice === 'rename') valueOf(await callAction(renamePasskeyAction, { credentialId, name }));
    else if (choice === 'withdraw') valueOf(await callAction(withdrawPasskeyAction, { credentialId }));
    else {
      const options = valueOf(
        await callAction(choice === 'confirm' ? startConfirmingAction : startRemovingAction, { credentialId }),
      );
      const signed = await prompted('sign-list', () => signWithPasskey(options));
      valueOf(await callAction(signStatementAction, signed), 'sign-list');
    }
    onClose();
    router.refresh();
  };
  const { title, label, look } = TEXTS[choice];
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      look={look}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void run(act)}
      onClose={onClose}
    >
      {choice === 'rename' ? (
        <InputField id="passkey-new-name" label="New name" value={name} maxLength={MAX_NAME_LENGTH} onText={setName} />
      ) : (
        <Consequence choice={choice} passkey={passkey} />
      )}
    </ConfirmDialog>
  );
}

function Consequence({ choice, passkey }: { choice: Choice; passkey: PasskeyView }) {
  const { ownerName, roles, groups, fingerprint, isOwn } = passkey;
  const name = readableText(passkey.name, 80);
  if (choice === 'withdraw') return <p>“{name}” can then not be confirmed any more. You can add another passkey.</p>;
  if (choice === 'remove')
    return (
      <>
        <p>
          “{name}” signs nothing from then on. What it signed counts no longer for withdrawals that were not sent yet.
          What was sent, and changes that were confirmed, stay as they are.{' '}
          {isOwn ? 'This takes effect at once.' : 'A second administrator must sign the removal as well.'}
        </p>
        {roles.includes('admin') && (
          <p>
            Passkeys are confirmed and removed by two administrators with passkeys of their own. If fewer are left, only
            a new set-up of the key list helps.
          </p>
        )}
        <p>Your browser asks for your passkey next.</p>
      </>
    );
  return (
    <>
      <p>
        {readableText(ownerName, 80)} can then sign with “{name}”
        {roles.length > 0 && ` as ${roles.join(', ')}, where the identity provider gives the role as well`}.
        {groups.length > 0 && ` It counts in ${joinList(groups)}.`}
      </p>
      <p>The owner must have read you this fingerprint:</p>
      <p className="font-mono">{formatFingerprint(fingerprint)}</p>
      <p>Your browser asks for your own passkey next.</p>
    </>
  );
}
