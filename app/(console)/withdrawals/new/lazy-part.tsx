import { type ComponentType, lazy } from 'react';

/** Makes a part of the form that is loaded on first use. Where loading fails, a notice takes its place. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: LoadError as ComponentType<Props> }),
    ),
  );
}

function LoadError() {
  return (
    <p role="status" className="text-body text-warn">
      This part of the form could not be loaded. Reload the page. Your draft is kept in this tab.
    </p>
  );
}
