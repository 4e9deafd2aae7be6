/** What each person of the demo finds at the desk as `makeDesk` leaves it, by their name in the sandbox. */
export const SIGN_IN_NOTES: Readonly<Record<string, string>> = {
  finance: 'A test payment arrived and waits for a confirmation. One request came back rejected.',
  'finance-two':
    'An approver asked about the rent. One payment was declined by the service, one failed on its network.',
  'approver-one': 'Five requests wait. Three look wrong, and so does one row of the batch.',
  'approver-two': 'Six requests wait. The one with an invoice needs only this approval.',
  support: 'Payments to look up: “northwind-48” arrived, and of “larkspur-freight-318” no answer came.',
  admin: 'The policy, the names of profiles, and people with their rights.',
  'admin-two': 'Confirms what admin proposes: no rule changes by one person alone.',
  auditor: 'Everything that has happened at this desk, in the audit log.',
};
