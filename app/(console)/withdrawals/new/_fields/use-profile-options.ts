import { type KeyboardEvent, useState } from 'react';
import { filterProfileChoices, findProfileByName, findProfileChoice, type ProfileChoice } from '@/lib/profiles/choices';

// More lines than anyone reads; typing finds the others.
const MAX_SHOWN = 50;

interface ProfileOptionsInput {
  profiles: readonly ProfileChoice[];
  text: string;
  onChange: (text: string) => void;
  /** Called when the keys move to an option, with its number. */
  onMove: (index: number) => void;
}

/**
 * Holds the list of a profile field: open or closed, what it offers for the text, and the active option. Typing and the
 * arrow keys open it, Enter chooses the active option, Escape closes it; a whole ID needs no list.
 */
export function useProfileOptions({ profiles, text, onChange, onMove }: ProfileOptionsInput) {
  const [isWanted, setIsWanted] = useState(false);
  const [active, setActive] = useState<number>();
  // A field that already has a whole ID offers the others, since its text finds only itself.
  const isWhole = findProfileChoice(profiles, text) !== undefined;
  const [offersAll, setOffersAll] = useState(false);
  const options = filterProfileChoices(profiles, offersAll ? '' : text).slice(0, MAX_SHOWN);
  const isOpen = isWanted && options.length > 0 && (offersAll || !isWhole);

  const close = () => {
    setIsWanted(false);
    setActive(undefined);
    setOffersAll(false);
  };
  const open = () => {
    setIsWanted(true);
    setOffersAll(isWhole);
  };
  const onType = (typed: string) => {
    setIsWanted(true);
    setActive(undefined);
    setOffersAll(false);
    onChange(typed);
  };
  const leave = () => {
    close();
    // Who typed the whole name means the profile.
    const named = isWhole ? undefined : findProfileByName(profiles, text);
    if (named) onChange(named.id);
  };
  const choose = ({ id }: ProfileChoice) => {
    onChange(id);
    close();
  };
  const move = (step: 1 | -1) => {
    if (!isOpen) return open();
    const from = active ?? (step === 1 ? -1 : options.length);
    const next = (from + step + options.length) % options.length;
    setActive(next);
    onMove(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = active === undefined ? undefined : options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  return { options, isOpen, active, onType, onKeyDown, open, leave, choose };
}
