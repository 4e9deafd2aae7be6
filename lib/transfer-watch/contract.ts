/** Proposal that marks transfers with an alarm as known. */
export interface KnownTransfersChange {
  transferIds: string[];
}

/** Proposal that names the profiles from which others may send; `basedOn` is the number of the list that it replaces. */
export interface ExternalProfilesChange {
  basedOn: number;
  profiles: string[];
}
