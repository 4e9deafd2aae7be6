'use client';

import { useState } from 'react';
import { startAddingOriginAction, startChangingRightsAction } from '@/app/(console)/account/actions';
import { SignDialog } from '@/app/(console)/account/sign-dialog';
import { callAction } from '@/components/data/call-action';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import type { KeyListChange, Passkeys } from '@/lib/passkeys/contract';
import { joinList } from '@/lib/text/join-list';

/** Shows at which addresses passkeys sign, and the changes of the key list that wait for a second administrator. */
export function KeyListChanges({ passkeys: { origins, changes, root } }: { passkeys: Passkeys }) {
  if (root === null) return null;
  return (
    <Panel title="Addresses and roles">
      <div className="space-y-3 text-body">
        {changes.length > 0 && (
          <ul aria-label="Changes to sign" className="divide-y divide-line border-y border-line">
            {changes.map((change) => (
              <ChangeLine key={nameOf(change)} change={change} />
            ))}
          </ul>
        )}
        <p>Passkeys sign at {origins.length === 1 ? 'this address' : 'these addresses'} of the console:</p>
        <ul aria-label="Addresses of the console" className="font-mono text-label [overflow-wrap:anywhere]">
          {origins.map((origin) => (
            <li key={origin}>{origin}</li>
          ))}
        </ul>
        <AddAddress />
      </div>
    </Panel>
  );
}

function nameOf(change: KeyListChange): string {
  return change.kind === 'rights' ? JSON.stringify([change.personId, change.roles, change.groups]) : change.origin;
}

function describeChange(change: KeyListChange): string {
  if (change.kind === 'origin.add') return `Passkeys also sign at ${readableText(change.origin, 300)}.`;
  const name = readableText(change.personName, 80);
  const groups = change.groups.length === 0 ? '' : ` They count in ${joinList(change.groups)}.`;
  return change.roles.length === 0
    ? `The passkeys of ${name} sign in no role.${groups}`
    : `The passkeys of ${name} sign as ${joinList(change.roles, 'or')}, at most.${groups}`;
}

function ChangeLine({ change }: { change: KeyListChange }) {
  const [isOpen, setIsOpen] = useState(false);
  const { signedBy, signedAt, blockReason } = change;
  const reasonId = `reason-${nameOf(change)}`;
  const start = () =>
    change.kind === 'rights'
      ? callAction(startChangingRightsAction, { personId: change.personId, roles: change.roles, groups: change.groups })
      : callAction(startAddingOriginAction, { origin: change.origin });
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 py-2 [overflow-wrap:anywhere]">
      <div className="min-w-0">
        <p>{describeChange(change)}</p>
        <p className="text-label text-dim">
          Signed by <UntrustedText text={joinList(signedBy)} limit={200} />, <Time iso={signedAt} />
        </p>
        {blockReason !== null && (
          <p id={reasonId} className="text-label text-dim">
            {blockReason}
          </p>
        )}
      </div>
      <Button
        look="primary"
        disabled={blockReason !== null}
        aria-describedby={blockReason === null ? undefined : reasonId}
        onClick={() => setIsOpen(true)}
      >
        Sign as well
      </Button>
      {isOpen && (
        <SignDialog
          title="Sign this change as well?"
          confirmLabel="Sign the change"
          start={start}
          onClose={() => setIsOpen(false)}
        >
          <p>{describeChange(change)} It takes effect once you sign it too.</p>
        </SignDialog>
      )}
    </li>
  );
}

function AddAddress() {
  const [origin, setOrigin] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <form
      className="space-y-2 border-t border-line pt-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        setIsOpen(true);
      }}
    >
      <InputField
        id="new-origin"
        label="Further address of the console"
        hint="Two administrators sign it before the console moves. It begins with https:// and has the name of the key list."
        value={origin}
        maxLength={300}
        placeholder="https://"
        onText={setOrigin}
      />
      <Button type="submit" disabled={origin.trim() === ''}>
        Add an address
      </Button>
      {isOpen && (
        <SignDialog
          title="Add this address?"
          confirmLabel="Sign the change"
          start={() => callAction(startAddingOriginAction, { origin })}
          onClose={() => setIsOpen(false)}
        >
          <p className="font-mono [overflow-wrap:anywhere]">{readableText(origin.trim(), 300)}</p>
          <p>What is signed there counts from then on. A second administrator must sign the same address.</p>
        </SignDialog>
      )}
    </form>
  );
}
