import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Where a dragged rule would come, in relation to the rule below the pointer. */
export type DropPlace = 'before' | 'after';

interface RuleOrder {
  row: RefObject<HTMLLIElement | null>;
  handle: RefObject<HTMLButtonElement | null>;
  isDragged: boolean;
  /** Set while another rule is dragged over this one. */
  dropPlace: DropPlace | undefined;
  onHandleKey: (event: KeyboardEvent) => void;
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
// A page has one list of rules; other things that are dragged have no such number.
const FROM = 'rule';

/**
 * Lets a rule be moved by dragging its handle, or by the arrow keys on it. `index` counts from 0; `onMove` takes the
 * index that the rule gets.
 */
export function useRuleOrder(
  index: number,
  { count, onMove }: { count: number; onMove: (from: number, to: number) => void },
): RuleOrder {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const [dropPlace, setDropPlace] = useState<DropPlace>();
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current];
    if (!element || !dragHandle) return undefined;
    const placeOf = (y: number): DropPlace => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2 ? 'before' : 'after';
    };
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ [FROM]: index }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data[FROM] === 'number' && source.data[FROM] !== index,
        onDrag: ({ location }) => setDropPlace(placeOf(location.current.input.clientY)),
        onDragLeave: () => setDropPlace(undefined),
        onDrop: ({ source, location }) => {
          setDropPlace(undefined);
          const from = source.data[FROM] as number;
          const before = placeOf(location.current.input.clientY) === 'before' ? index : index + 1;
          onMove(from, from < before ? before - 1 : before);
        },
      }),
    );
  }, [index, onMove]);
  const onHandleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const to = index + (step ?? 0);
    if (step === undefined || to < 0 || to >= count) return;
    event.preventDefault();
    onMove(index, to);
  };
  return { row, handle, isDragged, dropPlace, onHandleKey };
}
