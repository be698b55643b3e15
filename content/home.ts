// The texts and pictures of the home page, as a new shop starts with them. `picture` is a file in content/pictures.

export const home = {
  hero: {
    lines: ['Hops from', 'the delta,', 'by the pound'],
    lead: 'Triple Pearl and Comet, grown on levee ground beside Heron Slough, dried the day they are picked, and sold straight to the people who brew with them.',
    picture: 'hero.jpg',
    alt: 'Tall rows of hop bines on both sides of a grass alley with the low sun at the end.',
  },
  facts: [
    { name: 'Varieties', text: 'Triple Pearl and Comet' },
    { name: 'Bags', text: '5.5, 11 and 22 lbs, or custom' },
    { name: 'Delivery', text: 'Free to 60 miles from 22 lbs' },
    { name: 'Payment', text: 'By card, no account needed' },
  ],
  farm: {
    name: 'About',
    heading: 'One family, two hops, a bend in the river',
    paragraphs: [
      'The slough leaves the river just below our gate, and the herons were here first. We farm what the levee holds back: deep delta soil, cool nights, and a wind off the water that keeps the bines clean.',
      'We string, train, pick and kiln on the place. When you call about a lot, the person who answers has had their hands in it.',
    ],
    caption: 'The levee road at first light, hop yard on the dry side.',
    picture: 'about.jpg',
    alt: 'A levee road curves beside a calm river at sunrise, hop rows on the left.',
  },
  varieties: {
    heading: 'What we grow',
    note: 'Two varieties, so both get our whole attention.',
    first: {
      name: 'Triple Pearl',
      aromas: 'fruity, floral, herbal, piney',
      picture: 'product-triple-pearl.jpg',
      alt: 'A small heap of round, pale green hop cones with thin stems on an off-white surface.',
    },
    second: {
      name: 'Comet',
      aromas: 'citrus, melon, spicy',
      picture: 'product-comet.jpg',
      alt: 'A small heap of long, yellow-green hop cones with pointed bracts on dark wooden boards.',
    },
  },
  reasons: {
    sustainable:
      'Two hops, grown, dried and packed where they stand. The slough at our gate was here before us, and we mean to leave it to the herons.',
    quality:
      'Picked by the cone, not the calendar. Kilned low, packed cold, and sent to the lab, so the numbers on the bag are real.',
    shipping: 'We drive it to you within 60 miles for 22 lbs or more. Farther out, it goes by USPS or UPS.',
  },
  breweries: 'The best proof of a hop is somebody else’s beer. Ask for these.',
  closing: {
    heading: 'The barn light is on',
    text: 'Pick a hop, say how many pounds, pay by card. We weigh it, bag it and call you.',
    picture: 'gallery-35.jpg',
    alt: 'A wooden barn at dusk with its windows lit, hop rows beside it.',
  },
};
