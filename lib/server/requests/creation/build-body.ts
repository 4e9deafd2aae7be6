import 'server-only';
import { settings } from '@/lib/server/config/settings';
import { type Submission, toWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

/** Builds the body of a new request, without a beneficiary where the configuration leaves it out. */
export function buildBody(submission: Submission): WithdrawalBody {
  return toWithdrawalBody(submission, settings().TRANSFER_SERVICE_BENEFICIARY);
}
