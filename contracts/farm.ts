// The farm's details, and the usual ways to write them.
import type { Settings } from './setting-sections.ts';

export type Farm = Settings['farm'];
/** What every page may know. */
export type PublicFarm = Omit<Farm, 'order_notices'> & {
  /** Whether a question with the link name `tours` is among the FAQs. */
  answers_tours: boolean;
};

export function publicFarm({ farm, faqs }: Pick<Settings, 'farm' | 'faqs'>): PublicFarm {
  const { order_notices: _, ...shown } = farm;
  return { ...shown, answers_tours: faqs.questions.some(({ id }) => id === 'tours') };
}

/** 12 Mill Road, Davis, CA 95616 */
export const addressLine = ({ address: { street, town, state, zip } }: Pick<Farm, 'address'>): string =>
  `${street}, ${town}, ${state} ${zip}`;

/** Most days from 7 am to 3 pm */
export const openingHours = ({ hours }: Pick<Farm, 'hours'>): string => hours.charAt(0).toUpperCase() + hours.slice(1);

/** Cascade, Chinook and Citra */
export const hopNames = (hops: string[]): string =>
  hops.length < 2 ? hops.join('') : `${hops.slice(0, -1).join(', ')} and ${hops.at(-1)}`;
