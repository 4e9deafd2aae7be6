import { shortenId } from '@/components/values/short-id';
import type { AuditAction } from '@/lib/audit/audit-log';
import type { AuditItem } from '@/lib/audit/contract';
import { describeNames } from '@/lib/audit/entry-facts';
import { routes } from '@/lib/http/routes';
import { describeKind, ruleOf } from '@/lib/proposals/proposals';
import { SETTING_KINDS } from '@/lib/proposals/settings';

/** What an entry is about. */
export interface AuditSubject {
  /** A few words, such as a reference; empty where the action says it all, or an ID would say nothing. */
  text: string;
  /** The address of its page, where it has one. */
  href?: string;
}

/** Addresses of the pages about a subject, by the first word of the subject. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  request: routes.withdrawal,
  recipient: routes.recipient,
  transfer: routes.transfer,
};

/** Names of what two people change, by the action of the effect; that of a proposal is in its entry. */
const CHANGES = new Map<AuditAction, string>(
  [...SETTING_KINDS, 'recipient' as const].map((kind) => [ruleOf(kind).effect, ruleOf(kind).label] as const),
);

/**
 * Describes the subject of an entry: a reference, a transfer, the month and asset of a statement, a name in the address
 * book, or the setting that changed.
 */
export function describeSubject({ entry, refId }: Pick<AuditItem, 'entry' | 'refId'>): AuditSubject {
  const { action, subject, after } = entry;
  if (action === 'statement.exported' && isStatement(after)) return { text: `${after.month} ${after.asset}` };
  // The service chooses the ids of transfers, which may contain a colon.
  const [kind = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const page = id !== '' && Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id) : undefined;
  const text = refId ?? (kind === 'transfer' ? shortenId(id) : describeNames(entry) || describeChange(entry));
  return { text, ...(page !== undefined && { href: page }) };
}

function describeChange({ action, after }: AuditItem['entry']): string {
  const { kind } = (after ?? {}) as Record<string, unknown>;
  if (action.startsWith('proposal.') && typeof kind === 'string') return describeKind(kind).label;
  return CHANGES.get(action) ?? '';
}

function isStatement(value: unknown): value is { month: string; asset: string } {
  const { month, asset } = (value ?? {}) as Record<string, unknown>;
  return typeof month === 'string' && typeof asset === 'string';
}
