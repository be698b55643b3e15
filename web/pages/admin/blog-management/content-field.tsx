import { lazy, type ReactNode, Suspense } from 'react';
import type { TextEditor as Editor, EditorContent } from '#web/editor/text-editor.tsx';
import { mutate } from '#web/query/mutate.ts';
import { FieldFrame } from '#web/ui/field.tsx';

// A separate chunk, so the rest of the page doesn't wait for it. After a new deployment the old chunk is gone and the
// page must be reloaded.
const TextEditor = lazy<typeof Editor>(() =>
  import('#web/editor/text-editor.tsx').then(
    ({ TextEditor }) => ({ default: TextEditor }),
    () => ({ default: EditorFailed }),
  ),
);

type Props = {
  initialHtml: string;
  readOnly: boolean;
  error: string | undefined;
  help?: ReactNode;
  onChange(content: EditorContent): void;
};

export function ContentField({ initialHtml, readOnly, error, help, onChange }: Props) {
  return (
    <div className="content-field">
      <FieldFrame label="Content" error={error} help={help}>
        {({ id, 'aria-describedby': describedBy }) => (
          <Suspense fallback={<div className="editor editor-skeleton" />}>
            <TextEditor
              initialHtml={initialHtml}
              id={id}
              labelledBy={`${id}-label`}
              describedBy={describedBy}
              invalid={Boolean(error)}
              readOnly={readOnly}
              savePicture={uploadPicture}
              onChange={onChange}
            />
          </Suspense>
        )}
      </FieldFrame>
    </div>
  );
}

async function uploadPicture(file: File): Promise<string> {
  const { data } = await mutate('POST /api/admin/blogs/pictures', { form: {}, image: file });
  return data.url;
}

function EditorFailed() {
  return <p role="alert">The editor didn't load. Please reload the page.</p>;
}
