import { decodeBase58check } from '@/lib/addresses/base58check';

const SECRET = 'Do not send it to anybody, and treat it as known to others: move what it guards to a new one.';
const PASTE = 'paste only the address in it.';

interface Explained {
  pattern: RegExp;
  reason: string;
}

// By shape alone, so that one with a typing mistake is found as well. None of these can be an address of a network of ours.
const SECRETS: Explained[] = [
  { pattern: /^S[A-Z2-7]{55}$/, reason: `This looks like a Stellar secret key. ${SECRET}` },
  {
    pattern: /^[5KL9c6T][1-9A-HJ-NP-Za-km-z]{50,51}$/,
    reason: `This looks like a secret key in the form that wallets export (WIF). ${SECRET}`,
  },
  { pattern: /^6P[1-9A-HJ-NP-Za-km-z]{56}$/, reason: `This looks like an encrypted secret key (BIP 38). ${SECRET}` },
  {
    pattern: /^(?:[xyztuvYZUV]prv|[LM]tpv)[1-9A-HJ-NP-Za-km-z]{80,}$/,
    reason: `This looks like an extended secret key (BIP 32). ${SECRET}`,
  },
  { pattern: /^nsec1[a-z0-9]{50,}$|^AGE-SECRET-KEY-/i, reason: `This looks like a secret key. ${SECRET}` },
  {
    pattern: /^\[\s*(?:\d{1,3}\s*,\s*){31,63}\d{1,3}\s*\]$/,
    reason: `This looks like a secret key in the form of a list of numbers. ${SECRET}`,
  },
  {
    pattern: /^\p{Ll}{3,8}(?:\s+\p{Ll}{3,8}){11,23}$/u,
    reason: `This looks like the recovery phrase of a wallet. ${SECRET}`,
  },
];

const KEY_OR_HASH = `If it is a secret key: ${SECRET.charAt(0).toLowerCase()}${SECRET.slice(1)}`;

// The first that fits counts.
const OTHERS: Explained[] = [
  {
    pattern: /^(?:0x)?[0-9a-f]{64}$/i,
    reason: `This is as long as a transaction hash or a secret key, not an address. ${KEY_OR_HASH}`,
  },
  {
    pattern: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
    reason: `This is as long as a Solana transaction signature or a secret key, not an address. ${KEY_OR_HASH}`,
  },
  {
    pattern: /^(?:0x)?0[23][0-9a-f]{64}$|^(?:0x)?04[0-9a-f]{128}$/i,
    reason: 'This looks like a public key, not an address. Ask for the address that is made from it.',
  },
  {
    pattern: /^(?:[xyztuvYZUV]pub|[LM]tub)[1-9A-HJ-NP-Za-km-z]{80,}$/,
    reason: 'This is an extended public key, from which a wallet makes many addresses. Ask for one of them.',
  },
  {
    pattern: /^(?:lightning:)?ln(?:bc|tb|bcrt|o1|url1)[a-z0-9]{20,}$/i,
    reason: 'This is a Lightning invoice, offer or link, not an address on the network. Ask for an address.',
  },
  { pattern: /^https?:/i, reason: 'This is the address of a web page. Paste the address to pay to.' },
  {
    pattern: /^(?!ethereum:)[a-z0-9-]{1,20}:0x[0-9a-f]{40}$/i,
    reason:
      'This is an address with a network in front of it (EIP-3770). Paste only what follows the colon, and compare the network.',
  },
  {
    pattern: /^(?!b(?:itcoincash|chtest|chreg):[a-z0-9]*$)(?:pay:)?[a-z][a-z0-9+.-]{1,30}:[^:]{20,}$/i,
    reason: `This is a payment link; ${PASTE}`,
  },
  { pattern: /^[A-Za-z0-9:]{20,}[?@&#/]/, reason: `More than an address is here, as in a payment link; ${PASTE}` },
  {
    pattern: /^XE[0-9]{2}[0-9A-Z]{10,}$|^(?:CB|CE|AB)[0-9]{2}[0-9A-F]{40}$/i,
    reason:
      'This is an address in a form with a check number in front (ICAP, ICAN). Ask for the form that begins with 0x.',
  },
  {
    pattern: /^[^\s*]+\*[^\s*.]+(?:\.[^\s*.]+)+$/,
    reason:
      'This is a federated Stellar name. Names are not looked up. Paste the address, and the memo that belongs to it.',
  },
  {
    pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
    reason: 'This is a name as in an e-mail address. Names are not looked up. Paste the address.',
  },
  {
    pattern: /^[$@]?[\p{L}\p{N}\p{Extended_Pictographic}_-]+(?:[.$/][\p{L}\p{N}\p{Extended_Pictographic}_-]+)+$/u,
    reason: 'Names are not looked up. Paste the address.',
  },
  { pattern: /^[$@][\w-]+$/, reason: 'Names are not looked up. Paste the address.' },
];

// Version bytes of other networks in base58check, and prefixes in bech32 (SLIP-0173).
const OTHER_VERSIONS: Record<number, string> = {
  0x1e: 'Dogecoin',
  0x16: 'Dogecoin',
  0x4c: 'Dash',
  0x10: 'Dash',
  0x41: 'Tron',
  0x1c: 'Zcash',
};
const OTHER_PREFIXES: Record<string, string> = {
  addr: 'Cardano',
  cosmos: 'Cosmos',
  osmo: 'Osmosis',
  bnb: 'BNB Beacon Chain',
  xdg: 'Dogecoin',
  grs: 'Groestlcoin',
  dgb: 'DigiByte',
  zs: 'Zcash',
  u: 'Zcash',
  terra: 'Terra',
  inj: 'Injective',
  celestia: 'Celestia',
  kaspa: 'Kaspa',
};

/** Says so where a text looks like a secret, whatever else it is; undefined otherwise. Never repeats the text. */
export function explainSecret(text: string): string | undefined {
  return SECRETS.find(({ pattern }) => pattern.test(text))?.reason;
}

/** What a text is that is no address of a network of ours, in words; undefined where it is like nothing known. */
export function explainOtherThing(text: string): string | undefined {
  return OTHERS.find(({ pattern }) => pattern.test(text))?.reason ?? explainOtherNetwork(text);
}

function explainOtherNetwork(text: string): string | undefined {
  const name =
    OTHER_PREFIXES[/^([a-z]{1,12})1[ac-hj-np-z02-9]{30,110}$/i.exec(text)?.[1]?.toLowerCase() ?? ''] ??
    nameByVersion(text);
  if (name) return `This is an address of ${name}.`;
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return 'This looks like an address of the XRP Ledger.';
  return undefined;
}

function nameByVersion(text: string): string | undefined {
  if (text.length < 25 || text.length > 40) return undefined;
  return OTHER_VERSIONS[decodeBase58check(text)?.[0] ?? -1];
}
