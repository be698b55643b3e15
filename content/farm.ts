// The farm's details. Owners can change everything here; the whole site follows.

export type Farm = {
  brand: string;
  tagline: string;
  /** As in a sentence. Each must be one of the first products. */
  hops: [string, string];
  description: string;
  address: { street: string; town: string; state: string; zip: string };
  /** The gate, in degrees: the map marker and the destination for directions. */
  coordinates: { latitude: number; longitude: number };
  /** As displayed, and as dialed. */
  phone: { shown: string; dialled: string };
  email: string;
  /** When orders can be picked up, as in a sentence: The barn is open ... */
  barnHours: string;
  /** Preset subject of emails from the contact page. */
  mailSubject: string;
  /** Dates on the site are in this time zone. */
  timeZone: string;
  social: { name: string; url: string }[];
  developer: { name: string; url: string };
};

export const farm: Farm = {
  brand: 'Heron Slough Ranch',
  tagline: 'Bringing you the best hopping experience with innovative products.',
  description:
    'A family hop farm in the river delta. Triple Pearl and Comet, grown, dried and bagged here, sold by the pound to craft breweries.',
  hops: ['Triple Pearl', 'Comet'],
  address: { street: '1180 Levee Road', town: 'Isleton', state: 'CA', zip: '95641' },
  coordinates: { latitude: 38.1619, longitude: -121.6116 },
  phone: { shown: '(916) 555-0142', dialled: '+19165550142' },
  email: 'hops@heronslough.example',
  barnHours: 'most days from 7 am to 3 pm',
  mailSubject: 'A question about your hops',
  timeZone: 'America/Los_Angeles',
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/heronsloughranch' },
    { name: 'Instagram', url: 'https://www.instagram.com/heronsloughranch' },
  ],
  developer: { name: 'Tule Web Works', url: 'https://tulewebworks.example' },
};

/** 1180 Levee Road, Isleton, CA 95641 */
export const addressLine = `${farm.address.street}, ${farm.address.town}, ${farm.address.state} ${farm.address.zip}`;

/** Most days from 7 am to 3 pm */
export const openingHours = farm.barnHours.charAt(0).toUpperCase() + farm.barnHours.slice(1);
