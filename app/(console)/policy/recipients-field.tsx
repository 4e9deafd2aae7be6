'use client';

import { keyOfRuleRecipient, type RuleRecipient, describeRecipient } from '@/lib/policy/conditions/recipients';
import type { RuleNames } from '@/lib/policy/conditions/condition';
import { useState } from 'react';
import { ChosenField } from '@/components/form/choices-field';
import { ComboboxField } from '@/components/form/combobox-field';
import { normalizeRecipient } from '@/lib/recipients/recipients';

const loadOptions = async () => (await import('@/components/recipients/recipient-options')).RecipientOptions;

interface RecipientsFieldProps {
  name: string;
  names: RuleNames['recipients'];
  /** Takes the name of a recipient that was found, under its key. */
  onFound: (key: string, name: string) => void;
}

/** Field for the recipients that a rule is about, chosen from the address book by name. */
export function RecipientsField({ name, names, onFound }: RecipientsFieldProps) {
  const [text, setText] = useState('');
  return (
    <ChosenField<RuleRecipient>
      name={name}
      label="Recipients"
      emptyText="Any recipient"
      className="sm:col-span-2"
      keyOf={keyOfRuleRecipient}
      describe={(recipient) => describeRecipient(recipient, names)}
    >
      {({ onToggle }) => (
        <ComboboxField
          label="Add a recipient"
          value={text}
          onType={setText}
          load={loadOptions}
          list={{
            wayOut: 'Add an entry first.',
            onChoose: ({ network, address, memo, name: found }) => {
              const recipient = normalizeRecipient({ network, address, ...(memo !== null && { memo }) });
              onFound(keyOfRuleRecipient(recipient), found);
              onToggle(recipient);
              setText('');
            },
          }}
        />
      )}
    </ChosenField>
  );
}
