// The farm's details, and the usual ways to write them.
import type { Settings } from './setting-sections.ts';

export type Farm = Settings['farm'];
/** What every page may know. */
export type PublicFarm = Omit<Farm, 'order_notices'>;

export function publicFarm({ order_notices: _, ...farm }: Farm): PublicFarm {
  return farm;
}

/** 12 Mill Road, Davis, CA 95616 */
export const addressLine = ({ address: { street, town, state, zip } }: PublicFarm): string =>
  `${street}, ${town}, ${state} ${zip}`;

/** Most days from 7 am to 3 pm */
export const openingHours = ({ hours }: PublicFarm): string => hours.charAt(0).toUpperCase() + hours.slice(1);

/** Cascade, Chinook and Citra */
export const hopNames = (hops: string[]): string =>
  hops.length < 2 ? hops.join('') : `${hops.slice(0, -1).join(', ')} and ${hops.at(-1)}`;
