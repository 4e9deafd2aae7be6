import { useState } from 'react';
import { useCombobox } from '@/components/form/use-combobox';
import { filterProfileChoices, findProfileByName, findProfileChoice, type ProfileChoice } from '@/lib/profiles/choices';

// More lines than anyone reads; typing finds the others.
const MAX_SHOWN = 50;

interface ProfileOptionsInput {
  profiles: readonly ProfileChoice[];
  text: string;
  onChange: (text: string) => void;
}

/** Holds the list of a profile field (`useCombobox`) and what it offers for the text; a whole ID needs no list. */
export function useProfileOptions({ profiles, text, onChange }: ProfileOptionsInput) {
  // A field that already has a whole ID offers the others, since its text finds only itself.
  const isWhole = findProfileChoice(profiles, text) !== undefined;
  const [offersAll, setOffersAll] = useState(false);
  const options = filterProfileChoices(profiles, offersAll ? '' : text).slice(0, MAX_SHOWN);
  const choose = ({ id }: ProfileChoice) => {
    onChange(id);
    setOffersAll(false);
    box.close();
  };
  const box = useCombobox({
    options,
    canOpen: offersAll || !isWhole,
    onChoose: choose,
    onOpen: () => setOffersAll(isWhole),
  });
  const onType = (typed: string) => {
    setOffersAll(false);
    box.openTyped();
    onChange(typed);
  };
  const leave = () => {
    box.close();
    setOffersAll(false);
    // Who typed the whole name means the profile.
    const named = isWhole ? undefined : findProfileByName(profiles, text);
    if (named) onChange(named.id);
  };
  return { options, box, onType, leave, choose };
}
