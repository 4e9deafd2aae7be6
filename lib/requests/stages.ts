import { theService } from '@/lib/text/service-name';

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
  if (filter === 'in-progress') return 'In progress';
  return filter === 'ended' ? 'Finished' : stageLabel(filter);
}

/** Names a stage for people, as the status of one request does (`describeRequest`). */
export function stageLabel(stage: RequestStage): string {
  switch (stage) {
    case 'awaiting':
      return 'Awaiting approval';
    case 'in-progress':
      return 'In progress';
    case 'unknown':
      return 'Outcome unknown';
    case 'failed':
      return `Failed at ${theService()}`;
    case 'declined':
      return `Declined by ${theService()}`;
    case 'closed':
      return 'Closed as not sent';
    case 'completed':
    case 'rejected':
    case 'expired':
    case 'cancelled':
      return `${stage.charAt(0).toUpperCase()}${stage.slice(1)}`;
  }
}

const SHORT: Partial<Record<RequestStage, string>> = {
  awaiting: 'awaiting',
  failed: 'failed',
  declined: 'declined',
  closed: 'closed',
};

/** Describes the requests of a batch by stage, such as "12 awaiting · 3 rejected"; empty without any. */
export function describeStages(counts: StageCounts): string {
  return REQUEST_STAGES.flatMap((stage) => {
    const count = counts[stage] ?? 0;
    return count > 0 ? [`${count.toLocaleString('en-GB')} ${SHORT[stage] ?? stageLabel(stage).toLowerCase()}`] : [];
  }).join(' · ');
}

/** Gives the tone in which a batch is shown: what is unknown first, then what waits, failed, and is done. */
export function toneOfStages(counts: StageCounts): 'waiting' | 'done' | 'failed' | 'unknown' {
  if (counts.unknown) return 'unknown';
  if (counts.awaiting || counts['in-progress']) return 'waiting';
  return counts.completed ? 'done' : 'failed';
}
