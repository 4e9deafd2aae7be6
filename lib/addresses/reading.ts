/** Result of reading a text as an address of one family of formats. */
export type Reading = ValidReading | InvalidReading;

/**
 * What calls for a second look at a right address: a fact in one or two sentences, and what is to be checked (its
 * spelling, whom it belongs to, or that it is meant for a network). lib/addresses/address-notes.ts says it in words.
 */
export type AddressNote =
  | { fact: string; check: 'spelling' | 'owner' }
  | { fact: string; check: 'network'; network: string };

/** A text that is an address of the family. */
export interface ValidReading {
  state: 'valid';
  /** The form to compare by: the same for every spelling of one address. */
  normal: string;
  /** The kind of address, such as "Address of a key (P2PKH)". */
  kind: string;
  notes: AddressNote[];
  /** Says why everything that is sent here is lost; such an address is refused. Absent for others. */
  lost?: string;
  /** The ID inside a Stellar muxed account. */
  memo?: string;
}

/** A text that looks like an address of the family and cannot be paid. */
export interface InvalidReading {
  state: 'invalid';
  /** Explains the mistake; called only for the reading that is shown, since finding the place of a mistake is slow. */
  explain: () => string;
  /** Set where the checksum matches, so that the explanation is certain and not the likeliest of several. */
  isCertain: boolean;
}

/** Makes the reading of a right address of the family. */
export function valid(normal: string, kind: string, notes: AddressNote[] = []): ValidReading {
  return { state: 'valid', normal, kind, notes };
}

/** Adds to a reading that everything sent to the address is lost, and why; undefined changes nothing. */
export function withLoss(reading: ValidReading, reason: string | undefined): ValidReading {
  return reason === undefined ? reading : { ...reading, lost: `${reason} ${LOST}` };
}

const LOST = 'Funds sent here are lost.';

/** Makes the reading of an address of the family that has a mistake in it. */
export function mistaken(reason: string | (() => string)): InvalidReading {
  return { state: 'invalid', explain: typeof reason === 'string' ? () => reason : reason, isCertain: false };
}

/** Makes the reading of a text whose checksum matches and that still cannot be paid. */
export function unusable(reason: string): InvalidReading {
  return { state: 'invalid', explain: () => reason, isCertain: true };
}

/** Makes the reading of an address of a test network. `name` is that of the main network, such as "Bitcoin". */
export function ofTestNetwork(name: string): InvalidReading {
  return unusable(
    `This address is on a ${name} test network (testnet), where coins have no value. ` +
      'Ask the recipient for an address on the main network.',
  );
}
