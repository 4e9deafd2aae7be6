import { decodeBase58check } from '@/lib/addresses/formats/base58check';

const SECRET = 'Do not share it with anyone. Treat it as stolen, and move the funds that it protects to a new wallet.';
const PASTE = 'Paste only the address that it contains.';
const NO_LOOKUP = 'The console does not look up names. Paste the address.';
const ASK = 'Ask the recipient for an address';

interface Explained {
  pattern: RegExp;
  reason: string;
}

// By shape alone, so that a secret with a typing mistake is found too. No address of a supported network looks so.
const SECRETS: Explained[] = [
  { pattern: /^S[A-Z2-7]{55}$/, reason: `This looks like a Stellar secret key. ${SECRET}` },
  {
    pattern: /^[5KL9c6TQ][1-9A-HJ-NP-Za-km-z]{50,51}$/,
    reason: `This looks like a secret key in the format that wallets export (WIF). ${SECRET}`,
  },
  { pattern: /^6P[1-9A-HJ-NP-Za-km-z]{56}$/, reason: `This looks like an encrypted secret key (BIP 38). ${SECRET}` },
  {
    pattern: /^(?:[xyztuvYZUV]prv|[LM]tpv|dgpv)[1-9A-HJ-NP-Za-km-z]{80,}$/,
    reason: `This looks like an extended secret key (BIP 32). ${SECRET}`,
  },
  {
    pattern: /^(?:nsec|suiprivkey)1[a-z0-9]{50,}$|^AGE-SECRET-KEY-/i,
    reason: `This looks like a secret key. ${SECRET}`,
  },
  {
    pattern: /^\[\s*(?:\d{1,3}\s*,\s*){31,63}\d{1,3}\s*\]$/,
    reason: `This looks like a secret key, written as a list of numbers. ${SECRET}`,
  },
  {
    pattern: /^\p{Ll}{3,8}(?:\s+\p{Ll}{3,8}){11,23}$/u,
    reason: `This looks like the recovery phrase of a wallet. ${SECRET}`,
  },
];

const IF_SECRET = `${ASK}. If this is a secret key: ${SECRET.charAt(0).toLowerCase()}${SECRET.slice(1)}`;

// The first match counts.
const OTHERS: Explained[] = [
  {
    pattern: /^[0-9a-f]{64}$/i,
    reason: `This is as long as a transaction hash or a secret key, not an address. ${IF_SECRET}`,
  },
  {
    pattern: /^0x[0-9a-f]{64}$/i,
    reason: `This is as long as a transaction hash or a secret key, or an address on the Sui network. ${IF_SECRET}`,
  },
  {
    pattern: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
    reason: `This is as long as a Solana transaction signature or a secret key, not an address. ${IF_SECRET}`,
  },
  {
    pattern: /^(?:0x)?0[23][0-9a-f]{64}$|^(?:0x)?04[0-9a-f]{128}$/i,
    reason: `This looks like a public key, not an address. ${ASK}.`,
  },
  {
    pattern: /^(?:[xyztuvYZUV]pub|[LM]tub|dgub)[1-9A-HJ-NP-Za-km-z]{80,}$/,
    reason: `This is an extended public key, from which a wallet makes many addresses. ${ASK}.`,
  },
  {
    pattern: /^(?:lightning:)?ln(?:bc|tb|bcrt|o1|url1)[a-z0-9]{20,}$/i,
    reason: `This is a Lightning invoice, offer or link. ${ASK} on the network itself.`,
  },
  { pattern: /^https?:/i, reason: 'This is the address of a web page. Paste the address to pay to.' },
  {
    pattern: /^(?!ethereum:)[a-z0-9-]{1,20}:0x[0-9a-f]{40}$/i,
    reason:
      'This is an address with a network in front of it (EIP-3770). ' +
      'Paste only the part after the colon, and compare the network.',
  },
  {
    pattern: /^(?!b(?:itcoincash|chtest|chreg):[a-z0-9]*$)(?:pay:)?[a-z][a-z0-9+.-]{1,30}:[^:]{20,}$/i,
    reason: `This is a payment link. ${PASTE}`,
  },
  {
    pattern: /^[A-Za-z0-9:]{20,}[?@&#/]/,
    reason: `This text holds more than an address, as a payment link does. ${PASTE}`,
  },
  {
    pattern: /^XE[0-9]{2}[0-9A-Z]{10,}$|^(?:CB|CE|AB)[0-9]{2}[0-9A-F]{40}$/i,
    reason: `This address is in the ICAP or ICAN format, with a check number in front. ${ASK} that begins with 0x.`,
  },
  {
    pattern: /^[^\s*]+\*[^\s*.]+(?:\.[^\s*.]+)+$/,
    reason:
      'This is a federated Stellar name. The console does not look up names. Paste the address, and enter its memo.',
  },
  {
    pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
    reason: `This is a name in the form of an e-mail address. ${NO_LOOKUP}`,
  },
  {
    pattern: /^[$@]?[\p{L}\p{N}\p{Extended_Pictographic}_-]+(?:[.$/][\p{L}\p{N}\p{Extended_Pictographic}_-]+)+$/u,
    reason: `This is a name. ${NO_LOOKUP}`,
  },
  { pattern: /^[$@][\w-]+$/, reason: `This is a name. ${NO_LOOKUP}` },
];

// Version bytes in base58check and prefixes in bech32 (SLIP-0173) of networks that are not supported.
const OTHER_VERSIONS: Record<number, string> = {
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

/** Warns of a text that looks like a secret key or a recovery phrase; undefined for others. Never repeats the text. */
export function explainSecret(text: string): string | undefined {
  return SECRETS.find(({ pattern }) => pattern.test(text))?.reason;
}

/** Explains a text that is not an address of a supported network, such as a payment link; undefined for others. */
export function explainOtherText(text: string): string | undefined {
  return OTHERS.find(({ pattern }) => pattern.test(text))?.reason ?? explainOtherNetwork(text);
}

function explainOtherNetwork(text: string): string | undefined {
  const name =
    OTHER_PREFIXES[/^([a-z]{1,12})1[ac-hj-np-z02-9]{30,110}$/i.exec(text)?.[1]?.toLowerCase() ?? ''] ??
    nameByVersion(text);
  if (name) return `This is an address on the ${name} network. ${ASK} on the network that you chose.`;
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) {
    return `This looks like an address on the XRP Ledger. ${ASK} on the network that you chose.`;
  }
  return undefined;
}

function nameByVersion(text: string): string | undefined {
  if (text.length < 25 || text.length > 40) return undefined;
  return OTHER_VERSIONS[decodeBase58check(text)?.[0] ?? -1];
}
