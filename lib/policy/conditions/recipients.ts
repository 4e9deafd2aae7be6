import { z } from 'zod';
import { networkLabel } from '@/lib/networks/networks';
import { type Condition, draftOfList, ownValue, type RuleNames } from '@/lib/policy/conditions/condition';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { joinList } from '@/lib/text/join-list';

const exactText = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .refine((value) => findHiddenCharacter(value) === undefined, 'This contains an invisible character.');
// In normal form (`normalizeRecipient`), so that no spelling of an address evades a rule about it.
const recipientSchema = z.strictObject({
  network: exactText(64),
  address: exactText(256),
  memo: exactText(256).optional(),
});
export type RuleRecipient = z.infer<typeof recipientSchema>;

/** The recipient is one of these: an account, with its memo. */
export const recipients: Condition<RuleRecipient[]> = {
  schema: z.array(recipientSchema).min(1).max(200),
  holds: (named, { recipient = '' }) => named.some((one) => keyOfRuleRecipient(one) === recipient),
  comparison: { list: (named) => named.map(keyOfRuleRecipient) },
  describe: (named, { recipients: names }) =>
    `to ${joinList(
      named.map((recipient) => describeRecipient(recipient, names)),
      'or',
    )}`,
  explain: () => 'the rule names the recipient',
  example: ([recipient], calm) => ({ ...calm, ...(recipient && { recipient: keyOfRuleRecipient(recipient) }) }),
  draft: draftOfList(z.array(recipientSchema)),
};

/** Gives the key of a recipient that a rule names, as `recipientKey` (lib/recipients/recipients) writes it. */
export function keyOfRuleRecipient({ network, address, memo }: RuleRecipient): string {
  return JSON.stringify([network, address, ...(memo === undefined ? [] : [memo])]);
}

/** Describes a recipient with its whole address: “Exchange (0x8ba1… on Ethereum)”. */
export function describeRecipient(recipient: RuleRecipient, names: RuleNames['recipients']): string {
  const { network, address, memo } = recipient;
  const place = `${address} on ${networkLabel(network)}${memo === undefined ? '' : `, memo ${memo}`}`;
  const name = ownValue(names, keyOfRuleRecipient(recipient));
  return name === undefined ? place : `${name} (${place})`;
}
