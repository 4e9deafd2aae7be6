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
