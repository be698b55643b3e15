/** The accounts of every test shop: a staff member and a customer. */
export const people = {
  wren: { name: 'Wren', email: 'wren@farm.example', password: 'tall bines in may' },
  otis: { name: 'Otis', email: 'otis@brewery.example', password: 'one malt, one yeast' },
};
