import type { Client } from 'pg';

/**
 * Adds many cancelled requests of one person with one statement, as fast as the database can: references `many-1` and
 * so on, one destination each, every tenth with a memo. Takes a connection of a superuser, since the triggers that let
 * a request change by its protocol only are passed over.
 */
export async function addManyRequests(client: Client, count: number): Promise<void> {
  await client.query('begin');
  await client.query("set local session_replication_role = 'replica'");
  await client.query(
    `with requester as (
       insert into people (issuer, subject, name) values ('https://people.example', 'many', 'Many Requests')
       on conflict (issuer, subject) do update set name = excluded.name returning id),
     given as (
       select n, gen_random_uuid() as id, convert_to(json_strip_nulls(json_build_object(
         'ref_id', 'many-' || n, 'profile_id', 'p-ops', 'asset', 'ETH', 'crypto_network', 'ETHEREUM',
         'destination_address', '0x' || left(encode(sha256(n::text::bytea), 'hex'), 40),
         'amount', n || '.5', 'memo', case when n % 10 = 0 then 'memo ' || md5(n::text) end,
         'metadata', json_build_object('order', 'ORD-' || n)))::text, 'UTF8') as body
       from generate_series(1, $1::int) as n),
     made as (
       insert into withdrawal_requests (id, ref_id, requester_id, state, expires_at, created_at, updated_at)
       select given.id, 'many-' || n, requester.id, 'CANCELLED', now(), now() - n * interval '1 minute', now()
       from given, requester)
     insert into request_versions (request_id, version, form_key, body, body_sha256, note, recipient_key,
       policy_version, rule_number, required_approvals, required_role, facts)
     select id, 1, gen_random_uuid(), body, encode(sha256(body), 'hex'), 'Payout ' || n, 'many ' || n,
       (select max(version) from policy_versions), 1, 1, 'approver', '{"profileId":"p-ops"}'
     from given`,
    [count],
  );
  await client.query('commit');
  await client.query('analyze withdrawal_requests, request_versions, people');
}

/**
 * Adds many requests of every kind with one transaction: five requesters, three assets on three networks, seven
 * profiles, every stage, amounts of up to 40 digits, and batches of at most 200 (the first rows of each thousand).
 * References are `varied-1` and so on, the newest first. Takes a connection of a superuser (`addManyRequests`).
 */
export async function addVariedRequests(client: Client, count: number): Promise<void> {
  await client.query('begin');
  await client.query("set local session_replication_role = 'replica'");
  await client.query(
    `create temporary table given on commit drop as
     select n, gen_random_uuid() as id, batch, case when batch is not null then n % 1000 end as position,
       date_trunc('second', now()) - coalesce(batch * 1000, n) * interval '1 minute' as created_at,
       (array['SOL', 'BTC', 'BTC'])[least(n % 20, 3) + 1] as rare_asset,
       case when n % 50 = 0 then 'REJECTED' when n % 50 = 1 then 'AWAITING_APPROVAL' when n % 500 = 2 then 'EXPIRED'
         when n % 500 = 3 then 'CANCELLED' when n % 500 in (4, 5, 6, 7) then 'APPROVED' else 'SENT' end as state
     from generate_series(1, $1::int) as n,
       lateral (select case when n >= 1000 and n % 1000 < 200 then n / 1000 end as batch) as grouped`,
    [count],
  );
  await client.query(`
    insert into people (issuer, subject, name)
    select 'https://people.example', 'varied-' || n, 'Varied ' || n from generate_series(0, 4) as n`);
  // All requests of a batch have one requester.
  await client.query(`
    alter table given add column requester_id uuid;
    update given set requester_id = people.id from people where subject = 'varied-' || coalesce(batch, n) % 5;
    insert into bundles (id, kind, requester_id, name, form_key, created_at)
    select md5('batch ' || batch)::uuid, 'batch', min(requester_id::text)::uuid, 'Batch ' || batch, gen_random_uuid(),
      min(created_at)
    from given where batch is not null group by batch;
    insert into withdrawal_requests (id, ref_id, requester_id, state, bundle_id, bundle_position, expires_at, created_at,
      updated_at)
    select id, 'varied-' || n, requester_id, state, md5('batch ' || batch)::uuid, position,
      case when state = 'AWAITING_APPROVAL' then now() + interval '1 hour' else now() end, created_at, now()
    from given`);
  await client.query(`
    insert into request_versions (request_id, version, form_key, body, body_sha256, note, recipient_key, policy_version,
      rule_number, required_approvals, required_role, facts)
    select id, 1, gen_random_uuid(), body, encode(sha256(body), 'hex'), 'Payout ' || n, 'varied ' || n % 1000,
      (select max(version) from policy_versions), 1, 1, 'approver', '{"profileId":"p-0"}'
    from (
      select id, n, convert_to(json_strip_nulls(json_build_object('ref_id', 'varied-' || n, 'profile_id', 'p-' || n % 7,
        'asset', coalesce(rare_asset, 'ETH'),
        'crypto_network', case rare_asset when 'SOL' then 'SOLANA' when 'BTC' then 'BITCOIN' else 'ETHEREUM' end,
        'destination_address', '0x' || left(encode(sha256((n % 1000)::text::bytea), 'hex'), 40),
        case when n % 9 = 0 then 'total' else 'amount' end,
        case when n % 100 = 7 then repeat('9', 20) || '.' || lpad(n::text, 20, '0') else n % 300 || '.50' end))::text,
        'UTF8') as body
      from given) as written`);
  await client.query(`
    insert into sends (request_id, state, closed_at, transfer_id, transfer_status, track_at)
    select id, case n % 500 when 4 then 'REFUSED' when 5 then 'REFUSED' when 6 then 'UNKNOWN' when 7 then 'QUEUED'
        else 'ACCEPTED' end,
      case when n % 500 = 5 then now() end, case when state = 'SENT' then 'transfer-' || n end,
      case when state = 'SENT' then case when n % 500 = 8 then 'FAILED' when n % 500 = 9 then 'PENDING' else 'COMPLETED' end end,
      case when n % 500 = 9 then now() end
    from given where state in ('SENT', 'APPROVED')`);
  await client.query('commit');
  await client.query('analyze withdrawal_requests, request_versions, bundles, sends, people');
}
