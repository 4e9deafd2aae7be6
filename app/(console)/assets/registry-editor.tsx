'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { FormProvider, useFieldArray, useForm } from 'react-hook-form';
import { RegistryChanges } from '@/app/(console)/assets/registry-changes';
import { AssetFields, NetworkFields } from '@/app/(console)/assets/registry-fields';
import { ProposalForm } from '@/app/(console)/_proposals/proposal-form';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { Button } from '@/components/ui/button';
import type { Registry } from '@/lib/networks/assets';
import {
  type RegistryForm,
  registryFormSchema,
  EMPTY_ASSET,
  EMPTY_NETWORK,
  toRegistry,
  toRegistryForm,
} from '@/lib/networks/registry-form';

interface RegistryEditorProps {
  /** Version in force, from which the change starts. */
  basedOn: number;
  registry: Registry;
  /** Reason why the reader cannot propose a change now. */
  denialReason: string | undefined;
}

/** Editor in which an administrator proposes another registry. Nothing changes before a second one confirms. */
export function RegistryEditor(props: RegistryEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason}>
      {(onClose) => <RegistryFormEditor {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

function RegistryFormEditor({ basedOn, registry, onClose }: RegistryEditorProps & { onClose: () => void }) {
  const [reviewed, setReviewed] = useState<Registry>();
  const form = useForm<RegistryForm>({
    resolver: zodResolver(registryFormSchema),
    defaultValues: toRegistryForm(registry),
    mode: 'onTouched',
  });
  const { control, handleSubmit, setFocus } = form;
  // The button that opened the editor is gone, and the focus with it.
  useEffect(() => setFocus('assets.0.ticker'), [setFocus]);
  const assets = useFieldArray({ control, name: 'assets' });
  const networks = useFieldArray({ control, name: 'networks' });
  return (
    <FormProvider {...form}>
      <ProposalForm
        title="Propose a change"
        isChanged={form.formState.isDirty}
        onReview={handleSubmit((drafts) => setReviewed(toRegistry(drafts)))}
        canReview={assets.fields.length > 0 && networks.fields.length > 0}
        reviewed={
          reviewed && {
            proposal: { kind: 'registry', subject: 'registry', payload: { basedOn, value: reviewed } },
            changes: <RegistryChanges before={registry} after={reviewed} />,
          }
        }
        onEdit={() => setReviewed(undefined)}
        onClose={onClose}
      >
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <div className="space-y-3">
            {assets.fields.map((field, index) => (
              <AssetFields key={field.id} index={index} onRemove={() => assets.remove(index)} />
            ))}
            <Button onClick={() => assets.append(EMPTY_ASSET)}>Add an asset</Button>
          </div>
          <div className="space-y-3">
            {networks.fields.map((field, index) => (
              <NetworkFields key={field.id} index={index} onRemove={() => networks.remove(index)} />
            ))}
            <Button onClick={() => networks.append(EMPTY_NETWORK)}>Add a network</Button>
          </div>
        </div>
      </ProposalForm>
    </FormProvider>
  );
}
