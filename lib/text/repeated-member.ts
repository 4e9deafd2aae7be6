interface Level {
  /** Members so far; undefined in a list. */
  names: Set<string> | undefined;
  /** The member, or the place in a list, that is being read. */
  at: string | number;
}

/**
 * Finds a member that occurs twice in an object of a JSON text, by its path, such as ["rules", 0, "then", "count"];
 * undefined where none does. `JSON.parse` takes the last of them silently. Takes a text that is JSON.
 */
export function findRepeatedMember(json: string): (string | number)[] | undefined {
  const levels: Level[] = [];
  let text: string | undefined;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), at: '' });
    else if (token === '[') levels.push({ names: undefined, at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level && typeof level.at === 'number' && !level.names) level.at += 1;
    else if (token === ':' && level?.names && text !== undefined) {
      const name = JSON.parse(text) as string;
      level.at = name;
      if (level.names.has(name)) return levels.map(({ at }) => at);
      level.names.add(name);
    }
    text = token.startsWith('"') ? token : undefined;
  }
  return undefined;
}
