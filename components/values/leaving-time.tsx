import { Time } from '@/components/values/time';

/** Says until when a limit over time holds a withdrawal; nothing where none does. */
export function LeavingTime({ iso }: { iso: string | null }) {
  if (iso === null) return null;
  return (
    <>
      {' '}
      It leaves no earlier than <Time iso={iso} withTime />.
    </>
  );
}
