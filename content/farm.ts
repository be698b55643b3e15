// The farm's details, as a new shop starts with them. The owner changes them under Settings.
import { timeZone } from './time-zone.ts';

export const farm = {
  brand: 'Heron Slough Ranch',
  tagline: 'Bringing you the best hopping experience with innovative products.',
  description:
    'A family hop farm in the river delta. Triple Pearl and Comet, grown, dried and bagged here, sold by the pound to craft breweries.',
  /** As in a sentence. Each must be one of the first products. */
  hops: ['Triple Pearl', 'Comet'],
  address: { street: '1180 Levee Road', town: 'Isleton', state: 'CA', zip: '95641' },
  /** The gate, in degrees: the map marker and the destination for directions. */
  pin: { latitude: 38.1619, longitude: -121.6116 },
  phone: '(916) 555-0142',
  email: 'hops@heronslough.example',
  /** On invoices and printed receipts; may be empty. */
  tax_id: '',
  /** Preset subject of emails from the contact page. */
  mail_subject: 'A question about your hops',
  order_notices: ['hops@heronslough.example'],
  /** When orders can be picked up, as in a sentence: The barn is open ... */
  hours: 'most days from 7 am to 3 pm',
  tours: 'Most of the year',
  contact_note: 'Somebody is in the yard from six. Let it ring.',
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/heronsloughranch' },
    { name: 'Instagram', url: 'https://www.instagram.com/heronsloughranch' },
  ],
  low_stock: 50,
  /** Dates on the site are in this time zone. */
  time_zone: timeZone,
};

/** Credited at the foot of every page. */
export const developer = { name: 'Tule Web Works', url: 'https://tulewebworks.example' };

/** Drawn for the farm above, so it is only shown while the pin is there. */
export const sketchMap = {
  pin: { latitude: 38.1619, longitude: -121.6116 },
  alt: 'Sketch map: the farm lies next to its hop yard, between the levee road along the river and the road north of it. Heron Slough leaves the river just south of the farm.',
  road: 'Levee Road',
  water: 'Heron Slough',
};
