/** Every reason for which a proof is refused, by name, with the sentence that people read. */
const REFUSALS = {
  'statement-too-long': 'The statement is longer than 4 kB.',
  'statement-unreadable': 'The statement is not valid JSON.',
  'statement-members': 'A member of the statement is missing, was added, or has a value that is not allowed.',
  'statement-not-canonical':
    'The statement is not written in the canonical form: its members stand in another order, twice, or spelled differently.',
  'statement-unknown-kind': 'The statement is of a kind that is not known.',
  'items-malformed': 'The list of items is not written as it must be.',
  'items-other': 'The statement was signed over another list of items.',
  'assertion-malformed': 'The signature or the data around it is not written as WebAuthn prescribes.',
  'key-malformed':
    'The public key is not one of the kinds that are accepted: P-256, Ed25519, or RSA of 2048 bits or more.',
  'answered-late':
    'The answer came after the time to sign was over, or before it began. Nothing was decided. Try again.',
  'wrong-ceremony': 'The passkey was used for something else than a signature over a statement.',
  'wrong-challenge': 'The passkey signed other bytes than those of this statement.',
  'wrong-origin': 'The passkey was used on a web address that is not the address of this console.',
  'wrong-relying-party': 'The passkey belongs to another web site.',
  'user-not-present': 'Nobody touched the passkey.',
  'user-not-verified': 'The passkey did not check who used it (fingerprint, face or PIN).',
  'wrong-signature': 'The signature does not belong to these bytes and this key.',
  'counter-went-back': 'The counter of the passkey went back: the passkey may have been copied.',
} as const;

/** Name of a reason for which a proof is refused. Names are stored and printed: never rename one. */
export type RefusalName = keyof typeof REFUSALS;

/** A refused proof: the name of the reason, and a sentence for people. */
export interface Refusal {
  name: RefusalName;
  sentence: string;
}

/**
 * Refuses by name. The detail adds a sentence of its own and never holds text of the refused proof, which anybody may
 * have written.
 */
export function refuse(name: RefusalName, detail?: string): { ok: false; error: Refusal } {
  const sentence: string = REFUSALS[name];
  return { ok: false, error: { name, sentence: detail === undefined ? sentence : `${sentence} ${detail}` } };
}
