'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { signStatementAction } from '@/app/(console)/account/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { signWithPasskey } from '@/components/passkeys/passkey-prompt';
import { prompted, useCeremony, valueOf } from '@/components/passkeys/use-ceremony';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { PasskeyFailure, SigningOptions } from '@/lib/passkeys/contract';
import type { Result } from '@/lib/result';

interface SignDialogProps {
  title: string;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  /** Issues the statement to sign. */
  start: () => Promise<Result<SigningOptions, PasskeyFailure>>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation of a change of the key list, and has the reader's passkey sign it. */
export function SignDialog({ title, confirmLabel, look = 'primary', start, onClose, children }: SignDialogProps) {
  const router = useRouter();
  const { isBusy, failure, run } = useCeremony();
  const sign = async () => {
    const options = valueOf(await start());
    const signed = await prompted('sign-list', () => signWithPasskey(options));
    valueOf(await callAction(signStatementAction, signed), 'sign-list');
    onClose();
    router.refresh();
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      look={look}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void run(sign)}
      onClose={onClose}
    >
      {children}
      <p>Your browser asks for your own passkey next.</p>
    </ConfirmDialog>
  );
}
