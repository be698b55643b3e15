import { useState } from 'react';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { FieldFrame } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

/** One after the other: each is encoded in many sizes. */
export function UploadPictures() {
  const queryCache = useQueryCache();
  const [progress, setProgress] = useState('');
  const [errors, setErrors] = useState<string[]>([]);

  async function upload(files: File[]) {
    const failed: string[] = [];
    for (const [index, image] of files.entries()) {
      setProgress(`Uploading ${index + 1} of ${files.length}...`);
      try {
        await mutate('POST /api/pictures', { form: {}, image });
      } catch (error) {
        failed.push(`${image.name}: ${toApiError(error).message}`);
      }
    }
    setProgress('');
    setErrors(failed);
    const uploaded = files.length - failed.length;
    if (uploaded > 0)
      toast({ text: uploaded === 1 ? 'The picture is uploaded.' : `${uploaded} pictures are uploaded.` });
    queryCache.refetch('/api/pictures');
  }

  return (
    <div className="media-upload">
      <FieldFrame
        label="Upload pictures"
        help="JPEG, PNG, WebP, AVIF or GIF, up to 10 MB each."
        error={errors.join(' ') || undefined}
      >
        {(control) => (
          <div className="file-input">
            <input
              {...control}
              type="file"
              accept="image/*"
              multiple
              disabled={progress !== ''}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                currentTarget.value = '';
                if (files.length > 0) void upload(files);
              }}
            />
            <span className="button" aria-hidden="true">
              Choose files
            </span>
          </div>
        )}
      </FieldFrame>
      <p role="status">{progress}</p>
    </div>
  );
}
