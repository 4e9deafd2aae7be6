import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FixedAmountSentence } from '@/components/withdrawals/fixed-amount-sentence';
import { WithdrawalBodyFacts } from '@/components/withdrawals/withdrawal-body-facts';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

const LONG_KEY = 'k'.repeat(100);
const BODY = {
  ref_id: 'INV-1',
  profile_id: 'p-ops',
  asset: 'PYUSD',
  crypto_network: 'ETHEREUM',
  destination_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: '100',
  memo: 'invoice 7',
  balance_asset: 'USD',
  identity_id: 'i-1',
  account_id: 'a-1',
  fee_id: 'f-1',
  beneficiary: { institution_details: { name: 'Bank' } },
  metadata: { [LONG_KEY]: 'v'.repeat(100) },
} satisfies WithdrawalBody;

const render = (body: WithdrawalBody) => renderToStaticMarkup(<WithdrawalBodyFacts body={body} recipientName={null} />);
/** Gives the text without tags; the chunks of the address are then together. */
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');
const sentence = (change: Partial<Record<keyof WithdrawalBody, unknown>>) =>
  textOf(renderToStaticMarkup(<FixedAmountSentence body={{ ...BODY, ...change } as WithdrawalBody} />));

describe('WithdrawalBodyFacts', () => {
  it('shows every member of the bytes in full, also one that no request of this console has', () => {
    const bytes = JSON.stringify({ ...BODY, on_behalf_of: { name: 'Eve' }, metadata: { ...BODY.metadata, count: 7 } });
    const text = textOf(render(parseWithdrawalBody(bytes)));
    for (const value of [
      'INV-1',
      'p-ops',
      'Ethereum',
      BODY.destination_address,
      '100',
      'PYUSD',
      'invoice 7',
      'USD',
      'i-1',
      'a-1',
      'f-1',
      'Bank',
      LONG_KEY,
      'v'.repeat(100),
      'count 7',
      'Also sent: on_behalf_of',
      'Eve',
    ])
      expect(text).toContain(value);
  });

  it('says that an empty metadata value is empty', () => {
    expect(textOf(render({ ...BODY, metadata: { ticket: '' } }))).toContain('ticket (empty)');
  });

  it('gives names and values a fixed share of the width, whatever they hold', () => {
    const markup = render(BODY);
    const grid = /<dl class="(grid [^"]*)"/.exec(markup)?.[1] ?? '';
    // Only columns of this form take no width from their content.
    expect(grid).toMatch(/(?:^| )sm:grid-cols-\[(?:minmax\(0,\d+fr\)_?)+\](?: |$)/);
    for (const [, classes = ''] of markup.matchAll(/<d[td] class="([^"]*)"/g)) {
      expect(classes).toContain('min-w-0');
      expect(classes).toContain('[overflow-wrap:anywhere]');
    }
  });
});

describe('FixedAmountSentence', () => {
  it('counts a total in the asset of the balance, and says what is sent', () => {
    const total = sentence({ amount: undefined, total: '100' });
    expect(total).toContain('The balance falls by exactly 100.00 USD');
    expect(total).toContain('The recipient gets PYUSD.');
  });

  it('counts an amount in the asset that is sent, and says which balance is debited', () => {
    expect(sentence({})).toContain('The recipient gets exactly 100.00 PYUSD');
    expect(sentence({})).toContain('The USD balance is debited.');
  });

  it('says nothing of a balance in the same asset', () => {
    const same = sentence({ amount: undefined, total: '100', balance_asset: 'PYUSD' });
    expect(same).toContain('The balance falls by exactly 100.00 PYUSD');
    expect(same).not.toContain('The recipient gets PYUSD');
  });
});
