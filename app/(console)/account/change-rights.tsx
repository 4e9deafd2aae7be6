'use client';

import { useState } from 'react';
import { startChangingRightsAction } from '@/app/(console)/account/actions';
import { SignDialog } from '@/app/(console)/account/sign-dialog';
import { callAction } from '@/components/data/call-action';
import { Button } from '@/components/ui/button';
import { OptionRow } from '@/components/ui/option-row';
import { readableText } from '@/components/values/untrusted-text';
import { type Role, SIGNING_ROLES } from '@/lib/identity/roles';
import type { PasskeyView } from '@/lib/passkeys/contract';

/** Lets an administrator change in which roles and groups another person's passkeys sign. */
export function ChangeRights({ passkey, groups }: { passkey: PasskeyView; groups: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = readableText(passkey.ownerName, 80);
  return (
    <>
      <Button aria-label={`Change what ${name} signs as`} onClick={() => setIsOpen(true)}>
        Change roles
      </Button>
      {isOpen && <RightsDialog passkey={passkey} groups={groups} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RightsDialog({
  passkey,
  groups: known,
  onClose,
}: {
  passkey: PasskeyView;
  groups: readonly string[];
  onClose: () => void;
}) {
  const { ownerId, ownerName } = passkey;
  const [roles, setRoles] = useState<readonly Role[]>(passkey.roles);
  const [groups, setGroups] = useState<readonly string[]>(passkey.groups);
  const offered = [...new Set([...known, ...passkey.groups])];
  return (
    <SignDialog
      title={`What may ${readableText(ownerName, 80)} sign as?`}
      confirmLabel="Sign the change"
      start={() => callAction(startChangingRightsAction, { personId: ownerId, roles, groups })}
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
            onToggle={() => setRoles(toggle(roles, role))}
          />
        ))}
      </fieldset>
      {offered.length > 0 && (
        <fieldset className="space-y-1">
          <legend className="mb-1 text-label font-medium">They count in these groups of approvers</legend>
          {offered.map((group) => (
            <OptionRow
              key={group}
              id={`group-${group}`}
              label={group}
              count={undefined}
              isChosen={groups.includes(group)}
              onToggle={() => setGroups(toggle(groups, group))}
            />
          ))}
        </fieldset>
      )}
      <p>
        This only limits: the identity provider must give a role as well, and the page “Groups” must list the person.
        Approvals in a role that is taken away count no longer for withdrawals that were not sent yet. A second
        administrator must sign the same change.
      </p>
    </SignDialog>
  );
}

function toggle<Item>(chosen: readonly Item[], item: Item): Item[] {
  return chosen.includes(item) ? chosen.filter((other) => other !== item) : [...chosen, item];
}
