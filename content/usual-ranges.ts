// What the lab usually finds in a variety, shown beside a hop's own values on its page. By the last part of the page's
// address: /products/comet. A hop that is not listed shows its values only.

/** Acids in percent, oil in mL per 100 g: lowest and highest. */
export type UsualRanges = {
  alpha_acid: [number, number];
  beta_acid: [number, number];
  total_oil: [number, number];
  source: string;
};

export const usualRanges: Record<string, UsualRanges> = {
  comet: {
    alpha_acid: [9.4, 12.4],
    beta_acid: [3.0, 6.1],
    total_oil: [1.4, 3.3],
    source: 'USDA hop cultivar sheet 62013',
  },
};
