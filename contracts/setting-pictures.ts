// The pictures among the settings.
import { pictureFolders } from './pictures.ts';
import type { Field, ValueOf } from './setting-fields.ts';
import type { ShownOf, ShownPicture } from './words.ts';

/** `path` is the field's: `hero.picture`. `alt` is the text beside it. */
type PictureAt = { path: string; name: string; alt: string };

/** A value that lacks fields, such as a version from before they existed, may be given too. */
export function picturesOf(field: Field, value: unknown, path = ''): PictureAt[] {
  const inside = (each: Field, name: string | number) =>
    picturesOf(each, Object(value)[name], path ? `${path}.${name}` : String(name));
  switch (field.kind) {
    case 'group':
      return Object.entries(field.fields)
        .flatMap(([name, each]) => inside(each, name))
        .map((picture) => ({ ...picture, alt: picture.alt || String(Object(value).alt ?? '') }));
    case 'list':
      return Array.isArray(value) ? value.flatMap((_, index) => inside(field.item, index)) : [];
    case 'picture':
      return typeof value === 'string' ? [{ path, name: value, alt: '' }] : [];
    default:
      return [];
  }
}

/** The encoded names of the pictures that ship with the shop. */
export type BuiltNames = Record<string, string>;

export function shownPicture(name: string, builtNames: BuiltNames): ShownPicture {
  const built = builtNames[name];
  return { folder: built ? pictureFolders.project : pictureFolders.blogs, name: built ?? name };
}

/** The value as visitors get it: pictures with their folder, under the name of their files. */
export function showPictures<F extends Field>(field: F, value: ValueOf<F>, builtNames: BuiltNames): ShownOf<F>;
export function showPictures(field: Field, value: unknown, builtNames: BuiltNames): unknown {
  return show(field, value);

  function show(field: Field, value: unknown): unknown {
    switch (field.kind) {
      case 'group':
        return Object.fromEntries(
          Object.entries(field.fields).map(([name, each]) => [name, show(each, Object(value)[name])]),
        );
      case 'list':
        return Array.isArray(value) ? value.map((each) => show(field.item, each)) : [];
      case 'picture':
        return shownPicture(String(value), builtNames);
      default:
        return value;
    }
  }
}
