import { type ComponentType, lazy } from 'react';

/** Makes a part of the form that is loaded on first use. Where loading fails, a notice takes its place. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: LoadError as ComponentType<Props> }),
    ),
  );
}

/** Makes a part of the form that reads with react-query, which is loaded with it: an empty form needs neither. */
export function lazyQueryPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart<Props>(async () => {
    const [Part, { QueryProvider }] = await Promise.all([load(), loadQueries()]);
    return function PartWithQueries(props: Props) {
      return (
        <QueryProvider>
          <Part {...props} />
        </QueryProvider>
      );
    };
  });
}

/** Loads react-query for the parts that read with it. */
export const loadQueries = () => import('@/components/data/query-provider');

function LoadError() {
  return (
    <p role="status" className="text-body text-warn">
      This part of the form could not be loaded. Reload the page. Your draft is kept in this tab.
    </p>
  );
}
