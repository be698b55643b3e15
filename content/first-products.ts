// The products of a new shop. They are ordinary products: staff change price, stock and lab values in the back office.
// The lab values of Triple Pearl are plausible samples; replace them with those of your own lab sheet.

export type FirstProduct = {
  slug: string;
  name: string;
  type: string;
  flavor: string;
  alpha_acid: number;
  beta_acid: number;
  total_oil: number;
  aromas: string;
  description: string;
  price_cents: number;
  stock: number;
  /** A file in content/pictures. */
  picture: string;
};

export const firstProducts: FirstProduct[] = [
  {
    slug: 'triple-pearl',
    name: 'Triple Pearl',
    type: 'Dual purpose',
    flavor: 'Fruit and flowers over a little pine',
    alpha_acid: 10.6,
    beta_acid: 3.8,
    total_oil: 1.6,
    aromas: 'fruity, floral, herbal, piney',
    description:
      'A public hop bred from Perle, with more to say: fruit and flowers up front, herbs and a little pine underneath. Clean in the boil, and it holds up in a late addition.',
    price_cents: 1600,
    stock: 418,
    picture: 'product-triple-pearl.jpg',
  },
  {
    slug: 'comet',
    name: 'Comet',
    type: 'Dual purpose',
    flavor: 'Citrus and melon with a dry, spicy edge',
    alpha_acid: 9.8,
    beta_acid: 4.1,
    total_oil: 1.9,
    aromas: 'citrus, melon, spicy',
    description:
      'Half English, half wild American, and it shows: citrus and ripe melon over a dry, spicy edge. Made for pale ales that finish crisp, and for farmhouse beers.',
    price_cents: 1450,
    stock: 260,
    picture: 'product-comet.jpg',
  },
];
