import type { Denial } from '@/lib/http/denials';
import type { Role } from '@/lib/identity/roles';
import { storableText } from '@/lib/text/storable-text';

export const MAX_NAME_LENGTH = 80;
/** Administrators whose signatures a passkey takes, its owner not among them. */
export const REQUIRED_CONFIRMATIONS = 2;
/** Administrators that a root takes at least, and the number that is recommended. */
export const MIN_ADMINISTRATORS = 2;
export const RECOMMENDED_ADMINISTRATORS = 3;

/** Schema of the name of a passkey, as people give it. */
export const passkeyNameSchema = storableText()
  .trim()
  .min(1, 'Enter a name, such as the device that has the passkey.')
  .max(MAX_NAME_LENGTH, `Enter at most ${MAX_NAME_LENGTH} characters.`);

/** State of a passkey: waits for administrators, counts, was withdrawn before it counted, or no longer counts. */
export type PasskeyState = 'waiting' | 'active' | 'withdrawn' | 'removed';

/** A passkey as pages show it. Times are ISO 8601. */
export interface PasskeyView {
  credentialId: string;
  name: string;
  ownerId: string;
  ownerName: string;
  isOwn: boolean;
  /** Roles in which the passkey may sign, at most, and the groups of approvers that it counts in, at most. */
  roles: Role[];
  groups: string[];
  /** SHA-256 of the record that confirmations are signed over. */
  fingerprint: string;
  addedAt: string;
  lastUsedAt: string | null;
  state: PasskeyState;
  /** Administrators who confirmed a passkey that waits, or signed the removal of one that counts. */
  signedBy: string[];
  /** Why the reader cannot confirm the passkey; null where they can, or where there is nothing to confirm. */
  confirmBlockReason: string | null;
  /** Why the reader cannot remove the passkey; null where they can. */
  removeBlockReason: string | null;
}

/** A change of the key list that one administrator signed and another has yet to sign. */
export type KeyListChange = {
  signedBy: string[];
  signedAt: string;
  /** Why the reader cannot sign it as well; null where they can. */
  blockReason: string | null;
} & (
  | { kind: 'rights'; personId: string; personName: string; roles: Role[]; groups: string[] }
  | { kind: 'origin.add'; origin: string }
);

/** The passkeys of a console as one person sees them. */
export interface Passkeys {
  /** Why nobody can add a passkey here at the moment; null where people can. */
  blockReason: string | null;
  /** True where the reader may set up the key list, or is needed to. */
  canSetUp: boolean;
  /** Fingerprint of the root in force; null before the set-up. */
  root: string | null;
  /** False where the root is the newest of the database, since the environment names none (sandbox only). */
  isPinned: boolean;
  /** True where every decision must be signed (CONSOLE_PROOF). */
  isRequired: boolean;
  own: PasskeyView[];
  /** Passkeys of others that wait for administrators. */
  toConfirm: PasskeyView[];
  /** Passkeys of others that count; administrators only. */
  others: PasskeyView[];
  /** Changes of rights and addresses that wait for a second administrator; administrators only. */
  changes: KeyListChange[];
  /** Names of the groups of approvers; administrators only. */
  groups: string[];
  /** Addresses at which passkeys of this console sign. */
  origins: string[];
}

/** A member of a set-up. */
export interface SetUpMember {
  personId: string;
  name: string;
  passkeyName: string;
  hasAgreed: boolean;
  isOwn: boolean;
}

/** A set-up as its members see it. */
export type SetUpView =
  | { step: 'blocked'; reason: string }
  | { step: 'done'; root: string; isPinned: boolean }
  /**
   * Nobody began one. `canBegin`: a sandbox begins one here. `unpinned`: the root that was agreed to and that the
   * environment does not name yet.
   */
  | { step: 'none'; canBegin: boolean; unpinned: string | null }
  /** Begun elsewhere; the reader has not entered the code and has no passkey in it. */
  | { step: 'open'; needsCode: boolean; hasJoined: boolean; members: SetUpMember[]; endsAt: string }
  | {
      step: 'compare';
      fingerprint: string;
      hasJoined: boolean;
      hasAgreed: boolean;
      members: SetUpMember[];
      endsAt: string;
    };

/** Failure of a step with passkeys. Nothing has changed after any of them. */
export type PasskeyFailure = Denial | { kind: 'invalid' | 'not-now' | 'not-possible'; reason: string };

/** What the browser's prompt needs for a new passkey: WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export type CreationOptions = { challenge: string } & Record<string, unknown>;

/** A statement to sign: its nonce, and what the browser's prompt needs. */
export interface SigningOptions {
  nonce: string;
  challenge: string;
  rpId: string;
  credentialIds: string[];
}

/**
 * A decision that the person must sign. Nothing has changed: the browser signs the statement, and the same call with
 * the signature decides.
 */
export interface Unsigned {
  kind: 'unsigned';
  options: SigningOptions;
}
