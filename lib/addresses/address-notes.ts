import type { AddressVerdict } from '@/lib/addresses/check-address';
import type { AddressNote, ValidReading } from '@/lib/addresses/reading';

/** Places that show what is to be checked about an address. Each is read by another person, at another step. */
export const NOTE_PLACES = ['form', 'sheet', 'approver', 'book'] as const;
/** One of NOTE_PLACES. */
export type NotePlace = (typeof NOTE_PLACES)[number];

type Check = AddressNote['check'] | 'lost';

/** What to do about a note, in the words of its place. `{network}` stands for the network that the address is for. */
const CHECKS: Record<Check, Record<NotePlace, string>> = {
  spelling: {
    form: 'Compare every character with the address that the recipient gave you.',
    sheet: 'Compare every character of this cell with the address that the recipient gave you.',
    approver: 'Compare every character with the address that the recipient gave, or ask the requester for it.',
    book: 'Save or confirm it only if every character is as the recipient gave it.',
  },
  owner: {
    form: 'Ask the recipient what it belongs to, and compare every character.',
    sheet: 'Ask the recipient of this row what it belongs to, and compare every character.',
    approver: 'Ask the requester what it belongs to before you approve.',
    book: 'Save or confirm it only if you know what it belongs to.',
  },
  network: {
    form: 'Make sure that the recipient gave you this address for {network}.',
    sheet: 'Make sure that the recipient of this row gave the address for {network}.',
    approver: 'Ask the requester whether the recipient gave it for {network}.',
    book: 'Save or confirm it only if the recipient gave it for {network}.',
  },
  lost: {
    form: 'Ask the recipient for another address.',
    sheet: 'Ask the recipient of this row for another address.',
    approver: 'Reject the withdrawal, and ask the requester for another address.',
    book: 'Ask the recipient for another address.',
  },
};

/**
 * Says what is to be checked about an address, each in one or two sentences and in the words of a place: what is known
 * of it, and what its reader does about it. Empty for an address that calls for nothing.
 */
export function listAddressNotes(verdict: AddressVerdict, place: NotePlace): string[] {
  if (verdict.state === 'invalid') return [verdict.reason];
  const lost = verdict.lost === undefined ? [] : [`${verdict.lost} ${CHECKS.lost[place]}`];
  if (verdict.state === 'unchecked') return [...lost, `${verdict.reason} ${CHECKS.spelling[place]}`];
  return [...lost, ...verdict.notes.map((note) => explainNote(note, place))];
}

function explainNote(note: AddressNote, place: NotePlace): string {
  const check = CHECKS[note.check][place];
  return `${note.fact} ${note.check === 'network' ? check.replace('{network}', note.network) : check}`;
}

/** Explains why an address is refused although its spelling is right: everything sent there is lost. */
export function explainRefusal(verdict: AddressVerdict, place: NotePlace = 'form'): string | undefined {
  return verdict.state === 'invalid' || verdict.lost === undefined
    ? undefined
    : `${verdict.lost} ${CHECKS.lost[place]}`;
}

/** Names the kind of an address where it tells a payer something: of an ordinary account it does not. */
export function nameKind({ kind }: Pick<ValidReading, 'kind'>): string | undefined {
  return kind.startsWith('Account') ? undefined : kind;
}
