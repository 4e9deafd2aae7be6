import { findProfileName, indexProfileNames, profileKey, type ProfileName } from '@/lib/profiles/find-name';

/** Profile that a withdrawal form offers. */
export interface ProfileChoice {
  id: string;
  /** Null for a profile without a name. */
  name: string | null;
  /** True where a transfer, or a request that was not rejected, cancelled or expired, names the profile. */
  isSeen: boolean;
  group: 'own' | 'named' | 'seen';
}

/** The profile of all latest requests of a person, and their number. */
export interface UsualProfile {
  id: string;
  requests: number;
}

/** Whether the person may request from a profile; null where nothing speaks against it. */
export interface ProfileCheck {
  reason: string | null;
}

/** What is said of a profile that no transfer or request names: it may exist all the same. */
export const NEVER_USED = 'This profile has never been used here. Check the ID.';

const MAX_OWN = 5;

/**
 * Orders the profiles of a form, each once in any spelling: up to five that the reader used last, then named ones, then
 * other ones that were seen. Each list is in its order already.
 */
export function orderProfileChoices({
  named,
  seen,
  own,
}: {
  named: readonly ProfileName[];
  seen: readonly string[];
  own: readonly string[];
}): ProfileChoice[] {
  const names = indexProfileNames(named);
  const seenKeys = new Set(seen.map(profileKey));
  const taken = new Set<string>();
  const pick = (group: ProfileChoice['group'], ids: readonly string[]): ProfileChoice[] =>
    ids.flatMap((id) => {
      const key = profileKey(id);
      if (taken.has(key)) return [];
      taken.add(key);
      return [{ id, name: findProfileName(names, id) ?? null, isSeen: seenKeys.has(key), group }];
    });
  return [
    ...pick('own', own.slice(0, MAX_OWN)),
    ...pick(
      'named',
      named.map(({ id }) => id),
    ),
    ...pick('seen', seen),
  ];
}

/** Filters choices by what was typed: part of the name or of the ID, in any case. */
export function filterProfileChoices(choices: readonly ProfileChoice[], typed: string): ProfileChoice[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...choices];
  return choices.filter(({ id, name }) => id.toLowerCase().includes(text) || name?.toLowerCase().includes(text));
}

/** Finds the choice with this ID, in any spelling. */
export function findProfileChoice(choices: readonly ProfileChoice[], typed: string): ProfileChoice | undefined {
  const key = profileKey(typed);
  return key === '' ? undefined : choices.find(({ id }) => profileKey(id) === key);
}

/** Finds the choice with this whole name, in any case; names are unique. */
export function findProfileByName(choices: readonly ProfileChoice[], typed: string): ProfileChoice | undefined {
  const text = typed.normalize('NFC').trim().toLowerCase();
  return text === '' ? undefined : choices.find(({ name }) => name?.toLowerCase() === text);
}

/** Choices under one heading; `first` is the number of the first one among all choices. */
export interface ProfileChoiceGroup {
  title: string;
  choices: ProfileChoice[];
  first: number;
}

const TITLES: Record<ProfileChoice['group'], string> = {
  own: 'Last used by you',
  named: 'Named profiles',
  seen: 'Other profiles',
};

/** Puts choices under headings, in their order. */
export function groupProfileChoices(choices: readonly ProfileChoice[]): ProfileChoiceGroup[] {
  const groups: ProfileChoiceGroup[] = [];
  choices.forEach((choice, index) => {
    const title = TITLES[choice.group];
    const last = groups.at(-1);
    if (last?.title === title) last.choices.push(choice);
    else groups.push({ title, choices: [choice], first: index });
  });
  return groups;
}
