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

export const HARVEST_CALENDAR = '/harvest.ics';
export const HARVEST_FEED = '/harvest.xml';
