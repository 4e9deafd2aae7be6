import type { Role } from '@/lib/identity/roles';

/** Events of a person's suspension, as stored. */
export const SUSPENSION_EVENTS = ['SUSPENDED', 'LIFTED'] as const;

/** A person who has signed in to the console, as administrators see them. */
export interface PersonView {
  id: string;
  name: string;
  email: string | null;
  roles: Role[];
  /** Time of the last sign-in (ISO 8601); null where none is known. */
  lastSignInAt: string | null;
  /** Number of active sessions. */
  sessionCount: number;
  /** Present while the person is suspended. */
  suspension: { by: string; reason: string; since: string } | null;
  /** The reason why the reader cannot suspend the person; null where they can, and for a suspended person. */
  suspendDenialReason: string | null;
}

/** The facts that decide whether a person can be suspended. */
interface Suspendable {
  isOwn: boolean;
  isSuspended: boolean;
  isAdmin: boolean;
  /** Administrators who are not suspended, the person included. */
  adminCount: number;
}

/** Explains why a person cannot be suspended now; undefined where they can. */
export function suspendDenialReason({ isOwn, isSuspended, isAdmin, adminCount }: Suspendable): string | undefined {
  if (isOwn) return 'You cannot suspend yourself. Ask another administrator.';
  if (isSuspended) return 'This person is already suspended.';
  if (isAdmin && adminCount < 2) return 'This person is the last administrator. The console needs one.';
  return undefined;
}
