import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** A field of the body that an edit changed; null for an absent value. */
export interface BodyChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** Lists the differences of two bodies, member by member in the order of the later one; metadata key by key. */
export function findBodyChanges(before: WithdrawalBody, after: WithdrawalBody): BodyChange[] {
  const [old, now] = [flatten(before), flatten(after)];
  const fields = [...now.keys(), ...[...old.keys()].filter((field) => !now.has(field))];
  return fields
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function flatten(body: WithdrawalBody): Map<string, string> {
  const { metadata, beneficiary, ...texts } = body;
  return new Map([
    ...Object.entries(texts),
    ...(beneficiary ? [['beneficiary', JSON.stringify(beneficiary)] as const] : []),
    ...Object.entries(metadata ?? {}).map(([key, value]) => [`metadata ${key}`, value] as const),
  ]);
}
