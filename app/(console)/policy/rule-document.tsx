'use client';

import { useId, useState } from 'react';
import { readTextFile } from '@/components/sheets/read-file';
import { saveFile } from '@/components/data/save-file';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { UntrustedText } from '@/components/values/untrusted-text';
import { downloadRoutes } from '@/lib/http/routes';
import { readPolicyDocument, writePolicyDocument } from '@/lib/policy/document/document';
import type { PolicyRule } from '@/lib/policy/rules';

/** Button that saves rules as a file, which an import reads; disabled while they are not complete. */
export function ExportRules({ rules, fileName }: { rules: readonly PolicyRule[] | undefined; fileName: string }) {
  const save = () => {
    const text = writePolicyDocument(rules ?? [], new URL(downloadRoutes.policySchema, window.location.href).href);
    saveFile(new Blob([text], { type: 'application/json' }), fileName);
  };
  return (
    <Button disabled={!rules} onClick={save}>
      Export as JSON
    </Button>
  );
}

interface ImportRulesProps {
  onImport: (rules: PolicyRule[]) => void;
  onClose: () => void;
}

/**
 * Dialog that reads rules from a file or a text into the editor. A text with a mistake changes nothing and stays, with
 * the mistakes and their places.
 */
export function ImportRules({ onImport, onClose }: ImportRulesProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [issues, setIssues] = useState<readonly string[]>([]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = await readTextFile(file);
    setIssues(read.ok ? [] : [read.error]);
    if (read.ok) setText(read.value);
  };
  const submit = () => {
    const read = readPolicyDocument(text);
    if (!read.ok) return setIssues(read.error);
    onImport(read.value);
    return onClose();
  };
  return (
    <ConfirmDialog
      title="Import rules"
      confirmLabel="Read the rules"
      onConfirm={submit}
      onClose={onClose}
      error={
        issues.length > 0 && (
          <Notice look="bad" title="The rules in the form were not changed">
            <ul className="list-disc pl-5">
              {issues.map((issue) => (
                <li key={issue}>
                  <UntrustedText text={issue} />
                </li>
              ))}
            </ul>
          </Notice>
        )
      }
    >
      <p>
        The rules replace those in the form. Nothing is in force before two administrators agree on it.{' '}
        <Link className="underline" href={downloadRoutes.policySchema}>
          JSON schema of the rules
        </Link>
      </p>
      <Field id={`${id}-file`} label="File" hint="A file saved by “Export as JSON”, or one that follows the schema.">
        <input
          id={`${id}-file`}
          type="file"
          accept=".json,application/json"
          aria-describedby={describedBy(`${id}-file`)}
          className={`${CONTROL} file:mr-3 file:rounded file:border-0 file:bg-soft file:px-2 file:py-1 file:text-ink`}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // Cleared, so that the same file can be chosen again after a correction.
            target.value = '';
          }}
        />
      </Field>
      <Field id={`${id}-text`} label="Rules as JSON">
        <textarea
          id={`${id}-text`}
          rows={10}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={describedBy(`${id}-text`)}
          className={`${CONTROL} font-mono text-body`}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
