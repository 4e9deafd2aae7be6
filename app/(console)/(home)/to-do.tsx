import { Children, type ReactNode } from 'react';

interface ToDoSectionProps {
  title: string;
  /** A few words beside the title. */
  hint?: ReactNode;
  /** The lines, each a `ToDoLine`; the section is left out without any. */
  children: ReactNode;
}

/** Renders a part of what is the reader's to do. */
export function ToDoSection({ title, hint, children }: ToDoSectionProps) {
  if (Children.toArray(children).length === 0) return null;
  return (
    <section aria-label={title} className="px-4 pt-3">
      <h2 tabIndex={-1} className="text-label text-dim outline-none">
        {title}
        {Boolean(hint) && <span> · {hint}</span>}
      </h2>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  );
}

interface ToDoLineProps {
  /** The task, on one line. */
  title: ReactNode;
  /** Its consequence, or facts about it. */
  detail?: ReactNode;
  /** The next step: a button or a link. */
  action: ReactNode;
}

/** Renders one thing to do with its next step. */
export function ToDoLine({ title, detail, action }: ToDoLineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 text-body">
      <div className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {detail !== undefined && <div className="mt-0.5 text-dim">{detail}</div>}
      </div>
      <div className="flex flex-wrap gap-2">{action}</div>
    </li>
  );
}
