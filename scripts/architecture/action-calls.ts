/** A source file, with its path from the root. */
interface Source {
  file: string;
  text: string;
}

const WRAPPERS = ['callAction', 'signWhereAsked'];
const IMPORT = /^import (?:type )?\{([^}]*)\} from '([^']+)';$/gm;

/** Returns whether a file is of server actions. */
export const holdsActions = (text: string) => text.startsWith("'use server';");

/**
 * Finds where a file outside of the actions uses one in another way than as an argument of `callAction` or of
 * `signWhereAsked`, which calls it so: it would take a call that certainly did not run for one that may have.
 * `actions`: the modules of the actions, as they are imported. Returns "file: name".
 */
export function findUnwrappedActions({ file, text }: Source, actions: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(IMPORT)].flatMap(([, imported = '', from = '']) =>
    actions.has(from) ? imported.split(',').flatMap((name) => name.trim().split(' as ').slice(-1)) : [],
  );
  const code = text.replaceAll(IMPORT, '');
  return names
    .filter((name) => name !== '')
    .flatMap((name) =>
      [...code.matchAll(new RegExp(`(?<!typeof )\\b${name}\\b`, 'g'))]
        .filter(({ index }) => !isWrapped(code, index, name))
        .map(() => `${file}: ${name}`),
    );
}

/** Returns whether the name at a place is no call itself, and is in the arguments of a call of a wrapper. */
function isWrapped(code: string, index: number, name: string): boolean {
  if (code[index + name.length] === '(') return false;
  let depth = 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    if (code[at] === ')') depth += 1;
    else if (code[at] === '(') {
      if (depth === 0 && WRAPPERS.includes(/(\w*)(?:<[^()]*>)?$/.exec(code.slice(0, at))?.[1] ?? '')) return true;
      depth = Math.max(0, depth - 1);
    }
  }
  return false;
}
