'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { addPasskeyAction, registerPasskeyAction, signStatementAction } from '@/app/(console)/account/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { createPasskey, signWithPasskey } from '@/components/passkeys/passkey-prompt';
import { prompted, useCeremony, valueOf } from '@/components/passkeys/use-ceremony';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { MAX_NAME_LENGTH, type SigningOptions } from '@/lib/passkeys/contract';

const STEPS = {
  create: 'Step 1 of 2: create the passkey. Follow the prompt of your browser.',
  sign: 'Step 2 of 2: sign with the new passkey. Follow the prompt of your browser.',
  done: 'The passkey is added. It counts once two administrators have confirmed it: read them its fingerprint.',
} as const;

/** Adds a passkey of the reader in two touches: the browser creates it, then it signs what it is added as. */
export function AddPasskey() {
  const router = useRouter();
  const [name, setName] = useState('');
  const [issue, setIssue] = useState<string>();
  const [step, setStep] = useState<keyof typeof STEPS>();
  const [toSign, setToSign] = useState<SigningOptions>();
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, failure, run } = useCeremony();

  const sign = async (options: SigningOptions) => {
    setStep('sign');
    const signed = await prompted('sign-new', () => signWithPasskey(options));
    valueOf(await callAction(signStatementAction, signed), 'sign-new');
    setToSign(undefined);
    setName('');
    setStep('done');
    router.refresh();
  };
  const add = async () => {
    setToSign(undefined);
    setStep('create');
    const options = valueOf(await callAction(addPasskeyAction, { name }));
    const created = await prompted('add', () => createPasskey(options));
    const signing = valueOf(await callAction(registerPasskeyAction, created), 'add');
    if (!signing) return;
    setToSign(signing);
    await sign(signing);
  };
  const submit = () => {
    const isEmpty = name.trim() === '';
    setIssue(isEmpty ? 'Enter a name, such as the device that has the passkey.' : undefined);
    if (isEmpty) field.current?.focus();
    else void run(add);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="space-y-3"
    >
      <div className="flex flex-wrap items-start gap-3">
        <InputField
          ref={field}
          id="passkey-name"
          label="Name"
          hint="Such as the device that holds the passkey."
          error={issue}
          className="w-full max-w-80"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          onText={setName}
        />
        {/* In line with the control beside it, below the height of a label. */}
        <div className="sm:pt-6">
          <Button type="submit" look="primary" disabled={isBusy} aria-busy={isBusy}>
            Add a passkey
          </Button>
        </div>
      </div>
      <p role="status" className="text-body empty:hidden">
        {failure === undefined && step !== undefined && STEPS[step]}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && (
          <ExplanationNotice explanation={failure}>
            {toSign && (
              <p>
                <Button disabled={isBusy} onClick={() => void run(() => sign(toSign))}>
                  Repeat step 2
                </Button>
              </p>
            )}
          </ExplanationNotice>
        )}
      </div>
    </form>
  );
}
