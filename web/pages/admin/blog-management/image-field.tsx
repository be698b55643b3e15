import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { ChooseFromLibrary } from '#web/library/choose-from-library.tsx';
import { type ChosenPicture, fileOf, storedNameOf } from '#web/library/chosen-picture.ts';
import { FieldFrame } from '#web/ui/field.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type Props = {
  /** A newly chosen file, or a picture of the library. */
  chosen: ChosenPicture | undefined;
  /** The post's current picture. */
  stored: string | undefined;
  disabled: boolean;
  error: string | undefined;
  onChoose(picture: ChosenPicture | undefined): void;
};

export function ImageField({ chosen, stored, disabled, error, onChoose }: Props) {
  const previewUrl = useObjectUrl(fileOf(chosen));
  const shown = storedNameOf(chosen) ?? stored;
  return (
    <div className="image-field">
      <FieldFrame label="Image" error={error}>
        {(control) => (
          <div className="file-input">
            <input
              type="file"
              name="image"
              accept="image/*"
              disabled={disabled}
              onChange={({ target }) => onChoose(target.files?.[0])}
              {...control}
            />
            {/* The visible part. The input itself covers it and handles clicks, drops and focus. */}
            <span className="button" aria-hidden="true">
              Choose file
            </span>
          </div>
        )}
      </FieldFrame>
      <ChooseFromLibrary disabled={disabled} onChoose={onChoose} />
      {(previewUrl ?? shown) && (
        <figure className="image-preview">
          <figcaption>Image Preview:</figcaption>
          {previewUrl ? (
            <img src={previewUrl} alt="Preview" />
          ) : (
            <BlogPicture name={shown ?? ''} alt="Preview" sizes="268px" eager />
          )}
        </figure>
      )}
    </div>
  );
}
