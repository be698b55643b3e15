// The forms in which the farm bags its hops, as staff choose them for a lot. A form that is taken out here stays with the
// lots that have it until they are corrected.
export const hopForms = ['Whole cones', 'Pellets T-90', 'Pellets T-45', 'Fresh cones'] as const;
