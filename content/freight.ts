// What a carrier charges, as an estimate in the order form. Without rows nothing is shown. The owner changes it under Settings.

export const freight: { carrier: string; rows: { miles: number; pounds: number; price: number }[] } = {
  carrier: 'UPS',
  rows: [],
};
