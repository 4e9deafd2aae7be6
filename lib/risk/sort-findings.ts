import { isFinding } from '@/lib/risk/summarize-checks';
import type { RiskLine } from '@/lib/risk/risk-facts';

/** Sorts findings by weight, each in its order: those that call for attention, notes, and what is normal. */
export function sortByWeight(lines: readonly RiskLine[]): Record<'attention' | 'notes' | 'normal', RiskLine[]> {
  return {
    // What warns comes before what did not run.
    attention: lines.filter(isFinding).toSorted((a, b) => Number(b.state === 'warn') - Number(a.state === 'warn')),
    notes: lines.filter(({ state }) => state === 'notice'),
    normal: lines.filter(({ state }) => state === 'ok'),
  };
}

/** Gives the few words that name a finding, and what its text says beyond them, without saying either twice. */
export function nameLine({ name, text }: Pick<RiskLine, 'name' | 'text'>): { title: string; rest: string } {
  const end = text.indexOf('. ');
  const [first, others] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 2)];
  if (name === undefined || first.toLowerCase().startsWith(name.toLowerCase()))
    return { title: first.replace(/\.$/, ''), rest: others };
  return { title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, rest: text };
}
