/** Gives the parameters of a page's address as Next gives them, as URLSearchParams. */
export function toParameters(given: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}
