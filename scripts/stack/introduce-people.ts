import { Client } from 'pg';
import { claimsOf, PEOPLE } from '@/sandbox/staff/people';

/**
 * Makes the demo's people known to its console, as if each had signed in once: a console knows, and mails, only people
 * who have. What they state at their next sign-in replaces this. Takes the owner's address of the database.
 */
export async function introducePeople({ databaseUrl, issuer }: { databaseUrl: string; issuer: string }): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { sub, name, email, email_verified: isVerified, roles } of PEOPLE.map(claimsOf))
      await client.query(
        `with person as (
           insert into people (issuer, subject, name, email, email_verified, roles) values ($1, $2, $3, $4, $5, $6)
           on conflict (issuer, subject) do nothing returning id)
         insert into sign_ins (person_id, roles, identity_keys, at) select id, $6, '{}', now() from person`,
        [issuer, sub, name, email, isVerified, roles],
      );
  } finally {
    await client.end();
  }
}
