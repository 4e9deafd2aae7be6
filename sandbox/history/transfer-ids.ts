import { hex8, mix, uuidFrom } from '@/sandbox/random';

const ID_KEY = 11;
const REF_KEY = 12;
const REF_STYLES = ['payout', 'inv', 'po', 'wd', 'settle'] as const;
const REF_SHAPE = new RegExp(`^(?:${REF_STYLES.join('|')})-([0-9a-f]{8})$`);

/** Ids and references of the historical transfers by number, and numbers by id and reference, without any table. */
export interface Identities {
  idOf: (number: number) => string;
  /** Returns the only number that could have this id; the caller checks that the transfer exists. */
  numberOfId: (id: string) => number | undefined;
  refIdOf: (number: number) => string;
  numberOfRefId: (refId: string) => number | undefined;
}

/** Creates the ids of a seed. A keyed permutation scrambles each number, so it can be unscrambled. */
export function createTransferIds(seed: number): Identities {
  const idKey = mix(seed, ID_KEY);
  const refKey = mix(seed, REF_KEY);
  const idOf = (number: number) =>
    uuidFrom(scramble(number, idKey), mix(idKey, number), mix(idKey + 1, number), mix(idKey + 2, number));
  const refIdOf = (number: number) =>
    `${REF_STYLES[mix(refKey, number) % REF_STYLES.length]}-${hex8(scramble(number, refKey))}`;
  return {
    idOf,
    refIdOf,
    numberOfId: (id) =>
      /^[0-9a-f]{8}-/.test(id)
        ? verifyName(unscramble(Number.parseInt(id.slice(0, 8), 16), idKey), idOf, id)
        : undefined,
    numberOfRefId: (refId) => {
      const digits = REF_SHAPE.exec(refId)?.[1];
      return digits === undefined
        ? undefined
        : verifyName(unscramble(Number.parseInt(digits, 16), refKey), refIdOf, refId);
    },
  };
}

function verifyName(number: number, nameOf: (number: number) => string, name: string): number | undefined {
  return nameOf(number) === name ? number : undefined;
}

// A Feistel network of four rounds over two halves of 16 bits.
function scramble(number: number, key: number): number {
  let left = number >>> 16;
  let right = number & 0xffff;
  for (let round = 0; round < 4; round += 1) [left, right] = [right, left ^ (mix(key + round, right) & 0xffff)];
  return ((left << 16) | right) >>> 0;
}

function unscramble(number: number, key: number): number {
  let left = number >>> 16;
  let right = number & 0xffff;
  for (let round = 3; round >= 0; round -= 1) [left, right] = [right ^ (mix(key + round, left) & 0xffff), left];
  return ((left << 16) | right) >>> 0;
}
