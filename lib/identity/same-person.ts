/** What the identity provider stated of an account, as far as it tells which person the account belongs to. */
export interface AccountClaims {
  /** Value of the claim that identifies a person across accounts (OIDC_PERSON_CLAIM); null where there is none. */
  personClaim: string | null;
  email: string | null;
  isEmailVerified: boolean;
}

/**
 * Gives the keys of an account: two accounts with a key in common belong to one person. Only a verified e-mail address
 * gives a key: an unverified one is anyone's text, which would not tell whose account this is, and by which a person
 * could keep another one from deciding.
 */
export function identityKeys({ personClaim, email, isEmailVerified }: AccountClaims): string[] {
  const person = fold(personClaim ?? '');
  const address = isEmailVerified ? foldAddress(email ?? '') : '';
  return [...(person === '' ? [] : [`person:${person}`]), ...(address === '' ? [] : [`email:${address}`])];
}

/**
 * Folds a text so that spellings of one value become equal: compatibility forms (NFKC), letter case and outer spaces.
 * Upper case first, which also folds letters such as “ß” and “ς” that lower case alone leaves apart.
 */
function fold(text: string): string {
  return text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');
}

/** Folds an e-mail address; the domain in its ASCII form, as an internationalised one has two. */
function foldAddress(text: string): string {
  const folded = fold(text);
  const at = folded.lastIndexOf('@');
  if (at < 1 || at === folded.length - 1) return '';
  const [local, domain] = [folded.slice(0, at), folded.slice(at + 1).replace(/\.$/, '')];
  const url = `http://${domain}`;
  const ascii = URL.canParse(url) && new URL(url).pathname === '/' ? new URL(url).hostname : domain;
  return `${local}@${ascii}`;
}
