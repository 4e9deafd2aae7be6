import type { Role } from '@/lib/identity/roles';

/** The profiles whose transfers and requests somebody may see. Everybody sees all of them today. */
export type VisibleProfiles = 'all';

/** The person for whom data is read. Every read of transfers, requests and recipients in lib/server takes one. */
export interface Reader {
  id: string;
  name: string;
  roles: readonly Role[];
  visibleProfiles: VisibleProfiles;
}
