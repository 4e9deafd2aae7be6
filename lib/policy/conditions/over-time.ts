import { z } from 'zod';
import { compareAmounts } from '@/lib/money/amounts';
import type { Condition } from '@/lib/policy/conditions/condition';
import { limitDraftSchema, toLimitDrafts, toLimits } from '@/lib/policy/conditions/limit-lines';
import { describeTimeLimit, explainOverLimit } from '@/lib/policy/describe-time-limit';
import {
  CALENDAR_UNITS,
  isOverLimit,
  LIMIT_SCOPES,
  limitFor,
  measureOf,
  REFERENCE_CURRENCY,
  storedTimeLimitSchema,
  type TimeLimit,
  timeLimitSchema,
} from '@/lib/policy/time-limits';

/** A limit over time as the editor shows it. */
const overTimeDraftSchema = z.strictObject({
  /** Empty: no limit over time. */
  kind: z.enum(['', 'sum', 'value', 'count']),
  /** For sums. */
  limits: z.array(limitDraftSchema),
  /** For values and numbers. */
  limit: z.string(),
  window: z.enum(['hours', ...CALENDAR_UNITS]),
  hours: z.string(),
  zone: z.string(),
  by: z.array(z.enum(LIMIT_SCOPES)),
});
type OverTimeDraft = z.infer<typeof overTimeDraftSchema>;

const EMPTY: OverTimeDraft = { kind: '', limits: [], limit: '', window: 'hours', hours: '24', zone: 'UTC', by: [] };

/** A limit over time is exceeded (lib/policy/time-limits). What is unknown counts as exceeded. */
export const overTime: Condition<TimeLimit, OverTimeDraft> = {
  schema: timeLimitSchema,
  stored: storedTimeLimitSchema,
  holds: (limit, { asset, overTime: used }) => isOverLimit(limit, asset, used),
  comparison: {
    implies: (mine, other, asset) => {
      const most = limitFor(other, asset);
      // An asset without a limit is over it.
      if (most === undefined) return true;
      const own = mine && measureOf(mine) === measureOf(other) ? limitFor(mine, asset) : undefined;
      return own !== undefined && compareAmounts(own, most) >= 0;
    },
  },
  describe: (limit) => `${describeTimeLimit(limit)}, or if that is unknown`,
  explain: (limit, facts) => explainOverLimit(limit, facts),
  // What is not measured is over the limit.
  example: (limit, calm) => ({
    ...calm,
    overTime: (calm.overTime ?? []).filter(({ measure }) => measure !== measureOf(limit)),
  }),
  draft: {
    schema: overTimeDraftSchema,
    empty: EMPTY,
    read: (draft) => (draft.kind === '' ? undefined : toTimeLimit(draft)),
    write: toOverTimeDraft,
  },
};

function toTimeLimit({ kind, limits, limit, window, hours, zone, by }: OverTimeDraft): TimeLimit {
  return {
    window:
      window === 'hours'
        ? { kind: 'hours', hours: readNumber(hours) }
        : { kind: 'calendar', unit: window, zone: zone.trim() },
    by: LIMIT_SCOPES.filter((scope) => by.includes(scope)),
    limit:
      kind === 'count'
        ? { kind, limit: readNumber(limit) }
        : kind === 'value'
          ? { kind, currency: REFERENCE_CURRENCY, limit: limit.trim() }
          : { kind: 'sum', limits: Object.fromEntries(toLimits(limits)) },
  };
}

function toOverTimeDraft({ window, by, limit }: TimeLimit): OverTimeDraft {
  return {
    ...EMPTY,
    kind: limit.kind,
    ...(limit.kind === 'sum' ? { limits: toLimitDrafts(limit.limits) } : { limit: String(limit.limit) }),
    ...(window.kind === 'hours'
      ? { window: 'hours', hours: String(window.hours) }
      : { window: window.unit, zone: window.zone }),
    by: [...by],
  };
}

// Not Number(): "1e3" and "0x10" are no way to write a limit. What is no number is reported by the rule's schema.
export const readNumber = (text: string) => (/^[0-9]{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);
