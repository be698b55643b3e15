// The forms in which the farm bags its hops, for staff to choose from. Lots keep a form that is removed here until
// they are next edited.
export const hopForms = ['Whole cones', 'Pellets T-90', 'Pellets T-45', 'Fresh cones'] as const;
