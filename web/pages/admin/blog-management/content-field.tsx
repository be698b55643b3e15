import { lazy, Suspense } from 'react';
import type { TextEditor as Editor, EditorContent } from '#web/editor/text-editor.tsx';
import { mutate } from '#web/query/mutate.ts';
import { FieldFrame } from '#web/ui/field.tsx';

// A file of its own: the rest of the back office does not wait for it. Where a new version was put up meanwhile, it
// is gone, and the page must be loaded again.
const TextEditor = lazy<typeof Editor>(() =>
  import('#web/editor/text-editor.tsx').then(
    ({ TextEditor }) => ({ default: TextEditor }),
    () => ({ default: NoEditor }),
  ),
);

type Props = { start: string; readOnly: boolean; error: string | undefined; onChange(written: EditorContent): void };

export function ContentField({ start, readOnly, error, onChange }: Props) {
  return (
    <div className="content-field">
      <FieldFrame label="Content" error={error}>
        {({ id, 'aria-describedby': describedBy }) => (
          <Suspense fallback={<div className="editor editor-waiting" />}>
            <TextEditor
              start={start}
              id={id}
              labelledBy={`${id}-label`}
              describedBy={describedBy}
              invalid={Boolean(error)}
              readOnly={readOnly}
              savePicture={keepPicture}
              onChange={onChange}
            />
          </Suspense>
        )}
      </FieldFrame>
    </div>
  );
}

async function keepPicture(file: File): Promise<string> {
  const { data } = await mutate('POST /api/admin/blogs/pictures', { form: {}, image: file });
  return data.url;
}

function NoEditor() {
  return <p role="alert">The editor could not be loaded. Please reload the page.</p>;
}
