/** Every reason for which a proof is refused, by name, with the sentence that people read. */
const REFUSALS = {
  'statement-too-long': 'The statement is longer than 4 kB.',
  'statement-unreadable': 'The statement is not valid JSON.',
  'statement-members': 'A member of the statement is missing, was added, or has a value that is not allowed.',
  'statement-not-canonical':
    'The statement is not in canonical form: its members are in another order, twice, or in another spelling.',
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
  unsigned: 'Nobody signed this statement.',
  'chain-gap': 'An entry is missing from the chain of statements.',
  'chain-broken': 'The chain of statements is broken: an entry does not follow the one before it.',
  'chain-entry-changed': 'An entry of the chain of statements was changed after it was written.',
  'chain-statement-repeated': 'The same statement is in the chain twice.',
  'head-unknown': 'The statement names an end of the chain that the chain does not have. Entries are missing.',
  'head-not-earlier': 'The statement names an end of the chain that is later than the statement itself.',
  'root-malformed': 'The root of the key list is not written as it must be.',
  'root-other': 'The root of the key list has another fingerprint than the one that was given.',
  'other-console': 'The statement was signed for another console.',
  'key-unknown': 'The passkey is not on the key list.',
  'key-added-later': 'The passkey came onto the key list only after the statement was signed.',
  'key-removed': 'The passkey was removed from the key list.',
  'key-already-known': 'The passkey, or its public key, is on the key list already.',
  'key-not-allowed': 'The root of the key list does not allow this kind of passkey.',
  'key-event-content': 'What was signed about a passkey is not what is stored beside the signature.',
  'wrong-person': 'The passkey belongs to another person than the statement names.',
  'wrong-role': 'The key list does not allow this passkey to sign in this role or for this group.',
  'role-removed': 'The passkey may not sign in this role or for this group any more.',
  'own-key': 'A passkey is confirmed by administrators other than its owner.',
  'already-signed': 'This person has signed the same change already.',
  'version-superseded': 'A later version is in force already.',
  'statement-not-in-chain': 'The statement is not in the chain of statements.',
  'other-kind': 'The statement is about something else.',
  'other-service': 'The statement was signed for another transfer service.',
  'other-subject': 'The statement was signed about another request, another version of it, or another change.',
  'other-bytes': 'The statement was signed over other bytes than those that would be sent.',
  'other-policy': 'The statement was signed under another version of the policy.',
  'other-rule': 'The statement was signed under another rule of the policy.',
  'other-facts': 'What the policy was given is not what was signed.',
  'other-findings': 'The warnings that are stored are not those that were signed.',
  'other-attachments': 'The attachments are not those that were signed.',
  'attachments-malformed': 'The list of attachments cannot be read.',
  'other-address': 'The address that was confirmed is not the one that was signed.',
  'vote-expired': 'The signature is valid no more: the time to send this withdrawal is over.',
  'role-not-asked': 'The signature is in a role or for a group that was not asked for.',
  'own-request': 'Nobody approves their own request, and neither does their delegate.',
  'voted-already': 'This person, or the person they decide for, has approved already.',
  'request-ended': 'A rejection or cancellation of this version of the request was signed.',
  'approval-withdrawn': 'This person withdrew their approval, and signed that.',
  'not-delegated': 'Nobody signed that this person may decide for the person named.',
  'delegation-lapsed': 'The passkey that signed the delegation was removed, or may not sign in this role any more.',
  'order-unreadable': 'The planned payment that this request rests on is not the one that was signed.',
  'order-not-approved': 'Fewer than two people other than its owner signed the planned payment before this.',
  'order-ended': 'The planned payment was ended before this approval.',
  'order-other-date': 'The planned payment has no date that this request belongs to.',
  'order-other-time': 'The approval was signed before the date of the planned payment, or is valid too long after it.',
  'too-few-signatures': 'Too few signatures count.',
  'line-unreadable': 'The line is not part of the format of evidence.',
  'line-out-of-place': 'The line is where evidence does not have it.',
  'file-incomplete': 'The file ends before its last line.',
  'checksum-other': 'The checksum of the file differs: the file was damaged or changed.',
  'entry-left-out': 'A statement about passkeys or the policy was left out of the file.',
  'content-other': 'What a statement was signed over is not what is in the file.',
  'other-comment': 'A comment is not the one that was signed.',
  'bytes-unreadable': 'The bytes of the withdrawal are not those of a withdrawal request.',
  'policy-refuses': 'The policy in force did not allow this withdrawal.',
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
 * Refuses by name. The detail adds a sentence of its own and never holds text of the refused proof, which anyone may
 * have written.
 */
export function refuse(name: RefusalName, detail?: string): { ok: false; error: Refusal } {
  const sentence: string = REFUSALS[name];
  return { ok: false, error: { name, sentence: detail === undefined ? sentence : `${sentence} ${detail}` } };
}
