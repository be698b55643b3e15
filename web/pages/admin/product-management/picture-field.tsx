import { useEffect, useRef, useState } from 'react';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { FieldFrame } from '#web/ui/field.tsx';
import type { ProductForm } from './product-form-state.ts';

type Props = { form: ProductForm; onChoose(image: File | undefined): void };

export function PictureField({ form: { base, image, errors, saving }, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(image);
  // A form that starts anew, or refused the file, has none; the browser's own field must not remember one.
  useEffect(() => {
    if (!image && input.current) input.current.value = '';
  });
  return (
    <div className="picture-field">
      <FieldFrame label="Image" help={helpFor(base !== undefined, image)} error={errors.image}>
        {(wiring) => (
          <div className="picture-field-choose">
            <div className="picture-field-preview">
              {preview && <img src={preview} alt="Preview of the product" />}
              {!image && base && <ProductPicture product={base} sizes="268px" alt="Preview of the product" />}
            </div>
            <span className="button" aria-hidden="true">
              {base || image ? 'Choose another file' : 'Choose a file'}
            </span>
            {/* Lies over both, unseen: a click anywhere chooses, and a file may be dropped onto the picture. */}
            <input
              {...wiring}
              ref={input}
              type="file"
              name="image"
              accept="image/*"
              required={!base}
              disabled={saving}
              onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
            />
          </div>
        )}
      </FieldFrame>
    </div>
  );
}

function helpFor(editing: boolean, image: File | undefined): string {
  if (image) return image.name;
  return editing ? 'Keeps this picture unless you choose another.' : 'JPEG, PNG, WebP, AVIF or GIF, 10 MB at most.';
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}
