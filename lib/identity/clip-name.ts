const MAX_NAME_LENGTH = 120;

/**
 * Shortens a name of the identity provider or of the directory to 120 characters, so that it fits wherever the console
 * shows a person, and makes it storable. The first characters of a longer name are followed by “…”.
 */
export function clipName(name: string): string {
  const characters = Array.from(
    name
      .slice(0, 2 * MAX_NAME_LENGTH + 2)
      .replaceAll('\0', '')
      .toWellFormed(),
  );
  return characters.length <= MAX_NAME_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}
