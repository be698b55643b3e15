import type { LibraryPicture } from '#contracts/media.ts';

/** The picture chosen in a form: a new file, or one of the library. */
export type ChosenPicture = File | LibraryPicture;

export const fileOf = (chosen: ChosenPicture | undefined): File | undefined =>
  chosen instanceof File ? chosen : undefined;

export const storedNameOf = (chosen: ChosenPicture | undefined): string | undefined =>
  chosen instanceof File ? undefined : chosen?.name;
