import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** The controls of a rule that can keep the focus while the rule moves; `data-control` names them. */
export type RuleControl = 'handle' | 'edit' | 'up' | 'down' | 'remove';

interface RuleFocus {
  list: RefObject<HTMLOListElement | null>;
  /** Sentence about the last change of the order, for screen readers. */
  announcement: string;
  /** Gives the focus to the control that had it, in the rule at an index from 0, once the list shows the change. */
  follow: (index: number, announcement: string) => void;
}

/**
 * Keeps the focus in a list of rules whose order changes, and says what changed. At first the focus is on the first
 * rule. `submitCount`: after each try to submit, the focus goes to the first field with an issue.
 */
export function useRuleFocus(submitCount: number): RuleFocus {
  const list = useRef<HTMLOListElement>(null);
  const [changed, setChanged] = useState<{ index: number; control: string; text: string }>({
    index: 0,
    control: 'edit',
    text: '',
  });
  useEffect(() => {
    const controlsOf = (control: string) =>
      list.current?.querySelector<HTMLElement>(
        `[data-rule="${changed.index}"] [data-control="${control}"]:not(:disabled)`,
      );
    (controlsOf(changed.control) ?? controlsOf('handle'))?.focus();
  }, [changed]);
  useEffect(() => {
    if (submitCount === 0) return undefined;
    // A rule with an issue opens first.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [submitCount]);
  const follow = useCallback((index: number, text: string) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-control]');
    setChanged({ index, control: focused?.dataset.control ?? 'handle', text });
  }, []);
  return { list, announcement: changed.text, follow };
}
