'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { FormProvider, useFieldArray, useForm } from 'react-hook-form';
import { RegistryChanges } from '@/app/(console)/assets/registry-changes';
import { AssetFields, NetworkFields } from '@/app/(console)/assets/registry-fields';
import { proposeAction } from '@/app/(console)/_proposals/proposal-actions';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { Registry } from '@/lib/networks/assets';
import {
  type RegistryForm,
  registryFormSchema,
  EMPTY_ASSET,
  EMPTY_NETWORK,
  toRegistry,
  toRegistryForm,
} from '@/lib/networks/registry-form';

interface DirectoryEditorProps {
  /** The version in force and its table, which the change starts from. */
  basedOn: number;
  directory: Registry;
  /** Why the reader cannot ask for a change now. */
  denialReason: string | undefined;
}

/** Where an admin writes another table. It changes nothing before a second admin has confirmed it. */
export function RegistryEditor(props: DirectoryEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason}>
      {(onClose) => <TableEditor {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

function TableEditor({ basedOn, directory, onClose }: DirectoryEditorProps & { onClose: () => void }) {
  const router = useRouter();
  const [written, setWritten] = useState<Registry>();
  const form = useForm<RegistryForm>({
    resolver: zodResolver(registryFormSchema),
    defaultValues: toRegistryForm(directory),
    mode: 'onTouched',
  });
  const { control, handleSubmit, setFocus } = form;
  // The button that opened this is gone, and focus with it.
  useEffect(() => setFocus('assets.0.ticker'), [setFocus]);
  const assets = useFieldArray({ control, name: 'assets' });
  const networks = useFieldArray({ control, name: 'networks' });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void handleSubmit((drafts) => setWritten(toRegistry(drafts)))(event)}>
        <Panel title="Propose a change">
          <div className="grid items-start gap-5 xl:grid-cols-2">
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
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={onClose}>
              Discard
            </Button>
            <Button type="submit" look="primary" disabled={assets.fields.length === 0 || networks.fields.length === 0}>
              Review the change
            </Button>
          </div>
        </Panel>
      </form>
      {written && (
        <ProposeDialog
          title="Propose this table?"
          confirmLabel="Propose"
          propose={(comment) =>
            proposeAction({
              kind: 'directory',
              subject: 'directory',
              payload: { basedOn, directory: written },
              comment,
            })
          }
          onProposed={() => {
            onClose();
            router.refresh();
          }}
          onClose={() => setWritten(undefined)}
        >
          <p>Nothing changes before another administrator has confirmed it.</p>
          <RegistryChanges before={directory} after={written} />
        </ProposeDialog>
      )}
    </FormProvider>
  );
}
