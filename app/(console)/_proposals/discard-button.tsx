import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';

interface DiscardButtonProps {
  /** True where the editor holds changes that would be lost. */
  isChanged: boolean;
  onDiscard: () => void;
}

/** Button that leaves an editor; asks first where changes would be lost. */
export function DiscardButton({ isChanged, onDiscard }: DiscardButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={isChanged ? () => setIsAsking(true) : onDiscard}>
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          confirmLabel="Discard changes"
          look="danger"
          onConfirm={onDiscard}
          onClose={() => setIsAsking(false)}
        >
          <p>What you changed here is lost. Nothing was proposed.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
