// The steps of a harvest. Without schemas, so that the browser can import it.

export const harvestStatuses = ['growing', 'ripening', 'picking', 'kiln', 'ready'] as const;
export type HarvestStatus = (typeof harvestStatuses)[number];

/** Wet hops go from the bine to the kettle within a day; dried ones go through the kiln. */
export const harvestKinds = ['dried', 'wet'] as const;
export type HarvestKind = (typeof harvestKinds)[number];

/** Wet hops skip the kiln. */
export const stepsOf = (kind: HarvestKind): HarvestStatus[] =>
  harvestStatuses.filter((status) => kind === 'dried' || status !== 'kiln');

export const reservationStates = ['held', 'weighed', 'released'] as const;
export type ReservationState = (typeof reservationStates)[number];

/** 08:30 -> 8:30 am */
export function formatTime(time: string): string {
  const [hours = 0, minutes = '00'] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

export const HARVEST_CALENDAR = '/harvest.ics';
export const HARVEST_FEED = '/harvest.xml';
