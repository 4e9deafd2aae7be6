'use client';

import { Fragment } from 'react';
import { useProfileName } from '@/components/profiles/profile-names';
import { isolate, readableText } from '@/components/values/untrusted-text';

const MAX_SHOWN = 200;

interface ProfileNameProps {
  id: string;
  /** Shows the name alone, with the ID as its title: for a cell of a list. Never where a decision is made. */
  isShort?: boolean;
}

/** Shows a profile by its name, with its ID beside; a profile without a name by its ID. */
export function ProfileName({ id, isShort = false }: ProfileNameProps) {
  const name = useProfileName(id);
  const shownId = readableText(id, MAX_SHOWN);
  if (isShort && name === undefined) return <bdi title={shownId}>{shownId}</bdi>;
  if (name === undefined) return <bdi className="font-mono">{shownId}</bdi>;
  if (isShort) return <bdi title={`${name} (${shownId})`}>{name}</bdi>;
  return (
    <>
      {isolate(name)} <bdi className="font-mono text-dim">({shownId})</bdi>
    </>
  );
}

/** Says from which profile a withdrawal leaves, for a line of a list; nothing for a profile without a name. */
export function FromNamedProfile({ id }: { id: string }) {
  const name = useProfileName(id);
  return name === undefined ? null : <> · from {isolate(name)}</>;
}

/** Shows the name of a profile; nothing for a profile without a name. */
export function OnlyProfileName({ id }: { id: string }) {
  const name = useProfileName(id);
  return name === undefined ? null : <bdi title={name}>{name}</bdi>;
}

/** Shows several profiles, separated by commas. */
export function ProfileNameList({ ids }: { ids: readonly string[] }) {
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <ProfileName id={id} />
    </Fragment>
  ));
}
