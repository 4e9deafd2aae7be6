import type { Role } from '@/lib/identity/roles';

/** What the console knows of a person, as they see it themselves. Times are ISO 8601. */
export interface Account {
  name: string;
  email: string | null;
  /** The identity provider, and the person's ID there. */
  issuer: string;
  subject: string;
  /** Roles of this session. */
  roles: Role[];
  /** Time at which the identity provider last authenticated the person. */
  authenticatedAt: string;
  /** Time at which this session ends at the latest. */
  endsAt: string;
  /** Minutes without use after which this session ends. */
  idleMinutes: number;
  /** The last sign-ins, newest first; those of more than 90 days ago are in the audit log only. */
  signIns: { key: string; at: string; address: string | null; agent: string | null; hasEnded: boolean }[];
}
