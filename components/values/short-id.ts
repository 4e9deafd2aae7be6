import { UUID } from '@/lib/text/uuid';

const OPAQUE = /^[0-9a-f]{24,}$/i;
const ENDS = 4;

/** Shortens an ID that no person reads to its ends; others stay whole. Its place has the whole one as its label. */
export function shortenId(id: string): string {
  return UUID.test(id) || OPAQUE.test(id) ? `${id.slice(0, ENDS)} … ${id.slice(-ENDS)}` : id;
}
