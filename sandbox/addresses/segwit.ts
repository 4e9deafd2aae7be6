import { bech32, bech32m } from '@scure/base';

/** Encodes a witness program as an address: bech32 for version 0, bech32m for later ones (BIP 173, BIP 350). */
export function encodeSegwit(prefix: string, version: number, program: Uint8Array): string {
  const encoding = version === 0 ? bech32 : bech32m;
  return encoding.encode(prefix, [version, ...encoding.toWords(program)]);
}
