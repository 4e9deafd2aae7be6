'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { proposeChange } from '@/app/(console)/_proposals/proposal-steps';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { UntrustedText } from '@/components/values/untrusted-text';

interface ExternalProfilesProps {
  version: number;
  profiles: readonly string[];
  /** Sentence that says why the reader cannot propose a change now. */
  mayChange: boolean;
  /** Sentence that says why a change cannot be proposed now. */
  denialReason: string | undefined;
}

/** Shows the profiles from which others may send without an alarm, and proposes a change of them. */
export function ExternalProfiles({ version, profiles, mayChange, denialReason }: ExternalProfilesProps) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState(profiles.join('\n'));
  return (
    <Panel title="Profiles that others send from">
      <ProfileList profiles={profiles} />
      {mayChange && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Button
            disabled={denialReason !== undefined}
            onClick={() => {
              setTyped(profiles.join('\n'));
              setIsOpen(true);
            }}
          >
            Propose a change
          </Button>
          <span className="text-label text-dim">{denialReason}</span>
        </p>
      )}
      {isOpen && (
        <ProposeDialog
          title="Propose other profiles?"
          confirmLabel="Propose"
          propose={(comment) =>
            proposeChange({
              kind: 'external-profiles',
              subject: 'external-profiles',
              payload: { basedOn: version, value: typed.split(/\s+/).filter(Boolean) },
              comment,
            })
          }
          onProposed={() => router.refresh()}
          onClose={() => setIsOpen(false)}
        >
          <p>Anyone with the service’s credential can withdraw from these profiles without an alarm here.</p>
          <Field id="external-profiles" label="Profiles of others (one per line)">
            <textarea
              id="external-profiles"
              rows={4}
              className={`${CONTROL} font-mono`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </ProposeDialog>
      )}
    </Panel>
  );
}

/** Lists profile IDs, or says that there are none. */
export function ProfileList({ profiles }: { profiles: readonly string[] }) {
  if (profiles.length === 0)
    return (
      <p className="text-body text-dim">No profiles. Every withdrawal that was not requested here raises an alarm.</p>
    );
  return (
    <ul className="font-mono text-body [overflow-wrap:anywhere]">
      {profiles.map((profile) => (
        <li key={profile}>
          <UntrustedText text={profile} />
        </li>
      ))}
    </ul>
  );
}
