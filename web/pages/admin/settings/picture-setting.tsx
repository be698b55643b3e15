import type { PictureField } from '#contracts/setting-fields.ts';
import { ChooseFromLibrary } from '#web/library/choose-from-library.tsx';
import { mutate } from '#web/query/mutate.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { FieldFrame } from '#web/ui/field.tsx';
import { pictureUrl } from './picture-url.ts';

type Props = {
  field: PictureField;
  name: string;
  error: string | undefined;
  /** The form waits until it ends. */
  onUpload(upload: Promise<unknown>): void;
  onChange(name: string): void;
};

/** A picture from this computer or from the library. */
export function PictureSetting({ field, name, error, onUpload, onChange }: Props) {
  const upload = useSubmit();

  const send = (image: File) =>
    upload.submit(async () => onChange((await mutate('POST /api/pictures', { form: {}, image })).data.name));

  return (
    <FieldFrame
      label={field.label}
      help="JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. At least 1200 px wide looks best."
      error={error ?? (upload.error.text || undefined)}
    >
      {(control) => (
        <div className="setting-picture">
          {name && <img src={pictureUrl(name)} alt="" width="180" height="120" />}
          <div className="file-input">
            <input
              {...control}
              type="file"
              accept="image/*"
              disabled={upload.busy}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                currentTarget.value = '';
                if (file) onUpload(send(file));
              }}
            />
            <span className="button" aria-hidden="true">
              {upload.busy ? 'Uploading...' : name ? 'Replace' : 'Choose a file'}
            </span>
          </div>
          <ChooseFromLibrary disabled={upload.busy} onChoose={(picture) => onChange(picture.name)} />
        </div>
      )}
    </FieldFrame>
  );
}
