/**
 * Leaves for the company's sign-in, which returns to `callbackUrl`. `maxAgeS` limits how long ago the provider may have
 * authenticated the person. Rejects where the console does not answer, or refuses to start; the page stays then.
 */
export async function startSignIn(callbackUrl: string, maxAgeS?: number): Promise<void> {
  const { csrfToken } = (await readJson(await fetch('/api/auth/csrf'))) as { csrfToken: string };
  const query = maxAgeS === undefined ? '' : `?max_age=${maxAgeS}`;
  const body = new URLSearchParams({ csrfToken, callbackUrl, json: 'true' });
  // A refusal for too many sign-ins has an address as well: that of the sign-in page, which says so.
  const { url } = (await readJson(await fetch(`/api/auth/signin/oidc${query}`, { method: 'POST', body }), 429)) as {
    url: string;
  };
  window.location.assign(url);
}

async function readJson(response: Response, alsoRead?: number): Promise<unknown> {
  if (!response.ok && response.status !== alsoRead) throw new Error(`the sign-in answered ${response.status}`);
  return response.json();
}
