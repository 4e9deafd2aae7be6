import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { WithdrawalBody, WithdrawalForm } from '@/lib/withdrawals/body';

type Member = Exclude<keyof WithdrawalBody, 'ref_id' | 'amount' | 'total'>;

/** A value for every member of a request but its reference and its amount; the compiler asks for each new one. */
export const EVERY_MEMBER = {
  profile_id: 'p-ops',
  destination_address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  asset: 'PYUSD',
  crypto_network: 'STELLAR',
  identity_id: 'identity-7',
  account_id: 'account-8',
  balance_asset: 'USD',
  metadata: { ticket: 'OPS-4411' },
  fee_id: 'fee-9',
  beneficiary: { institution_details: { name: 'Northwind Settlement' } },
  memo: 'order 2041',
} as const satisfies { [Name in Member]-?: Exclude<WithdrawalBody[Name], undefined> };

/** Fills in every field of the form, as a person would. */
export function fillEveryField(fixed: WithdrawalForm['fixed'] = 'amount'): WithdrawalForm {
  const { ticket } = EVERY_MEMBER.metadata;
  return {
    profileId: EVERY_MEMBER.profile_id,
    asset: EVERY_MEMBER.asset,
    network: EVERY_MEMBER.crypto_network,
    destinationAddress: EVERY_MEMBER.destination_address,
    addressEntry: 'typed',
    recipientId: '',
    chosenAddress: '',
    fixed,
    value: '12.5',
    referenceId: `every-${randomUUID()}`,
    memo: EVERY_MEMBER.memo,
    needsNoMemo: false,
    testAmount: '',
    metadata: [{ key: 'ticket', value: ticket }],
    identityId: EVERY_MEMBER.identity_id,
    accountId: EVERY_MEMBER.account_id,
    balanceAsset: EVERY_MEMBER.balance_asset,
    feeId: EVERY_MEMBER.fee_id,
    beneficiary: {
      kind: 'institution',
      firstName: '',
      lastName: '',
      institutionName: EVERY_MEMBER.beneficiary.institution_details.name,
      json: '',
    },
    note: 'Every field',
  };
}

/** Reads the names of the members of a request from the interface document. */
export function readDocumentedMembers(): string[] {
  const text = readFileSync('docs/specification/service-interface.md', 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('Withdrawal request')) ?? '';
  return [...section.matchAll(/^\| `([a-z_]+)` /gm)].map(([, name = '']) => name).toSorted();
}
