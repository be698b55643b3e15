import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { FieldFrame } from '#web/ui/field.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type Props = {
  /** A newly chosen file. */
  chosen: File | undefined;
  /** The post's current picture. */
  stored: string | undefined;
  disabled: boolean;
  error: string | undefined;
  onChoose(file: File | undefined): void;
};

export function ImageField({ chosen, stored, disabled, error, onChoose }: Props) {
  const previewUrl = useObjectUrl(chosen);
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
      {(previewUrl ?? stored) && (
        <figure className="image-preview">
          <figcaption>Image Preview:</figcaption>
          {previewUrl ? (
            <img src={previewUrl} alt="Preview" />
          ) : (
            <BlogPicture name={stored ?? ''} alt="Preview" sizes="268px" eager />
          )}
        </figure>
      )}
    </div>
  );
}
