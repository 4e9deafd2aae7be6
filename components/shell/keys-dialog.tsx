'use client';

import { Fragment } from 'react';
import { Button } from '@/components/ui/button';
import { DialogFrame } from '@/components/ui/dialog-frame';
import { Key } from '@/components/ui/key';
import { type ActionKey, listKeys } from '@/components/ui/browser/keys';
import { useIsOnMac } from '@/components/ui/browser/use-is-in-browser';

interface KeysDialogProps {
  /** Keys of what the reader cannot do. */
  hidden: readonly ActionKey[];
  onClose: () => void;
}

/** Lists the keys of the console. */
export default function KeysDialog({ hidden, onClose }: KeysDialogProps) {
  const isOnMac = useIsOnMac();
  return (
    <DialogFrame
      title="Keys"
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {listKeys(isOnMac, hidden).map(({ where, keys }) => (
          <section key={where} aria-label={where}>
            <h3 className="mb-1 text-label text-dim">{where}</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1">
              {keys.map(({ ways, does }) => (
                <div key={does} className="contents">
                  <dt className="flex items-baseline gap-1">
                    {ways.map((names, index) => (
                      <Fragment key={names.join(' ')}>
                        {index > 0 && <span className="text-label text-dim">or</span>}
                        {names.map((name) => (
                          <Key key={name}>{name}</Key>
                        ))}
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}
