// Bag sizes and delivery rules, used by the order form, the FAQ and the server.

export type Delivery = {
  /** Minimum pounds for delivery. */
  minimum: number;
  /** Miles of free delivery: for orders of the minimum or more, and for smaller ones. */
  freeMiles: number;
  nearMiles: number;
  /** Standard bag sizes in pounds, largest first. */
  bags: number[];
  policy: string[];
  bagNote: string;
};

export const delivery: Delivery = {
  minimum: 22,
  freeMiles: 60,
  nearMiles: 20,
  bags: [22, 11, 5.5],
  policy: [
    'Free delivery up to 60 miles for 22 lbs or more.',
    'Free delivery within 20 miles for less than 22 lbs: choose Pickup and call us.',
    'Beyond 60 miles we ship by USPS or UPS and call you about the cost.',
  ],
  bagNote: 'Bag sizes: 5.5, 11 and 22 lbs; custom on request.',
};
