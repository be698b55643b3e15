import { useEffect, useState } from 'react';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { FieldFrame } from '#web/ui/field.tsx';

type Props = {
  /** A file that was just chosen. */
  chosen: File | undefined;
  /** The picture that the post has already. */
  stored: string | undefined;
  disabled: boolean;
  error: string | undefined;
  onChoose(file: File | undefined): void;
};

export function ImageField({ chosen, stored, disabled, error, onChoose }: Props) {
  const address = useAddressOf(chosen);
  return (
    <div className="image-field">
      <FieldFrame label="Image" error={error}>
        {(wiring) => (
          <div className="image-choose">
            <input
              type="file"
              name="image"
              accept="image/*"
              disabled={disabled}
              onChange={({ target }) => onChoose(target.files?.[0])}
              {...wiring}
            />
            {/* What one sees of it; the field itself lies over it and takes clicks, drops and the focus. */}
            <span className="button" aria-hidden="true">
              Choose file
            </span>
          </div>
        )}
      </FieldFrame>
      {(address ?? stored) && (
        <figure className="image-preview">
          <figcaption>Image Preview:</figcaption>
          {address ? (
            <img src={address} alt="Preview" />
          ) : (
            <BlogPicture name={stored ?? ''} alt="Preview" sizes="268px" eager />
          )}
        </figure>
      )}
    </div>
  );
}

/** A file of this computer can be shown under an address that lasts as long as it is chosen. */
function useAddressOf(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [file]);
  return address;
}
