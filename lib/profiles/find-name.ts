import { canonicalId } from '@/lib/text/uuid';

// Separate from the rules for names, so that a page that only shows names loads no schema.

/** Profile with the name that two administrators gave it. */
export interface ProfileName {
  /** In canonical form (lib/text/uuid). */
  id: string;
  name: string;
}

/** Named profiles by key. */
export type ProfileNames = ReadonlyMap<string, ProfileName>;

/** Gives the key under which a profile is found, whatever the spelling of its ID: as `isSameId` compares. */
export function profileKey(id: string): string {
  // Not toLowerCase: some letters of other alphabets become ASCII ones by it, such as the Kelvin sign.
  return canonicalId(id).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Indexes named profiles, to be asked with `findProfileName`. */
export function indexProfileNames(profiles: readonly ProfileName[]): ProfileNames {
  return new Map(profiles.map((profile) => [profileKey(profile.id), profile]));
}

/** Finds the name of a profile; undefined for a profile without a name. */
export function findProfileName(names: ProfileNames, id: string | undefined): string | undefined {
  return id === undefined || names.size === 0 ? undefined : names.get(profileKey(id))?.name;
}

/** Describes a profile in a sentence or a cell: "Client funds (p-7f3)", or the ID alone for one without a name. */
export function describeProfile(names: ProfileNames, id: string): string {
  const name = findProfileName(names, id);
  return name === undefined ? id : `${name} (${id})`;
}

/** Finds the profiles whose name contains a text, in any case; the whole name first. At most five. */
export function findNamedProfiles(names: ProfileNames, typed: string): ProfileName[] {
  const text = typed.normalize('NFC').trim().toLowerCase();
  if (text === '') return [];
  const isWhole = ({ name }: ProfileName) => Number(name.toLowerCase() === text);
  return [...names.values()]
    .filter(({ name }) => name.toLowerCase().includes(text))
    .toSorted((a, b) => isWhole(b) - isWhole(a))
    .slice(0, MAX_FOUND);
}

const MAX_FOUND = 5;
