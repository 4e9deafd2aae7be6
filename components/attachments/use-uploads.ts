import { useState } from 'react';
import type { StoredFile } from '@/lib/attachments/contract';
import { MAX_ATTACHMENTS } from '@/lib/attachments/limits';
import type { Explanation } from '@/lib/http/problems';

const TOO_MANY: Explanation = {
  title: `A request takes at most ${MAX_ATTACHMENTS} files`,
  detail: 'The others were not attached.',
  next: 'Remove a file first.',
};

const NOT_LOADED: Explanation = {
  title: 'The files were not attached',
  detail: 'The part of the page that uploads them could not be loaded.',
  next: 'Choose the files again. If this happens again, reload the page.',
};

interface Uploads {
  files: readonly StoredFile[];
  onChange: (files: readonly StoredFile[]) => void;
  /** Called before and after files are uploaded: until then nothing is to be submitted without them. */
  onUploading: (isUploading: boolean) => void;
}

/** Uploads chosen files one after the other, and adds each to a list of at most five. */
export function useUploads({ files, onChange, onUploading }: Uploads) {
  const [uploading, setUploading] = useState<string>();
  const [failure, setFailure] = useState<Explanation>();
  const add = async (chosen: readonly File[]) => {
    setFailure(undefined);
    onUploading(true);
    // Most requests have no files.
    const loaded = await import('@/components/attachments/upload-file').catch(() => undefined);
    if (!loaded) {
      setFailure(NOT_LOADED);
      onUploading(false);
      return;
    }
    let added = files;
    const failures: Explanation[] = [];
    for (const file of chosen) {
      if (added.length >= MAX_ATTACHMENTS) {
        setFailure(TOO_MANY);
        break;
      }
      setUploading(file.name);
      const uploaded = await loaded.uploadFile(file);
      if (!uploaded.ok) {
        // The others are attached all the same.
        failures.push({ ...uploaded.error, title: `“${file.name}”: ${uploaded.error.title}` });
        setFailure(joinFailures(failures));
        continue;
      }
      const { value } = uploaded;
      // The same content once is enough.
      if (!added.some(({ sha256 }) => sha256 === value.sha256)) added = [...added, value];
      onChange(added);
    }
    setUploading(undefined);
    onUploading(false);
  };
  return { uploading, failure, add };
}

function joinFailures([first, ...more]: readonly Explanation[]): Explanation | undefined {
  if (!first || more.length === 0) return first;
  return {
    ...first,
    title: [first, ...more].map(({ title }) => title).join(' '),
    detail: 'These files were not attached.',
  };
}
