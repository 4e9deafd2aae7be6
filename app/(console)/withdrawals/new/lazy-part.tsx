import { type ComponentType, lazy } from 'react';

/** A part of the form that is loaded once it is wanted. Where it cannot be loaded it says so in its place, and the form stays. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Unloaded as ComponentType<Props> }),
    ),
  );
}

function Unloaded() {
  return (
    <p role="status" className="text-sm text-warn">
      This part of the form could not be loaded. Reload the page; what you typed is kept.
    </p>
  );
}
