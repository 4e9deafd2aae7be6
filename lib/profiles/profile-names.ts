import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { denialReason } from '@/lib/identity/roles';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { nameKeysOf } from '@/lib/text/skeleton';
import { isStorable, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';
import { canonicalId, isAsciiId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';
import { profileKey, type ProfileName } from '@/lib/profiles/find-name';

const MAX_PROFILES = 500;
/** Most characters of a name, and of a profile ID. */
const MAX_NAME = 80;
const MAX_ID = 128;

/** Schema of a profile's ID as it is stored and proposed; gives it in canonical form. */
export const profileIdSchema = z
  .string()
  .trim()
  .min(1, 'Enter a profile ID.')
  .max(MAX_ID, `A profile ID has at most ${MAX_ID} characters.`)
  .refine(isAsciiId, NOT_ASCII_MESSAGE)
  .transform(canonicalId);

/** Explains why a person cannot change the names of profiles, which one list holds; undefined where they can. */
export function namesDenialReason({ roles, visibleProfiles }: Pick<Reader, 'roles' | 'visibleProfiles'>) {
  return (
    denialReason('nameProfiles', roles) ??
    (visibleProfiles === 'all' ? undefined : 'Only administrators who see every profile can name profiles.')
  );
}

const nameSchema = z
  .string()
  .refine(isStorable, UNSTORABLE_MESSAGE)
  .transform((name) => name.normalize('NFC').trim())
  .refine((name) => name !== '', 'Enter a name, or remove this profile.')
  .refine((name) => Array.from(name).length <= MAX_NAME, `Use at most ${MAX_NAME} characters.`)
  .refine(
    (name) => findHiddenCharacter(name) === undefined,
    'This name has an invisible character. Type the name again.',
  );

/**
 * Schema of the named profiles as they are stored and proposed. Each profile and each name is in it once; names that
 * look the same are one name.
 */
export const profileNamesSchema = z
  .array(z.strictObject({ id: profileIdSchema, name: nameSchema }))
  .max(MAX_PROFILES, `Name at most ${MAX_PROFILES} profiles.`)
  .superRefine((profiles, context) => {
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const seenIds = new Set<string>();
    const seenNames = new Map<string, string>();
    profiles.forEach(({ id, name }, index) => {
      if (seenIds.has(profileKey(id))) addIssue([index, 'id'], `${id} is in the list twice.`);
      seenIds.add(profileKey(id));
      const keys = nameKeysOf(name);
      const other = keys.map((key) => seenNames.get(key)).find((found) => found !== undefined);
      if (other !== undefined)
        addIssue([index, 'name'], `“${name}” is the name of another profile, or looks like it: “${other}”.`);
      for (const key of keys) seenNames.set(key, name);
    });
  });

/** Form in which administrators name profiles. */
export const profileNamesFormSchema = z.strictObject({ profiles: profileNamesSchema });
export type ProfileNamesForm = z.input<typeof profileNamesFormSchema>;

/** Difference of one profile between two lists of names; null on the side on which the profile has no name. */
export interface ProfileNameChange {
  id: string;
  before: string | null;
  after: string | null;
}

/** Compares two lists of names: named and renamed profiles in the new order, then those that lose their name. */
export function compareProfileNames(
  before: readonly ProfileName[],
  after: readonly ProfileName[],
): ProfileNameChange[] {
  const [old, now] = [before, after].map((list) => new Map(list.map((each) => [profileKey(each.id), each])));
  const named = after.map(({ id, name }) => ({ id, before: old?.get(profileKey(id))?.name ?? null, after: name }));
  const unnamed = before
    .filter(({ id }) => now?.has(profileKey(id)) === false)
    .map(({ id, name }) => ({ id, before: name, after: null }));
  return [...named.filter((change) => change.before !== change.after), ...unnamed];
}

/** Sorts named profiles by name, as people read them. */
export function sortProfileNames(profiles: readonly ProfileName[]): ProfileName[] {
  return profiles.toSorted((a, b) => ORDER.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id)));
}

const ORDER = new Intl.Collator('en', { numeric: true });
