import { compareAmounts } from '@/lib/money/amounts';
import type { Asset } from '@/lib/networks/assets';
import type { Network } from '@/lib/networks/network-definition';
import { networkLabel } from '@/lib/networks/networks';
import type { LinkContent } from '@/lib/addresses/payment-links/link-content';
import { parseAmount } from '@/lib/money/parse-amount';

/** Fields of a form that a link can fill. A form without an asset and an amount leaves them out. */
export interface FillableFields {
  network: string;
  memo: string;
  asset?: string;
  amount?: string;
}

/** The fields that a link fills, and what must be resolved before it may; nothing is filled while something is. */
export interface TakeOver {
  fills: Partial<FillableFields>;
  conflicts: string[];
}

/** Plans what a link fills in: empty fields alone. A field with another value than the link's is a conflict. */
export function planTakeOver(
  content: LinkContent,
  current: FillableFields,
  { networks, assets }: { networks: readonly Network[]; assets: readonly Asset[] },
): TakeOver {
  const fills: Partial<FillableFields> = {};
  const conflicts: string[] = [];
  const chosen = networks.find(({ id }) => id === current.network);
  const network = content.network;
  if (network !== undefined && !networks.some(({ id }) => id === network))
    conflicts.push(`${networkLabel(network)} is not among the networks of this console.`);
  else if (network !== undefined && current.network === '') fills.network = network;
  else if (network !== undefined && current.network !== network)
    conflicts.push(explainConflict('network', networkLabel(network), chosen?.label ?? current.network));
  else if (network === undefined && isOtherFamily(content, chosen))
    conflicts.push(`The link holds an address of another kind than ${chosen?.label ?? 'the network'} has.`);
  if (content.memo !== undefined) {
    if (current.memo.trim() === '') fills.memo = content.memo;
    else if (current.memo.trim() !== content.memo)
      conflicts.push(explainConflict('memo', content.memo, current.memo.trim()));
  }
  if (current.asset !== undefined && content.asset !== undefined) {
    if (current.asset !== '' && current.asset !== content.asset)
      conflicts.push(explainConflict('asset', content.asset, current.asset));
    else if (current.asset === '' && assets.some(({ ticker }) => ticker === content.asset)) fills.asset = content.asset;
  }
  // An amount of an asset that the form does not have would be one of another asset.
  const isAsset = content.asset !== undefined && (fills.asset ?? current.asset) === content.asset;
  if (current.amount !== undefined && content.amount !== undefined && isAsset) {
    const typed = parseAmount(current.amount);
    if (current.amount.trim() === '') fills.amount = content.amount;
    else if (!typed.ok || compareAmounts(typed.value, content.amount) !== 0)
      conflicts.push(explainConflict('amount', content.amount, current.amount.trim()));
  }
  return { fills, conflicts };
}

function isOtherFamily({ family }: LinkContent, chosen: Network | undefined): boolean {
  return family !== undefined && chosen?.family !== undefined && chosen.family !== family;
}

function explainConflict(field: string, ofLink: string, ofForm: string): string {
  return `The link names the ${field} ${ofLink}, and this form has ${ofForm}. Find out which is right first.`;
}
