'use client';

import { useState } from 'react';
import { startChangingRightsAction } from '@/app/(console)/account/actions';
import { SignDialog } from '@/app/(console)/account/sign-dialog';
import { Button } from '@/components/ui/button';
import { OptionRow } from '@/components/ui/option-row';
import { readableText } from '@/components/values/untrusted-text';
import type { Role } from '@/lib/identity/roles';
import type { PasskeyView } from '@/lib/passkeys/contract';

const SIGNING_ROLES = ['finance', 'approver', 'support', 'admin'] as const satisfies readonly Role[];

/** Lets an administrator change in which roles the passkeys of somebody else sign. */
export function ChangeRights({ passkey }: { passkey: PasskeyView }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = readableText(passkey.ownerName, 80);
  return (
    <>
      <Button aria-label={`Change what ${name} signs as`} onClick={() => setIsOpen(true)}>
        Change roles
      </Button>
      {isOpen && <RightsDialog passkey={passkey} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RightsDialog({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const { ownerId, ownerName } = passkey;
  const [roles, setRoles] = useState<readonly Role[]>(passkey.roles);
  const toggle = (role: Role) =>
    setRoles(roles.includes(role) ? roles.filter((other) => other !== role) : [...roles, role]);
  return (
    <SignDialog
      title={`What may ${readableText(ownerName, 80)} sign as?`}
      confirmLabel="Sign the change"
      start={() => startChangingRightsAction({ personId: ownerId, roles })}
      onClose={onClose}
    >
      <fieldset className="space-y-1">
        <legend className="mb-1 text-label font-medium">All passkeys of this person sign as</legend>
        {SIGNING_ROLES.map((role) => (
          <OptionRow
            key={role}
            id={`rights-${role}`}
            label={role}
            count={undefined}
            isChosen={roles.includes(role)}
            onToggle={() => toggle(role)}
          />
        ))}
      </fieldset>
      <p>
        This only limits: the identity provider must give a role as well. Approvals in a role that is taken away count
        no longer for withdrawals that were not sent yet. A second administrator must sign the same change.
      </p>
    </SignDialog>
  );
}
