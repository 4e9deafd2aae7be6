import { hashText, hex8 } from '@/sandbox/random';

/** Encodes a position in the transfer sequence as a cursor, which clients treat as opaque. */
export function writeCursor(order: string, position: number): string {
  const text = `${order}|${position}`;
  return Buffer.from(`${text}|${hex8(hashText(text))}`).toString('base64url');
}

/** Returns the position of a cursor, or undefined if the cursor is not one that `writeCursor` wrote for this order. */
export function readCursor(order: string, cursor: string): number | undefined {
  const [writtenOrder, position] = Buffer.from(cursor, 'base64url').toString().split('|');
  const number = Number(position);
  return writtenOrder === order && Number.isSafeInteger(number) && writeCursor(order, number) === cursor
    ? number
    : undefined;
}

/**
 * Splits a cursor into the number of pages without records that were returned for its place, and the cursor that names
 * the place (the fault `empty-pages`).
 */
export function splitEmptyPages(cursor: unknown): { place: string; emptyPages: number } {
  const [, count, place] = /^~([0-9]{1,4})~(.*)$/.exec(typeof cursor === 'string' ? cursor : '') ?? [];
  return count === undefined || place === undefined
    ? { place: typeof cursor === 'string' ? cursor : '', emptyPages: 0 }
    : { place, emptyPages: Number(count) };
}

/** Writes the cursor of a place for which so many pages without records were returned. */
export const joinEmptyPages = (place: string, emptyPages: number): string => `~${emptyPages}~${place}`;
