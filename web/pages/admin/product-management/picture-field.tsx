import { useEffect, useRef } from 'react';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { ChooseFromLibrary } from '#web/library/choose-from-library.tsx';
import { type ChosenPicture, fileOf, storedNameOf } from '#web/library/chosen-picture.ts';
import { FieldFrame } from '#web/ui/field.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import type { ProductForm } from './product-form-state.ts';

type Props = { form: ProductForm; onChoose(image: ChosenPicture | undefined): void };

export function PictureField({ form: { base, image, errors, saving }, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const file = fileOf(image);
  const preview = useObjectUrl(file);
  const stored = storedNameOf(image);
  // Clear the browser's file input when the form has no file, for example after a reset or rejecting one.
  useEffect(() => {
    if (!file && input.current) input.current.value = '';
  });
  return (
    <div className="picture-field">
      <FieldFrame label="Image" help={helpFor(base !== undefined, image)} error={errors.image}>
        {(control) => (
          <div className="file-input">
            <div className="picture-field-preview">
              {preview && <img src={preview} alt="Preview of the product" />}
              {stored && <BlogPicture name={stored} sizes="268px" alt="Preview of the product" eager />}
              {!image && base && <ProductPicture product={base} sizes="268px" alt="Preview of the product" />}
            </div>
            <span className="button" aria-hidden="true">
              {base || image ? 'Choose another file' : 'Choose a file'}
            </span>
            {/* Covers the picture and the button, so a click or a dropped file works anywhere. */}
            <input
              {...control}
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
      <ChooseFromLibrary disabled={saving} onChoose={onChoose} />
    </div>
  );
}

function helpFor(editing: boolean, image: ChosenPicture | undefined): string {
  if (image) return image instanceof File ? image.name : 'From the library.';
  return editing ? 'Choose a file to replace this picture.' : 'JPEG, PNG, WebP, AVIF or GIF, up to 10 MB.';
}
