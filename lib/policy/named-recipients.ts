import { keyOfRuleRecipient } from '@/lib/policy/conditions/recipients';
import { networkLabel } from '@/lib/networks/networks';
import { listNamedRecipients, type PolicyRule } from '@/lib/policy/rules';
import { normalizeRecipient } from '@/lib/recipients/recipients';

/**
 * Explains that rules name a recipient in another way than withdrawals are compared, so that they would never apply to
 * it; undefined where they do not.
 */
export function explainUnmetRecipient(rules: readonly PolicyRule[]): string | undefined {
  for (const recipient of listNamedRecipients(rules)) {
    const normal = normalizeRecipient(recipient);
    if (keyOfRuleRecipient(normal) === keyOfRuleRecipient(recipient)) continue;
    const place = `${recipient.address} on ${networkLabel(recipient.network)}`;
    return normal.address === recipient.address
      ? `The recipient ${place} is the same with every memo. Leave the memo out.`
      : `The recipient ${place} is compared as ${normal.address}. Write it so, or choose it from the address book.`;
  }
  return undefined;
}
