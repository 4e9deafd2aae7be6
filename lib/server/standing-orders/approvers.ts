import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { people } from '@/lib/server/database/schema/people';

/** Gives the SQL condition that a person can approve planned payments now; matches sql/planned.sql. */
export function canStillDecide(): SQL<boolean> {
  return sql<boolean>`(${people.roles} && array['approver', 'admin'] and not is_suspended(${people.id}))`;
}
