import 'server-only';
import { checkAddress } from '@/lib/addresses/check-address';
import { resolveNetwork } from '@/lib/networks/networks';
import { fail, ok, type Result } from '@/lib/result';
import { listToChoose, needsAddressChoice, type RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Reader } from '@/lib/identity/reader';
import type { SheetAmounts } from '@/lib/risk/sheet-amounts';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import { readNetworks } from '@/lib/server/networks/registry';
import { readSendable } from '@/lib/server/policy/sendable';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import {
  candidateOf,
  findSimilarAddresses,
  findSimilarAddressesOfEach,
} from '@/lib/server/recipients/similar-addresses';
import { findSavedRecipient } from '@/lib/server/recipients/read';
import { checksReader, limitedTo } from '@/lib/server/requests/checks/checks-reader';
import { gatherRisk } from '@/lib/server/requests/checks/risk';
import { createReadCache, type ReadOnce } from '@/lib/server/requests/limits/read-once';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import type { WithdrawalBody, WithdrawalForm } from '@/lib/withdrawals/body';
import type { CheckFailure } from '@/lib/requests/contract';

/**
 * Checks the recipient in a form, as the form itself does in the browser, and gathers the risk findings. Only reads,
 * and outside any transaction; the caller stores the result with the request. `isPlanned` words issues for a planned
 * payment, whose owner is not there to read them.
 */
export async function checkRecipient(
  form: WithdrawalForm,
  body: WithdrawalBody,
  { exceptIds, once = createReadCache(), sheet, isPlanned = false, asked }: CheckOptions & { isPlanned?: boolean } = {},
): Promise<Result<RecipientChecks, CheckFailure>> {
  const issues = checkWithdrawal(form, await once('sendable', readSendable))
    .filter(({ level }) => level === 'error')
    .map(({ path, message }) => ({ path, message }));
  if (form.recipientId !== '' && (await findSavedRecipient(body))?.id !== form.recipientId) {
    const message = isPlanned
      ? 'The address no longer matches the address book entry of the planned payment. End the plan, and propose it again.'
      : 'This address no longer matches the address book entry that you chose. ' +
        'Choose the recipient again, or enter the address.';
    issues.push({ path: 'destinationAddress', message });
  }
  if (issues.length > 0) return fail({ kind: 'invalid', issues });
  const checks = await gatherChecks(body, { exceptIds, once, sheet, asked });
  const similarAddresses = listToChoose(checks.similarAddresses);
  return similarAddresses.length > 0 && form.chosenAddress !== form.destinationAddress
    ? fail({ kind: 'similar-addresses', similarAddresses })
    : ok(checks);
}

interface CheckOptions {
  /** The ids of the checked request, or of both parts of a test payment, which are not compared with themselves. */
  exceptIds?: readonly string[] | undefined;
  /** When the checked request was saved: later ones are compared with it. Undefined for one that is being prepared. */
  savedAt?: Date | undefined;
  /** A cache shared by the checks of many requests at once; one of its own for each by default. */
  once?: ReadOnce;
  /** Who asks, where nothing is stored: a person who does not see every profile gets an answer from what they see. */
  asked?: Reader | undefined;
  /** The amounts of the asset in the sheet of which the withdrawal is a row. */
  sheet?: SheetAmounts | undefined;
}

/** Gathers the current checks of a recipient. Never throws for a check that cannot run: it is marked unavailable. */
export async function gatherChecks(
  body: WithdrawalBody,
  { exceptIds, savedAt, once = createReadCache(), sheet, asked }: CheckOptions = {},
): Promise<RecipientChecks> {
  const { crypto_network: id, destination_address: address } = body;
  const findSimilar = async () =>
    findSimilarAddresses(asked ?? (await checksReader(body, once)), candidateOf(body, { exceptIds, savedAt }));
  const [registry, similarAddresses, card] = await Promise.all([
    once('registry', () => readNetworks()),
    once(similarAddressesKey(body), findSimilar).catch((error: unknown): 'unavailable' => {
      log.error({ err: error }, 'similar addresses could not be read; the check is unavailable');
      return 'unavailable';
    }),
    gatherRisk(body, { exceptIds, once, sheet, seen: limitedTo(asked) }),
  ]);
  const verdict = checkAddress(address, resolveNetwork(id, registry.networks));
  return { address: verdict, similarAddresses, card, checkedAt: now().toISOString() };
}

/**
 * Reads the similar addresses of many bodies into the cache, in one query for each profile. Where that fails, each
 * check reads its own.
 */
export async function prefetchSimilarAddresses(
  bodies: readonly WithdrawalBody[],
  { once, asked }: { once: ReadOnce; asked?: Reader | undefined },
): Promise<void> {
  for (const profileId of new Set(bodies.map((body) => body.profile_id))) {
    const ofProfile = bodies.filter((body) => body.profile_id === profileId);
    const targets = ofProfile.map((body) => candidateOf(body));
    const found = await Promise.resolve(asked ?? checksReader({ profile_id: profileId }, once))
      .then((reader) => findSimilarAddressesOfEach(reader, targets))
      .catch((): SimilarAddress[][] => []);
    for (const [index, body] of ofProfile.entries()) {
      const known = found[index];
      if (known) await once(similarAddressesKey(body), () => Promise.resolve(known));
    }
  }
}

const similarAddressesKey = ({ crypto_network, destination_address, profile_id }: WithdrawalBody) =>
  `similar-addresses ${crypto_network} ${destination_address} ${profile_id}`;

/** Lists the signals in the checks that policy rules can require. */
export function signalsOf(checks: RecipientChecks): string[] {
  const { address, similarAddresses, card } = checks;
  const signals = new Set<string>(card.signals);
  if (similarAddresses === 'unavailable' || address.state === 'unchecked') signals.add('check-unavailable');
  if (needsAddressChoice(checks)) signals.add('look-alike');
  return [...signals];
}
