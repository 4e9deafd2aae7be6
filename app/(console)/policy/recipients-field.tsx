'use client';

import { keyOfRuleRecipient, type RuleRecipient, describeRecipient } from '@/lib/policy/conditions/recipients';
import type { RuleNames } from '@/lib/policy/conditions/condition';
import { lazy } from 'react';
import { ChosenField } from '@/components/form/choices-field';
import { normalizeRecipient } from '@/lib/recipients/recipients';

const RecipientSearch = lazy(async () => ({
  default: (await import('@/components/recipients/recipient-search')).RecipientSearch,
}));

interface RecipientsFieldProps {
  name: string;
  names: RuleNames['recipients'];
  /** Takes the name of a recipient that was found, under its key. */
  onFound: (key: string, name: string) => void;
}

/** Field for the recipients that a rule is about, chosen from the address book by name. */
export function RecipientsField({ name, names, onFound }: RecipientsFieldProps) {
  return (
    <ChosenField<RuleRecipient>
      name={name}
      label="Recipients"
      addLabel="Add a recipient"
      emptyText="Any recipient"
      className="sm:col-span-2"
      keyOf={keyOfRuleRecipient}
      describe={(recipient) => describeRecipient(recipient, names)}
    >
      {({ onToggle }) => (
        <RecipientSearch
          wayOut="Add an entry first."
          onChoose={({ network, address, memo, name: found }) => {
            const recipient = normalizeRecipient({ network, address, ...(memo !== null && { memo }) });
            onFound(keyOfRuleRecipient(recipient), found);
            onToggle(recipient);
          }}
        />
      )}
    </ChosenField>
  );
}
