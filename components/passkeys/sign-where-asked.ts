import { callAction } from '@/components/data/call-action';
import { prompted } from '@/components/passkeys/use-ceremony';
import type { Denial } from '@/lib/http/denials';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, type Result } from '@/lib/result';

/** What an action takes besides its input, once its reader signed. */
interface WithSignature {
  signature?: unknown;
}

/**
 * Calls an action (`callAction`), and where the reader must sign what it does, calls it again with the signature of one
 * touch. Throws a CeremonyError with the explanation where the browser's prompt was declined: nothing has changed then.
 */
export async function signWhereAsked<Input extends object, Value, Failure extends { kind: string }>(
  input: Input,
  action: (input: Input & WithSignature) => Promise<Result<Value, Failure | Unsigned>>,
): Promise<Result<Value, Failure | Denial>> {
  const first = await callAction(action, input);
  if (first.ok) return first;
  if (!isUnsigned(first.error)) return fail(first.error);
  const { options } = first.error;
  // Loaded only where a passkey is used.
  const { signWithPasskey } = await import('@/components/passkeys/passkey-prompt');
  const signature = await prompted('sign', () => signWithPasskey(options));
  const second = await callAction(action, { ...input, signature });
  if (second.ok) return second;
  if (isUnsigned(second.error)) throw new Error('a signed decision was asked for another signature');
  return fail(second.error);
}

function isUnsigned(error: { kind: string }): error is Unsigned {
  return error.kind === 'unsigned';
}
