import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** What a withdrawal has in common with others of its batch, beside its recipient and amount. */
export interface SharedFacts {
  network: string;
  profile: string;
  /** Whether the fee is included, and which balance is debited. */
  fee: string;
  /** Why it is paid, in the requester's words; never sent. */
  note: string;
}

interface NotedBody {
  body: WithdrawalBody;
  note: string;
}

/** Gives these facts of one withdrawal. */
export function factsOf({ body, note }: NotedBody): SharedFacts {
  return { network: body.crypto_network, profile: body.profile_id, fee: describeFee(body), note };
}

/** Finds the facts that are the same for all of these withdrawals; absent where they differ. */
export function findShared(items: readonly NotedBody[]): Partial<SharedFacts> {
  const [first, ...others] = items.map(factsOf);
  if (!first) return {};
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => others.every((one) => one[name as keyof SharedFacts] === value)),
  );
}

function describeFee({ asset, balance_asset: balance, amount }: WithdrawalBody): string {
  const fee = amount === undefined ? 'fee included' : 'fee on top';
  if (balance === undefined || balance === asset) return fee;
  return amount === undefined ? `${fee}, sent as ${asset}` : `${fee}, from the ${balance} balance`;
}
