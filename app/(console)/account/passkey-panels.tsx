import type { ReactNode } from 'react';
import { AddPasskey } from '@/app/(console)/account/add-passkey';
import { PasskeyButtons } from '@/app/(console)/account/passkey-buttons';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import type { Tone } from '@/lib/transfers/describe-status';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { buttonClass } from '@/components/ui/button';
import { routes } from '@/lib/http/routes';
import type { Role } from '@/lib/identity/roles';
import {
  type Passkeys,
  type PasskeyState,
  type PasskeyView,
  RECOMMENDED_ADMINISTRATORS,
  REQUIRED_CONFIRMATIONS,
} from '@/lib/passkeys/contract';
import { formatFingerprint } from '@/lib/passkeys/fingerprint';
import { joinList } from '@/lib/text/join-list';

/** Shows the reader's own passkeys, and the form that adds one. */
export function OwnPasskeys({ passkeys, roles }: { passkeys: Passkeys; roles: readonly Role[] }) {
  const { own, blockReason, canSetUp, root, isPinned, isRequired } = passkeys;
  return (
    <Panel title="Passkeys">
      <div className="space-y-3 text-body">
        {blockReason !== null && <p className="max-w-reading">No passkey can be added. {blockReason}</p>}
        {blockReason !== null && canSetUp && (
          <Link href={routes.setUpKeyList} className={buttonClass('primary')}>
            Set up the key list
          </Link>
        )}
        {(blockReason === null || own.length > 0) && (
          <>
            <p className="max-w-reading">
              A passkey signs what you decide, so that anyone can check later that it was you.
            </p>
            <p className="max-w-reading text-dim">{explainToday(own, isRequired)}</p>
          </>
        )}
        {own.length > 0 && <PasskeyLines label="Your passkeys" passkeys={own} />}
        {blockReason === null && <AddPasskey />}
        {root !== null && <RootLine root={root} isPinned={isPinned} isAdmin={roles.includes('admin')} />}
      </div>
    </Panel>
  );
}

function explainToday(own: readonly PasskeyView[], isRequired: boolean): string {
  const isActive = own.some(({ state }) => state === 'active');
  return isActive
    ? 'Your requests, approvals and changes are signed. Rejecting, cancelling and stopping never need it.'
    : isRequired
      ? 'This console takes requests, approvals and changes only with a passkey. Rejecting, cancelling and stopping never need one.'
      : 'Without one, your decisions are marked “Not signed”.';
}

function RootLine({ root, isPinned, isAdmin }: { root: string; isPinned: boolean; isAdmin: boolean }) {
  return (
    <div className="space-y-1 border-t border-line pt-3 text-label text-dim">
      <p>Fingerprint of the key list:</p>
      <Fingerprint value={root} />
      {!isPinned && isAdmin && (
        <p>
          The environment does not name this fingerprint (PROOF_ROOT), so the owner of the database could replace the
          key list. A production console takes no key list without it.
        </p>
      )}
    </div>
  );
}

/** Lists passkeys of others that wait for two administrators. */
export function PasskeysToConfirm({ passkeys: { toConfirm } }: { passkeys: Passkeys }) {
  return (
    <div id="passkeys-to-confirm" className="scroll-mt-(--header-height)">
      <Panel title="Passkeys to confirm">
        {toConfirm.length === 0 ? (
          <p className="text-body text-dim">No passkeys wait for a confirmation.</p>
        ) : (
          <>
            <p className="mb-2 max-w-reading text-body">
              Ask the owner, in person or by a call that you make, to read you the fingerprint on their own page.
              Confirm only if it is the same.
            </p>
            <PasskeyLines label="Passkeys to confirm" passkeys={toConfirm} isOfOthers />
          </>
        )}
      </Panel>
    </div>
  );
}

/** Lists passkeys of others that count, each with the button by which two administrators remove it. */
export function OtherPasskeys({ passkeys: { others, groups, root } }: { passkeys: Passkeys }) {
  if (root === null) return null;
  return (
    <Panel title="Passkeys of others">
      {others.length === 0 ? (
        <p className="text-body text-dim">Nobody else has a passkey yet.</p>
      ) : (
        <>
          <p className="mb-2 max-w-reading text-body">
            Two administrators remove another person’s passkey, for example when it is lost. With fewer than{' '}
            {RECOMMENDED_ADMINISTRATORS} administrators, a lost passkey of one of them takes a new set-up.
          </p>
          <PasskeyLines label="Passkeys of others" passkeys={others} groups={groups} isOfOthers />
        </>
      )}
    </Panel>
  );
}

function PasskeyLines({
  label,
  passkeys,
  groups = [],
  isOfOthers = false,
}: {
  label: string;
  passkeys: readonly PasskeyView[];
  /** Names of the groups of approvers, for administrators. */
  groups?: readonly string[];
  isOfOthers?: boolean;
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line text-body">
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.credentialId} passkey={passkey} groups={groups} isOfOthers={isOfOthers} />
      ))}
    </ul>
  );
}

const STATES: Record<PasskeyState, { tone: Tone; label: string }> = {
  waiting: { tone: 'waiting', label: 'Waits for administrators' },
  active: { tone: 'done', label: 'Active' },
  withdrawn: { tone: 'failed', label: 'Withdrawn' },
  removed: { tone: 'failed', label: 'Removed' },
};

function PasskeyLine({
  passkey,
  groups: offered,
  isOfOthers,
}: {
  passkey: PasskeyView;
  groups: readonly string[];
  isOfOthers: boolean;
}) {
  const { name, ownerName, state, roles, groups, fingerprint, addedAt, lastUsedAt, signedBy } = passkey;
  const isGone = state === 'removed' || state === 'withdrawn';
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_12.25rem]">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium">
          <UntrustedText text={name} limit={80} />
        </p>
        {isOfOthers && (
          <p>
            <UntrustedText text={ownerName} limit={80} />
          </p>
        )}
        <StatusMark tone={STATES[state].tone} label={STATES[state].label} />
        {signedBy.length > 0 && <Signers state={state} signedBy={signedBy} />}
      </div>
      <div className="min-w-0 space-y-1 text-label text-dim [overflow-wrap:anywhere]">
        <p>
          Added <Time iso={addedAt} />
          {lastUsedAt !== null && (
            <>
              , last used <Time iso={lastUsedAt} />
            </>
          )}
        </p>
        <p>{roles.length > 0 ? `Can sign as ${joinList(roles, 'or')}, at most.` : 'Can sign in no role.'}</p>
        {groups.length > 0 && <p>Counts in {joinList(groups)}, at most.</p>}
        {!isGone && (
          <>
            <p>Fingerprint of this passkey:</p>
            <Fingerprint value={fingerprint} />
          </>
        )}
      </div>
      {!isGone && <PasskeyButtons passkey={passkey} groups={offered} />}
    </li>
  );
}

function Signers({ state, signedBy }: { state: PasskeyState; signedBy: readonly string[] }): ReactNode {
  const names = joinList(signedBy.map((name) => (name.length > 80 ? `${name.slice(0, 80)}…` : name)));
  if (state === 'waiting')
    return (
      <p className="text-label text-dim">
        Confirmed by <UntrustedText text={names} />; {Math.max(0, REQUIRED_CONFIRMATIONS - signedBy.length)} missing
      </p>
    );
  return (
    <p className="text-label text-dim">
      Removal signed by <UntrustedText text={names} />
    </p>
  );
}

/** Shows a fingerprint in groups of four, to be read aloud. */
export function Fingerprint({ value }: { value: string }) {
  return <p className="font-mono text-label text-ink [overflow-wrap:anywhere]">{formatFingerprint(value)}</p>;
}
