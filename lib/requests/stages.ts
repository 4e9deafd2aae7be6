import { OUTCOME_UNKNOWN } from '@/lib/sends/resolution';
import { formatCount } from '@/lib/text/locale';
import { theService } from '@/lib/text/service-name';
import type { Tone } from '@/lib/transfers/describe-status';

/**
 * The stages of a request with its send, of which it has exactly one (`requestStage` in lib/server/requests/lists/sql).
 */
export const REQUEST_STAGES = [
  'awaiting',
  'in-progress',
  'unknown',
  'completed',
  'failed',
  'declined',
  'closed',
  'rejected',
  'expired',
  'cancelled',
] as const;
/** One of REQUEST_STAGES. */
export type RequestStage = (typeof REQUEST_STAGES)[number];

/** The number of requests in each stage; a stage without any may be left out. */
export type StageCounts = Partial<Record<RequestStage, number>>;

/** Filters of the list by state. The values are part of the page's address. */
export const STATE_FILTERS = [
  'awaiting',
  'in-progress',
  'unknown',
  'ended',
  'completed',
  'failed',
  'declined',
  'closed',
  'rejected',
  'expired',
  'cancelled',
] as const;
/** One of STATE_FILTERS. */
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Names that filters had in addresses, which old links still have. */
export const EARLIER_STATE_FILTERS: Readonly<Record<string, StateFilter>> = {
  'under-way': 'in-progress',
  'in-doubt': 'unknown',
};

const ENDED: readonly RequestStage[] = REQUEST_STAGES.slice(REQUEST_STAGES.indexOf('completed'));
const IN_PROGRESS: readonly RequestStage[] = ['in-progress', 'unknown'];

/** Gives the stages that a filter by state shows. */
export function stagesOf(filter: StateFilter): readonly RequestStage[] {
  if (filter === 'in-progress') return IN_PROGRESS;
  if (filter === 'ended') return ENDED;
  return [filter];
}

/** Names a filter by state for people. */
export function describeStateFilter(filter: StateFilter): string {
  return filter === 'ended' ? 'Finished' : stageLabel(filter);
}

/** Label and tone of each stage; functions, since the name of the service is configured at start. */
const STATUSES: Record<RequestStage, readonly [label: () => string, tone: Tone]> = {
  awaiting: [() => 'Awaiting approval', 'waiting'],
  'in-progress': [() => 'In progress', 'waiting'],
  unknown: [() => OUTCOME_UNKNOWN, 'alarm'],
  completed: [() => 'Completed', 'done'],
  failed: [() => `Failed at ${theService()}`, 'failed'],
  declined: [() => `Declined by ${theService()}`, 'failed'],
  closed: [() => 'Closed as not sent', 'ended'],
  rejected: [() => 'Rejected', 'ended'],
  expired: [() => 'Expired', 'ended'],
  cancelled: [() => 'Cancelled', 'ended'],
};

/** Gives the label and the tone of a stage, which the status of one request has as well (`describeRequest`). */
export function describeStage(stage: RequestStage): { label: string; tone: Tone } {
  const [label, tone] = STATUSES[stage];
  return { label: label(), tone };
}

/** Names a stage for people. */
export const stageLabel = (stage: RequestStage): string => describeStage(stage).label;

/** Describes the requests of a batch by stage, such as "12 awaiting · 3 rejected"; empty without any. */
export function describeStages(counts: StageCounts): string {
  return REQUEST_STAGES.flatMap((stage) => {
    const count = counts[stage] ?? 0;
    const name = IN_PROGRESS.includes(stage) ? stageLabel(stage).toLowerCase() : stage;
    return count > 0 ? [`${formatCount(count)} ${name}`] : [];
  }).join(' · ');
}

const TONES: readonly Tone[] = ['alarm', 'waiting', 'failed', 'done', 'ended'];

/** Gives the tone in which a batch is shown: what is unknown first, then what waits, failed, is done, and ended. */
export function toneOfStages(counts: StageCounts): Tone {
  const tones = new Set(REQUEST_STAGES.filter((stage) => counts[stage]).map((stage) => describeStage(stage).tone));
  return TONES.find((tone) => tones.has(tone)) ?? 'ended';
}
