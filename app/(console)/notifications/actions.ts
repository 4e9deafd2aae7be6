'use server';

import type { TargetFailure } from '@/lib/notifications/contract';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { showSigningSecret, testTarget } from '@/lib/server/notifications/targets/try';

/** Sends a test message to a target; gives null once it took it. */
export async function testTargetAction(input: unknown): Promise<Result<string | null, TargetFailure>> {
  return measureAction('testTarget', testTarget, input);
}

/** Gives a signing secret of a webhook, for the person who sets up its receiver. */
export async function showSigningSecretAction(input: unknown): Promise<Result<string | null, TargetFailure>> {
  return measureAction('showSigningSecret', showSigningSecret, input);
}
