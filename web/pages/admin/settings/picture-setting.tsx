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
  /** After an edit conflict: the picture that this person chose. */
  mine: string | undefined;
  onRestore(): void;
  /** The form waits until it ends. */
  onUpload(upload: Promise<unknown>): void;
  /** With the library's alternative text. */
  onChange(name: string, alt: string): void;
};

/** A picture from this computer or from the library. */
export function PictureSetting({ field, name, error, mine, onRestore, onUpload, onChange }: Props) {
  const upload = useSubmit();

  const send = (image: File) =>
    upload.submit(async () => {
      const { data } = await mutate('POST /api/pictures', { form: {}, image });
      onChange(data.name, data.alt);
    });

  return (
    <FieldFrame
      label={field.label}
      help={
        mine === undefined ? (
          `JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. ${field.help ?? 'At least 1200 px wide looks best.'}`
        ) : (
          <>
            You chose another: <img src={pictureUrl(mine)} alt="" width="72" height="48" />{' '}
            <button className="text-button" type="button" data-mine onClick={onRestore}>
              Use my picture
            </button>
          </>
        )
      }
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
          <ChooseFromLibrary disabled={upload.busy} onChoose={({ name, alt }) => onChange(name, alt)} />
        </div>
      )}
    </FieldFrame>
  );
}
