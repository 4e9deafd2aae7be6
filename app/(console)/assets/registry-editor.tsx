'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { FormProvider, useFieldArray, useForm } from 'react-hook-form';
import { RegistryChanges } from '@/app/(console)/assets/registry-changes';
import { AssetFields, NetworkFields } from '@/app/(console)/assets/registry-fields';
import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { ActionBar } from '@/components/ui/action-bar';
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
  const router = useRouter();
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
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void handleSubmit((drafts) => setReviewed(toRegistry(drafts)))(event)}
      >
        <Panel title="Propose a change">
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
        </Panel>
        <ActionBar isSticky>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" disabled={assets.fields.length === 0 || networks.fields.length === 0}>
              Review change
            </Button>
            <Button look="quiet" onClick={onClose}>
              Discard
            </Button>
          </div>
        </ActionBar>
      </form>
      {reviewed && (
        <ProposeRegistry
          basedOn={basedOn}
          before={registry}
          after={reviewed}
          onProposed={() => {
            onClose();
            router.refresh();
          }}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </FormProvider>
  );
}

interface ProposeRegistryProps {
  basedOn: number;
  before: Registry;
  after: Registry;
  onProposed: () => void;
  onClose: () => void;
}

/** Dialog that shows the changes of the registry and proposes them. */
function ProposeRegistry({ basedOn, before, after, onProposed, onClose }: ProposeRegistryProps) {
  return (
    <ProposeDialog
      title="Propose this change?"
      confirmLabel="Propose change"
      propose={(comment) =>
        postProposal({ kind: 'directory', subject: 'directory', payload: { basedOn, directory: after }, comment })
      }
      onProposed={onProposed}
      onClose={onClose}
    >
      <p>Nothing changes until another administrator confirms this proposal.</p>
      <RegistryChanges before={before} after={after} />
    </ProposeDialog>
  );
}
