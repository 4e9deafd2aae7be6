'use client';

import { X } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '@/components/form/form-field';
import { Button } from '@/components/ui/button';
import { MAX_METADATA_CHARACTERS, MAX_METADATA_PAIRS, metadataLength } from '@/lib/withdrawals/metadata';
import { TheService } from '@/lib/text/service-name';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const explainLimit = () => `. ${TheService()} accepts no more.`;

/** Says how long a text is once it comes near the limit. */
const describeLength = (length: number) =>
  length < 0.8 * MAX_METADATA_CHARACTERS ? undefined : `${length}/${MAX_METADATA_CHARACTERS}`;

/** Fields of up to six pairs of metadata, each with its length (docs/specification/service-interface.md#limits). */
export function MetadataFields() {
  const { control, getFieldState, trigger } = useFormContext<WithdrawalForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'metadata' });
  const pairs = useWatch({ control, name: 'metadata' });
  // The issue of a key can name another key, so each change checks again every key that shows an issue.
  const recheckKeys = () => {
    const names = fields.map((_, index) => `metadata.${index}.key` as const);
    const invalid = names.filter((name) => getFieldState(name).invalid);
    if (invalid.length > 0) void trigger(invalid);
  };
  const isFull = fields.length >= MAX_METADATA_PAIRS;
  return (
    // Its button is in the line of the details, and the pairs are below the line.
    <div role="group" aria-label="Metadata" className="contents">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:pt-5">
        <Button disabled={isFull} onClick={() => append({ key: '', value: '' })}>
          Add metadata
        </Button>
        {fields.length > 0 && (
          <span className="text-label text-dim">
            {fields.length} of {MAX_METADATA_PAIRS}
            {isFull && explainLimit()}
          </span>
        )}
      </div>
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-start gap-2 sm:col-span-3">
          {(['key', 'value'] as const).map((part) => (
            <TextField
              key={part}
              name={`metadata.${index}.${part}`}
              label={`Metadata ${part} ${index + 1}`}
              className="flex-1"
              mono
              {...(part === 'key' && { rules: { onChange: recheckKeys } })}
              hint={describeLength(metadataLength(pairs[index]?.[part] ?? ''))}
            />
          ))}
          <Button
            look="quiet"
            className="mt-5 px-2"
            aria-label={`Remove metadata ${index + 1}`}
            onClick={() => {
              remove(index);
              recheckKeys();
            }}
          >
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
    </div>
  );
}
