import type { AuditEntry } from '@/lib/audit/audit-log';
import { endpoint } from '@/lib/http/endpoint';

/** Entry of the audit log as the page shows it. */
export interface AuditItem {
  seq: number;
  at: string;
  entry: AuditEntry;
  /** False where the columns that the page filters by differ from the entry, which alone is hashed. */
  isTied: boolean;
  hash: string;
  /** Reference of the request that the entry is about; null where it is about something else. */
  refId: string | null;
  /** What tells the person who acted from others of the same name; null where nobody shares the name now. */
  actorMark: string | null;
}

/** Page of the audit log, newest entry first. */
export interface AuditListPage {
  items: AuditItem[];
  /** The number of the last entry of this page; null at the end. */
  nextCursor: string | null;
  topCursor: null;
  /** Last entry of the hash chain, to compare an export with. */
  head: { seq: number; hash: string };
  /** Everyone who has ever signed in. */
  people: { id: string; name: string }[];
}

/** Reads a page of the audit log; takes the parameters of its query, `limit` and `cursor`. */
export const auditPageEndpoint = endpoint<AuditListPage>({ members: ['items', 'nextCursor', 'head', 'people'] })(
  (search: URLSearchParams) => `/api/audit?${search.toString()}`,
);
