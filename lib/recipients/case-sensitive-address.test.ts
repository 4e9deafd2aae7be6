import { expect, it } from 'vitest';
import { isCaseSensitiveAddress } from '@/lib/recipients/recipients';

it.each([
  ['ETHEREUM', '0x52908400098527886E0F7030069857D2E4169EE7', false],
  ['ETHEREUM', '0x52908400098527886e0f7030069857d2e4169ee7', false],
  ['A_NETWORK_OF_TOMORROW', '0x52908400098527886E0F7030069857D2E4169EE7', false],
  ['BITCOIN', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', false],
  ['BITCOIN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
  ['SOLANA', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', true],
  ['A_NETWORK_OF_TOMORROW', 'Ab', true],
  ['A_NETWORK_OF_TOMORROW', '', false],
  ['SOLANA', '\u{1F600}\uD800', false],
])('tells on %s whether the case of %j distinguishes addresses: %s', (network, address, isSensitive) => {
  expect(isCaseSensitiveAddress(network, address)).toBe(isSensitive);
});
