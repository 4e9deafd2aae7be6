import { LOST_FUNDS, POSSIBLE_DUPLICATE, SIMILAR_ID, UNKNOWN_OUTCOME } from '@/lib/risk/findings';
import { ASKS_FOR_POINT } from '@/lib/risk/typical-amount';
import { isFinding } from '@/lib/risk/summarize-checks';
import type { RiskLine } from '@/lib/risk/risk-facts';

/** Sorts findings by weight, each in its order: those that call for attention, notes, and what is normal. */
export function sortByWeight(lines: readonly RiskLine[]): Record<'attention' | 'notes' | 'normal', RiskLine[]> {
  return {
    attention: lines
      .filter(isFinding)
      .toSorted((one, other) => weigh(one) - weigh(other))
      .filter(isFirstOfName),
    notes: lines.filter(({ state }) => state === 'notice'),
    normal: lines.filter(({ state }) => state === 'ok'),
  };
}

/** Id of the finding that what is requested was rejected before. */
export const REJECTED = 'rejected';

// The gravest first: what another person rejected as it is, then money that is lost, goes to another, or goes twice.
const GRAVE: readonly ((line: RiskLine) => boolean)[] = [
  ({ isUnchanged }) => isUnchanged === true,
  ({ name }) => name === LOST_FUNDS,
  ({ id }) => id.startsWith(SIMILAR_ID),
  ({ name }) => name === POSSIBLE_DUPLICATE || name === UNKNOWN_OUTCOME,
  ({ name, isAmountAsked }) => name === ASKS_FOR_POINT || isAmountAsked === true,
  ({ isGrave: isMarkedGrave }) => isMarkedGrave === true,
];

/** Tells whether a finding that warns is one of those that cost the whole amount. */
export function isGrave(line: RiskLine): boolean {
  return line.state === 'warn' && GRAVE.some((isThis) => isThis(line));
}

/** Weighs a finding: those that are grave in their order, others that warn, and at last what did not run. */
function weigh(line: RiskLine): number {
  if (line.state !== 'warn') return GRAVE.length + 1;
  const index = GRAVE.findIndex((isThis) => isThis(line));
  return index === -1 ? GRAVE.length : index;
}

/** Tells whether no finding before it has its name: two checks may find one fact, such as a far higher amount. */
function isFirstOfName({ name }: RiskLine, index: number, findings: readonly RiskLine[]): boolean {
  return name === undefined || findings.findIndex((other) => other.name === name) === index;
}

/** Gives the few words that name a finding, and what its text says beyond them, without saying either twice. */
export function nameLine({ name, text }: Pick<RiskLine, 'name' | 'text'>): { title: string; rest: string } {
  const head = /^(?:The )?([^:.]+): (.+)$/.exec(text);
  // “Profile never seen” and “The profile was never seen: no transfer names it.”
  if (name && head && name.split(' ').every((word) => head[1]?.toLowerCase().includes(word.toLowerCase())))
    return { title: capitalize(name), rest: capitalize(head[2] ?? '') };
  const end = text.indexOf('. ');
  const [first, others] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 2)];
  if (name === undefined || first.toLowerCase().startsWith(name.toLowerCase()))
    return { title: first.replace(/\.$/, ''), rest: others };
  return { title: capitalize(name), rest: text };
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
