'use client';

import { createContext, type ReactNode, use, useMemo } from 'react';
import { findProfileName, indexProfileNames, type ProfileName, type ProfileNames } from '@/lib/profiles/find-name';

const ProfileNamesContext = createContext<ProfileNames>(new Map());

/** Gives the names of profiles to every part of the page. */
export function ProfileNamesProvider({
  profiles,
  children,
}: {
  profiles: readonly ProfileName[];
  children: ReactNode;
}) {
  const names = useMemo(() => indexProfileNames(profiles), [profiles]);
  return <ProfileNamesContext value={names}>{children}</ProfileNamesContext>;
}

/** Gives the names of all named profiles. */
export function useProfileNames(): ProfileNames {
  return use(ProfileNamesContext);
}

/** Gives the name of a profile; undefined for one without a name. */
export function useProfileName(id: string | undefined): string | undefined {
  return findProfileName(useProfileNames(), id);
}
