import type { ReactNode } from 'react';
import { Fact, Facts } from '@/components/ui/facts';

/** A name and its value; a fact without a value is not shown. */
export type NamedFact = [name: string, value: ReactNode];

/** Facts under one heading. Draws nothing if no fact has a value. */
export function FactGroup({ title, facts, children }: { title: string; facts?: NamedFact[]; children?: ReactNode }) {
  const known = (facts ?? []).filter(([, value]) => value !== undefined && value !== false);
  if (known.length === 0 && !children) return null;
  return (
    <section className="border-t border-line pt-3.5 pb-4 first:border-0">
      <h3 className="mb-2 text-heading font-semibold">{title}</h3>
      <Facts>
        {known.map(([name, value], index) => (
          <Fact key={index} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {children}
    </section>
  );
}
