import { createContext, use } from 'react';

/** Entry of the address book that was chosen in this form. */
interface ChosenRecipient {
  id: string;
  name: string;
}

type Chosen = readonly [ChosenRecipient | undefined, (recipient: ChosenRecipient) => void];

/** Keeps the chosen recipient while the form is reviewed. */
export const ChosenRecipientContext = createContext<Chosen>([undefined, () => undefined]);

/** Gives the recipient that was chosen last, and the function that chooses one. */
export function useChosenRecipient(): Chosen {
  return use(ChosenRecipientContext);
}
