'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { proposeChange } from '@/app/(console)/_proposals/proposal-steps';
import { suspendPersonAction } from '@/app/(console)/people/actions';
import { callAction } from '@/components/data/call-action';
import { ReasonDialog } from '@/components/data/reason-dialog';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { readableText } from '@/components/values/untrusted-text';
import { Button } from '@/components/ui/button';
import type { PersonView } from '@/lib/identity/suspensions';

interface SuspendPersonProps {
  person: Pick<PersonView, 'id' | 'name' | 'suspendDenialReason'>;
  /** True where one administrator would be left, who could not lift the suspension alone. */
  isLeavingOneAdmin: boolean;
}

/** Shows the button that suspends a person, and asks for a reason. */
export function SuspendPerson({ person, isLeavingOneAdmin }: SuspendPersonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const name = readableText(person.name, 80);
  if (person.suspendDenialReason !== null)
    return <p className="text-label text-dim max-lg:col-span-2 lg:text-right">{person.suspendDenialReason}</p>;
  return (
    <div className="max-lg:col-start-2 max-lg:row-start-1 lg:text-right">
      <Button look="quiet" aria-label={`Suspend ${name}`} onClick={() => setIsOpen(true)}>
        Suspend
      </Button>
      {isOpen && (
        <SuspendDialog
          personId={person.id}
          name={name}
          isLeavingOneAdmin={isLeavingOneAdmin}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

interface SuspendDialogProps {
  personId: string;
  name: string;
  isLeavingOneAdmin: boolean;
  onClose: () => void;
}

function SuspendDialog({ personId, name, isLeavingOneAdmin, onClose }: SuspendDialogProps) {
  return (
    <ReasonDialog
      title={`Suspend ${name}?`}
      confirmLabel="Suspend"
      hint="Recorded in the audit log and shown to administrators."
      act={(reason) => callAction(suspendPersonAction, { personId, reason })}
      unknownOutcome={{
        detail: 'The person may or may not be suspended.',
        next: 'Load the page again to check.',
      }}
      onClose={onClose}
    >
      <p>
        All sessions of this person end now, and the person cannot sign in. Their approvals of withdrawals that were not
        sent no longer count; those withdrawals wait for another approver. Withdrawals that were sent cannot be
        recalled.
      </p>
      <p>Two administrators can lift the suspension.</p>
      {isLeavingOneAdmin && (
        <p className="font-medium">
          You will be the only administrator. Until another one signs in, nobody can lift a suspension or resume
          sending.
        </p>
      )}
    </ReasonDialog>
  );
}

interface LiftSuspensionProps {
  personId: string;
  name: string;
  /** Sentence that says why lifting the suspension cannot be proposed now. */
  denialReason: string | undefined;
}

/** Shows the button that proposes to lift a suspension. */
export function LiftSuspension({ personId, name, denialReason }: LiftSuspensionProps) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const shownName = readableText(name, 80);
  return (
    <div className="flex flex-wrap items-center gap-2 max-lg:col-span-2 lg:justify-end">
      <Button
        aria-label={`Propose to lift the suspension of ${shownName}`}
        disabled={denialReason !== undefined}
        onClick={() => setIsOpen(true)}
      >
        Propose to lift
      </Button>
      <span className="text-label text-dim empty:hidden">{denialReason}</span>
      {isOpen && (
        <ProposeDialog
          title={`Propose to lift the suspension of ${shownName}?`}
          confirmLabel="Propose to lift"
          propose={(comment) => proposeChange({ kind: 'lift-suspension', subject: personId, payload: {}, comment })}
          onProposed={() => router.refresh()}
          onClose={() => setIsOpen(false)}
        >
          <p>The person stays suspended until another administrator confirms. Approvals from before stay void.</p>
        </ProposeDialog>
      )}
    </div>
  );
}
