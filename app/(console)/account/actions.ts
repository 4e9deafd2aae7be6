'use server';

import type { DelegationFailure } from '@/lib/delegation/contract';
import type { Denial } from '@/lib/http/denials';
import type { CreationOptions, PasskeyFailure, SigningOptions, Unsigned } from '@/lib/passkeys/contract';
import type { Result } from '@/lib/result';
import { createDelegation } from '@/lib/server/delegation/create';
import { endDelegation } from '@/lib/server/delegation/end';
import { measureAction } from '@/lib/server/observability/measure-action';
import { saveNoticeChoices } from '@/lib/server/notifications/preferences';
import { renamePasskey, startConfirming, startRemoving, withdrawPasskey } from '@/lib/server/passkeys/change';
import { addPasskey, joinWithPasskey, registerPasskey } from '@/lib/server/passkeys/set-up/enrol';
import { beginSetUp, cancelSetUp, closeSetUp, startAgreeing } from '@/lib/server/passkeys/set-up/set-up';
import { startAddingOrigin, startChangingRights } from '@/lib/server/passkeys/key-list/key-list-changes';
import { signStatement } from '@/lib/server/passkeys/sign';

type Done = Promise<Result<null, PasskeyFailure>>;
type Signing = Promise<Result<SigningOptions, PasskeyFailure>>;
type Creating = Promise<Result<CreationOptions, PasskeyFailure>>;

export async function addPasskeyAction(input: unknown): Creating {
  return measureAction('addPasskey', addPasskey, input);
}

/** Takes a registration, and returns the statement to sign with the new passkey; null in a set-up. */
export async function registerPasskeyAction(input: unknown): Promise<Result<SigningOptions | null, PasskeyFailure>> {
  return measureAction('registerPasskey', registerPasskey, input);
}

export async function startConfirmingAction(input: unknown): Signing {
  return measureAction('startConfirming', startConfirming, input);
}

export async function startRemovingAction(input: unknown): Signing {
  return measureAction('startRemoving', startRemoving, input);
}

/** Returns the statement by which an administrator changes what another person's passkeys may sign. */
export async function startChangingRightsAction(input: unknown): Signing {
  return measureAction('startChangingRights', startChangingRights, input);
}

/** Returns the statement by which an administrator adds an address of the console. */
export async function startAddingOriginAction(input: unknown): Signing {
  return measureAction('startAddingOrigin', startAddingOrigin, input);
}

/** Takes the signature that answers a statement, and does what the statement says. */
export async function signStatementAction(input: unknown): Done {
  return measureAction('signStatement', signStatement, input);
}

export async function renamePasskeyAction(input: unknown): Done {
  return measureAction('renamePasskey', renamePasskey, input);
}

export async function withdrawPasskeyAction(input: unknown): Done {
  return measureAction('withdrawPasskey', withdrawPasskey, input);
}

/** Lets a person of the same role decide for the reader; called again with the signature where they sign. */
export async function createDelegationAction(input: unknown): Promise<Result<null, DelegationFailure | Unsigned>> {
  return measureAction('createDelegation', createDelegation, input);
}

export async function endDelegationAction(input: unknown): Promise<Result<null, DelegationFailure | Unsigned>> {
  return measureAction('endDelegation', endDelegation, input);
}

/** Saves which notices the reader gets by mail, and when. */
export async function saveNoticeChoicesAction(
  input: unknown,
): Promise<Result<null, Denial | { kind: 'invalid'; reason: string }>> {
  return measureAction('saveNoticeChoices', saveNoticeChoices, input);
}

export async function beginSetUpAction(): Done {
  return measureAction('beginSetUp', beginSetUp);
}

export async function joinSetUpAction(input: unknown): Creating {
  return measureAction('joinSetUp', joinWithPasskey, input);
}

export async function closeSetUpAction(): Done {
  return measureAction('closeSetUp', closeSetUp);
}

export async function startAgreeingAction(): Signing {
  return measureAction('startAgreeing', startAgreeing);
}

export async function cancelSetUpAction(): Done {
  return measureAction('cancelSetUp', cancelSetUp);
}
