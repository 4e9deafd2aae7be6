interface PolicyFactory {
  defaultPolicy?: unknown;
  createPolicy: (name: string, rules: Record<string, (text: string) => string | null>) => unknown;
}

interface PageWindow {
  trustedTypes?: PolicyFactory;
  location: { href: string; origin: string };
}

// With which React creates a script element, as text of HTML.
const EMPTY_SCRIPT = '<script></script>';

/**
 * Creates the default policy of Trusted Types (https://www.w3.org/TR/trusted-types/), through which all text goes that
 * would become a script. Admits the addresses of Next's own chunks, of this origin, and of HTML only the empty element
 * with which React creates a script. Does nothing in a browser without Trusted Types.
 */
export function createDefaultPolicy(page: PageWindow = globalThis): void {
  const { trustedTypes, location } = page;
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text === EMPTY_SCRIPT ? text : null),
    createScriptURL: (text) => {
      const url = new URL(text, location.href);
      return url.origin === location.origin && url.pathname.startsWith('/_next/static/') ? text : null;
    },
  });
}
