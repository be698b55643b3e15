// Bag sizes and delivery rules, used by the order form, the FAQ and the server.

export type Delivery = {
  /** Minimum pounds for delivery. */
  minimum: number;
  /** Miles of free delivery: for orders of the minimum or more, and for smaller ones. */
  freeMiles: number;
  nearMiles: number;
  /** Standard bag sizes in pounds, largest first. */
  bags: number[];
  /** The same as words: 5.5, 11 and 22 lbs. */
  bagSizes: string;
  policy: string[];
  bagNote: string;
};

const minimum = 22;
const freeMiles = 60;
const nearMiles = 20;
const bags = [22, 11, 5.5];

const [largest, ...smaller] = bags;
const bagSizes = `${smaller.reverse().join(', ')} and ${largest} lbs`;

// Sentences in other files of content/ that name these numbers are checked before each build.
export const delivery: Delivery = {
  minimum,
  freeMiles,
  nearMiles,
  bags,
  bagSizes,
  policy: [
    `Free delivery up to ${freeMiles} miles for ${minimum} lbs or more.`,
    `Free delivery within ${nearMiles} miles for less than ${minimum} lbs: choose Pickup and call us.`,
    `Beyond ${freeMiles} miles we ship by USPS or UPS and call you about the cost.`,
  ],
  bagNote: `Bag sizes: ${bagSizes}; custom on request.`,
};
