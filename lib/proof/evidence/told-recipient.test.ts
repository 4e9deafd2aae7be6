import { expect, it } from 'vitest';
import { compareTold } from '@/lib/proof/evidence/told-recipient';

const BODY = {
  ref_id: 'r-1',
  profile_id: 'p-ops',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '1',
};
const NORMAL = '0x52908400098527886e0f7030069857d2e4169ee7';

it.each([
  [['ETHEREUM', NORMAL], BODY, 'same'],
  [['BASE', NORMAL], BODY, 'other'],
  [['ETHEREUM', '0x00'], BODY, 'unclear'],
  [['STELLAR', 'GA7Q', '1'], { ...BODY, crypto_network: 'STELLAR', destination_address: 'GA7Q', memo: '1' }, 'same'],
  [['STELLAR', 'GA7Q', '1'], { ...BODY, crypto_network: 'STELLAR', destination_address: 'GA7Q', memo: '2' }, 'other'],
  [['STELLAR', 'GA7Q', '1'], { ...BODY, crypto_network: 'STELLAR', destination_address: 'GA7Q' }, 'other'],
  [['ETHEREUM'], BODY, 'other'],
  [{ network: 'ETHEREUM' }, BODY, 'other'],
])('the recipient %j is told from that of the bytes', (told, body, expected) => {
  expect(compareTold(JSON.stringify(told), body)).toBe(expected);
});

it('a recipient that is no key is another one', () => {
  expect(compareTold('ETHEREUM', BODY)).toBe('other');
});
