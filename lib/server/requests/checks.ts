import 'server-only';
import { checkAddress } from '@/lib/addresses/check-address';
import { fail, ok, type Result } from '@/lib/result';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import { readRegistry } from '@/lib/server/networks/registry';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { findSimilarAddresses, findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import { findSavedRecipient } from '@/lib/server/recipients/read';
import { gatherRisk } from '@/lib/server/requests/risk';
import { type ReadOnce, separately } from '@/lib/server/requests/read-once';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import type { WithdrawalBody, WithdrawalForm } from '@/lib/withdrawals/body';
import type { CheckFailure } from '@/lib/requests/contract';

/**
 * Checks what a form says about a recipient, as the form itself does, and gathers what is known about them. Reads only,
 * outside of any transaction: what it finds is kept with the request as it stood.
 */
export async function checkRecipient(
  form: WithdrawalForm,
  body: WithdrawalBody,
  { exceptIds, once = separately }: Look = {},
): Promise<Result<RecipientChecks, CheckFailure>> {
  const directory = await once('directory', readRegistry);
  const issues = checkWithdrawal(form, directory)
    .filter(({ level }) => level === 'error')
    .map(({ path, message }) => ({ path, message }));
  if (form.recipientId !== '' && (await findSavedRecipient(body))?.id !== form.recipientId) {
    const message =
      'This is not what the book says of the recipient that was chosen. Choose again, or type the address.';
    issues.push({ path: 'destinationAddress', message });
  }
  if (issues.length > 0) return fail({ kind: 'invalid', issues });
  const checks = await gatherChecks(body, { exceptIds, once });
  const { lookAlikes } = checks;
  if (lookAlikes !== 'unavailable' && lookAlikes.length > 0 && form.chosenAddress !== form.destinationAddress) {
    return fail({ kind: 'look-alikes', lookAlikes });
  }
  return ok(checks);
}

interface Look {
  /** The request that it is about, or both of a pair: none is continuity with itself. */
  exceptIds?: readonly string[] | undefined;
  /** For several at once: what was read for another of them. */
  once?: ReadOnce;
}

/** What is known about a recipient now. Never throws for what cannot be looked up: that is said instead. */
export async function gatherChecks(
  body: WithdrawalBody,
  { exceptIds, once = separately }: Look = {},
): Promise<RecipientChecks> {
  const { crypto_network: id, destination_address: address } = body;
  const [directory, lookAlikes, card] = await Promise.all([
    once('directory', readRegistry),
    once(lookAlikesOf(body), () => findSimilarAddresses({ network: id, address })).catch(
      (error: unknown): 'unavailable' => {
        log.error({ err: error }, 'what looks like an address could not be looked up');
        return 'unavailable';
      },
    ),
    gatherRisk(body, { exceptIds, once }),
  ]);
  const verdict = checkAddress(address, directory.networks.find((network) => network.id === id) ?? { label: id });
  return { address: verdict, lookAlikes, card, checkedAt: now().toISOString() };
}

/** Looks up what many addresses look like in one statement, for looks that follow. Where that fails each of them asks by itself. */
export async function lookUpTogether(bodies: readonly WithdrawalBody[], once: ReadOnce): Promise<void> {
  const asked = bodies.map((body) => ({ network: body.crypto_network, address: body.destination_address }));
  const found = await findSimilarAddressesOfEach(asked).catch((): SimilarAddress[][] => []);
  for (const [index, body] of bodies.entries()) {
    const known = found[index];
    if (known) await once(lookAlikesOf(body), () => Promise.resolve(known));
  }
}

const lookAlikesOf = ({ crypto_network, destination_address }: WithdrawalBody) =>
  `look-alikes ${crypto_network} ${destination_address}`;

/** What of it the policy can ask for. */
export function signalsOf({ address, lookAlikes, card }: RecipientChecks): string[] {
  const signals = new Set<string>(card.signals);
  if (lookAlikes === 'unavailable' || address.state === 'unchecked') signals.add('check-unavailable');
  if (lookAlikes !== 'unavailable' && lookAlikes.length > 0) signals.add('look-alike');
  return [...signals];
}
