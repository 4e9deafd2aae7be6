/** What one family of address formats makes of a text. */
export type Reading = ValidReading | InvalidReading;

export interface ValidReading {
  state: 'valid';
  /** The form to compare by: the same for every spelling of one address. */
  normal: string;
  /** What sort of address it is, in words. */
  kind: string;
  /** What a payer should know of it, each a sentence. */
  notes: string[];
  /** The id inside a Stellar muxed account. */
  memo?: string;
}

export interface InvalidReading {
  state: 'invalid';
  /** Why, in a sentence; made only where it is wanted, since to look for the place of a mistake takes a while. */
  explain: () => string;
  /** Whether its own checksum holds, so that the reason is about what it surely is and not about what it may be. */
  isCertain: boolean;
}

/** A right address of the family. */
export function valid(normal: string, kind: string, notes: string[] = []): ValidReading {
  return { state: 'valid', normal, kind, notes };
}

/** A text that was to be an address of the family and has a mistake in it. */
export function mistaken(reason: string | (() => string)): InvalidReading {
  return { state: 'invalid', explain: typeof reason === 'string' ? () => reason : reason, isCertain: false };
}

/** A text whose checksum holds, and that is all the same no address to pay to. */
export function unusable(reason: string): InvalidReading {
  return { state: 'invalid', explain: () => reason, isCertain: true };
}

/** An address of a network for trying things out. */
export function ofTestNetwork(name: string): InvalidReading {
  return unusable(`This is an address of a ${name} test network (testnet), where coins are worth nothing.`);
}
