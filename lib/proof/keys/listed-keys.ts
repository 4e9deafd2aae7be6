import { fromBase64url } from '@/lib/proof/bytes';
import type { KeyRecord, KeyRights, ProofRoot } from '@/lib/proof/keys/root';

/** A passkey that is or was on the list. `from` and `until` are numbers of chain entries; the root is 0. */
export interface ListedKey {
  record: KeyRecord;
  from: number;
  /** Entry that removed the passkey. */
  until?: number;
  /** What the passkey may sign, from which entry on. */
  rights: readonly (KeyRights & { from: number })[];
}

const COUNTER_OFFSET = 33;

/** The passkeys and web addresses of a console, with the entry from which each holds. */
export class ListedKeys {
  readonly #keys = new Map<string, ListedKey>();
  readonly #spellings = new Set<string>();
  readonly #origins: { origin: string; from: number }[];
  readonly #counters = new Map<string, { number: number; counter: number }[]>();

  constructor(root: ProofRoot) {
    this.#origins = root.origins.map((origin) => ({ origin, from: 0 }));
    for (const record of root.keys) this.add(record, 0);
  }

  /** Lists every passkey that is or was on the list. */
  list(): ListedKey[] {
    return [...this.#keys.values()];
  }

  /** Finds a passkey that is or was on the list. */
  find(credentialId: string): ListedKey | undefined {
    return this.#keys.get(credentialId);
  }

  /** Tells whether a passkey or its public key is or was on the list. */
  knows({ credentialId, publicKey }: KeyRecord): boolean {
    return this.#keys.has(credentialId) || this.#spellings.has(publicKey.spki);
  }

  /** Lists the passkeys on the list after an entry. */
  listAt(number: number): ListedKey[] {
    return this.list().filter((key) => isListedAt(key, number));
  }

  /** Lists the origins that hold after an entry. */
  originsAt(number: number): string[] {
    return this.#origins.filter(({ from }) => from <= number).map(({ origin }) => origin);
  }

  /** Gives the highest counter that a passkey had in the entries before one; 0 where it counts nothing. */
  counterBefore(credentialId: string, number: number): number {
    return this.#counters.get(credentialId)?.findLast((seen) => seen.number < number)?.counter ?? 0;
  }

  add(record: KeyRecord, from: number): void {
    const { roles, groups } = record;
    this.#keys.set(record.credentialId, { record, from, rights: [{ from, roles, groups }] });
    this.#spellings.add(record.publicKey.spki);
  }

  remove(credentialId: string, until: number): void {
    const key = this.#keys.get(credentialId);
    if (key) this.#keys.set(credentialId, { ...key, until });
  }

  setRights(key: ListedKey, rights: KeyRights, from: number): void {
    this.#keys.set(key.record.credentialId, { ...key, rights: [...key.rights, { ...rights, from }] });
  }

  addOrigin(origin: string, from: number): void {
    this.#origins.push({ origin, from });
  }

  /** Notes the counter of an entry's assertion, as its authenticator data states it. */
  countUse(assertion: { credentialId: string; authenticatorData: string }, number: number): void {
    const bytes = fromBase64url(assertion.authenticatorData);
    if (!bytes || bytes.length < COUNTER_OFFSET + 4) return;
    const counter = new DataView(bytes.buffer).getUint32(COUNTER_OFFSET);
    const seen = this.#counters.get(assertion.credentialId) ?? [];
    if (counter > (seen.at(-1)?.counter ?? 0)) seen.push({ number, counter });
    this.#counters.set(assertion.credentialId, seen);
  }
}

/** Tells whether a passkey is on the list after an entry. */
export function isListedAt({ from, until }: ListedKey, number: number): boolean {
  return from <= number && (until === undefined || number < until);
}

/** Tells whether the list lets a passkey sign as a role or group (`group:NAME`) after an entry. */
export function canSignAt(key: ListedKey, as: string, number: number): boolean {
  const rights = key.rights.findLast(({ from }) => from <= number);
  if (!rights || !isListedAt(key, number)) return false;
  return rights.roles.some((role) => role === as) || rights.groups.some((group) => `group:${group}` === as);
}
