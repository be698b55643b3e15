// The farm's story, as a new shop starts with it: chapter by chapter, each with a picture from content/pictures.

export const story = {
  description:
    'One family, two hops and a slough full of herons: how Triple Pearl and Comet are grown on levee ground.',
  first: {
    heading: 'The herons were here first',
    paragraphs: [
      'Heron Slough leaves the river just below our gate. The herons fished it before anybody hung a wire here. They still stand in the shallows when the work starts, and they are seldom impressed.',
      'We are one family on levee ground: the river on one side, a road on top, our rows on the other side. The soil is deep, the nights are cool, and a wind comes up off the water that keeps the bines clean. Hops like all three. So do we, most days.',
    ],
    caption: 'Early morning on the slough.',
    picture: 'gallery-22.jpg',
    alt: 'Silhouette of a heron standing in shallow water beside reeds with a low sun on the river.',
  },
  second: {
    heading: 'Just two hops',
    paragraphs: [
      'Two varieties are what one family can know row by row. Triple Pearl is a public hop of the USDA, bred from Perle. On our ground it comes out fruity, floral, herbal and piney.',
      'Comet has the longer story. The cross was made in 1961, a seedling of the English hop Sunshine with a wild male from Utah, and the USDA released it in 1974. Some brewers find grapefruit and grass in it, others mandarin and lemongrass. Here it leans to citrus and melon, with some spice. It matures late, so it is the last thing off our wires.',
    ],
    caption: 'Young bines on their strings.',
    picture: 'gallery-14.jpg',
    alt: 'Young hop shoots climbing strings, the rows behind them blurred.',
  },
  third: {
    heading: 'From the string to the sack',
    paragraphs: [
      'We string, train, pick, kiln and bag on the place. About a week before harvest a sample goes to the lab, and what comes back tells us when to start. From then on the kiln keeps the hours.',
      'Every lot is tested again once it is dried. The sheet says alpha and beta acids, total oil, moisture and storage index, with the date of the test, and it is yours for the asking.',
      'Then it goes into bags of 5.5, 11 and 22 lbs, or the weight you need. We do not brew. We grow hops and we process them, and we like to hear what became of them.',
    ],
    caption: 'An open sack at the edge of the yard.',
    picture: 'gallery-25.jpg',
    alt: 'A burlap sack filled with hop cones on a wooden table, hop rows blurred behind.',
  },
};
