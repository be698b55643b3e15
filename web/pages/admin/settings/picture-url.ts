import { isPictureName, pictureFolders } from '#contracts/pictures.ts';

/** A small file of an upload; pictures that ship with the shop are served by their own name. */
export function pictureUrl(name: string): string {
  return (isPictureName(name) ? pictureFolders.blogs : pictureFolders.project) + name;
}
