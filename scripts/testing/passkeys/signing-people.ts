import type { Role } from '@/lib/identity/roles';
import type { SigningOptions, Unsigned } from '@/lib/passkeys/contract';
import type { Result } from '@/lib/result';
import { pool } from '@/lib/server/database/client';
import { startConfirming, startRemoving } from '@/lib/server/passkeys/change';
import { addPasskey, joinWithPasskey, registerPasskey } from '@/lib/server/passkeys/set-up/enrol';
import { runSetUp } from '@/lib/server/passkeys/set-up/init';
import { closeSetUp, startAgreeing } from '@/lib/server/passkeys/set-up/set-up';
import { signStatement } from '@/lib/server/passkeys/sign';
import { as } from '@/scripts/testing/people/caller';
import {
  type AssertionChanges,
  createSoftwarePasskey,
  type SoftwarePasskey,
} from '@/scripts/testing/passkeys/software-passkey';
import { register } from '@/scripts/testing/passkeys/software-registration';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

/** A signed-in person with a passkey in software, which counts once `enrol` returned. */
export interface SigningPerson {
  sessionId: string;
  passkey: SoftwarePasskey;
}

let turn = 0;

/** Signs in a new person with roles, and with a passkey that is not on the list yet. */
export async function createSigner(...roles: readonly [Role, ...Role[]]): Promise<SigningPerson> {
  const { sessionId } = await signInAs(`${roles[0]}-signs-${(turn += 1)}`, [...roles]);
  return { sessionId, passkey: await createSoftwarePasskey() };
}

/** Answers a prompt with a person's passkey. */
export async function answer(
  { nonce, challenge }: Pick<SigningOptions, 'nonce' | 'challenge'>,
  { passkey }: SigningPerson,
  changes: AssertionChanges = {},
) {
  return { nonce, assertion: await passkey.sign(challenge, changes) };
}

/** Calls a function as a person, and where they must sign, once more with their signature and with `changes`. */
export async function signAs<Value, Failure extends { kind: string }>(
  person: SigningPerson,
  call: (signed: { signature?: unknown }) => Promise<Result<Value, Failure | Unsigned>>,
  changes: AssertionChanges = {},
): Promise<Result<Value, Failure | Unsigned>> {
  as(person);
  const first = await call({});
  return first.ok || first.error.kind !== 'unsigned'
    ? first
    : call({ signature: await answer(promptOf(first), person, changes) });
}

/** Gives the prompt that a call without a signature was answered with; throws where it was answered otherwise. */
export function promptOf(result: Result<unknown, { kind: string } | Unsigned>): SigningOptions {
  if (result.ok || !('options' in result.error))
    throw new Error(`no signature is asked for: ${JSON.stringify(result)}`);
  return result.error.options;
}

/** Sets up a key list, also where there is one already, with new administrators who can then sign: two, or `count`. */
export async function setUpKeyList(count = 2): Promise<[SigningPerson, SigningPerson, ...SigningPerson[]]> {
  await pool().query(`update proof_set_ups set ended_at = now(), outcome = 'cancelled' where ended_at is null`);
  const administrators: [SigningPerson, SigningPerson, ...SigningPerson[]] = [
    await createSigner('admin'),
    await createSigner('admin'),
  ];
  while (administrators.length < count) administrators.push(await createSigner('admin'));
  let code = '';
  await runSetUp({
    write: (line) => {
      code ||= line.replace('One-time code: ', '');
    },
    async wait() {
      for (const person of administrators) {
        as(person);
        const { challenge } = surely(await joinWithPasskey({ name: 'Key', code }));
        surely(await registerPasskey(await register(person.passkey, challenge)));
      }
      surely(await closeSetUp());
      for (const person of administrators) {
        as(person);
        surely(await signStatement(await answer(surely(await startAgreeing()), person)));
      }
    },
  });
  return administrators;
}

/** Puts a person's passkey on the key list: they add it, and two administrators confirm it. */
export async function enrol(person: SigningPerson, administrators: readonly SigningPerson[]): Promise<SigningPerson> {
  as(person);
  const { challenge } = surely(await addPasskey({ name: 'Laptop' }));
  const options = surely(await registerPasskey(await register(person.passkey, challenge)));
  if (!options) throw new Error('a passkey outside a set-up signs at once');
  surely(await signStatement(await answer(options, person)));
  for (const administrator of administrators) {
    as(administrator);
    const started = surely(await startConfirming({ credentialId: person.passkey.credentialId }));
    surely(await signStatement(await answer(started, administrator)));
  }
  return person;
}

/** Has people sign the removal of a passkey: its owner alone, or two administrators. */
export async function removePasskey(owner: SigningPerson, signers: readonly SigningPerson[] = [owner]): Promise<void> {
  for (const signer of signers) {
    as(signer);
    const started = surely(await startRemoving({ credentialId: owner.passkey.credentialId }));
    surely(await signStatement(await answer(started, signer)));
  }
}
