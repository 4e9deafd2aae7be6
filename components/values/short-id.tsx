import { isolate } from '@/components/values/untrusted-text';
import { UUID } from '@/lib/text/uuid';

const OPAQUE = /^[0-9a-f]{24,}$/i;
const ENDS = 4;

/**
 * Renders a reference or an ID: one that no person reads by its ends, and whole to screen readers and where it is
 * copied. The place that shows it has the whole one as its title.
 */
export function ShortId({ id }: { id: string }) {
  if (!UUID.test(id) && !OPAQUE.test(id)) return isolate(id);
  return (
    <>
      <span aria-hidden className="select-none">
        {id.slice(0, ENDS)} … {id.slice(-ENDS)}
      </span>
      <span className="sr-only">{id}</span>
    </>
  );
}
