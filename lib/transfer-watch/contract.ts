/** Proposal that marks transfers with an alarm as known. */
export interface KnownTransfersChange {
  transferIds: string[];
}
