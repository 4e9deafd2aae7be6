import type { Explanation } from '@/lib/http/problems';

/** That the console could not even find out who asks. Whatever was asked for was not begun. */
export const OUTAGE: Explanation = {
  title: 'The console cannot reach its database',
  detail: 'Nothing was saved and nothing was sent.',
  next: 'Try again in a moment. If it stays, tell an administrator.',
};
