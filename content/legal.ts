// Privacy, terms, refunds and shipping, as a new shop starts with them. Paragraphs that start with [Owner are notes for
// the owner: visitors do not see them.

export const legal = {
  privacy: {
    description: 'What we keep about you, why, for how long, and how to have it removed.',
    parts: [
      {
        heading: 'What we keep',
        paragraphs: [
          'When you order we keep your name, phone number, email and delivery address if you give them, what you bought, and what you paid. We need this to bag your hops, call you, deliver, and do our books.',
          'If you make an account we also keep your email and a scrambled form of your password that nobody can read back, and when and from what kind of device you logged in.',
          'We do not keep card numbers. Your card goes straight from your browser to our card processor, Square. We get a payment number and the last four digits.',
        ],
      },
      {
        heading: 'Who sees it',
        paragraphs: [
          'The people who work here. Square, which takes the payment. The company that carries our email. UPS or USPS, if your hops go by carrier. Nobody else, and we sell nothing to anybody.',
          '[Owner: name your email provider and your hosting company here if your lawyer asks you to.]',
        ],
      },
      {
        heading: 'Cookies and tracking',
        paragraphs: [
          'We set no cookies and use no analytics or advertising. Your browser keeps your cart and, if you are logged in, your login. Both stay on your device.',
          'The map on the contact page comes from OpenStreetMap, and the card field from Square. Those companies see your internet address when the page loads them.',
        ],
      },
      {
        heading: 'How long, and your rights',
        paragraphs: [
          'We keep orders as long as tax law wants us to. After that the names come off.',
          'Call or write, and we send you what we have about you, correct it, or remove what we do not have to keep. It costs nothing.',
          '[Owner: check with your accountant how many years you keep orders, and say the number here.]',
        ],
      },
    ],
  },
  terms: {
    description: 'How an order becomes a sale, what we promise about our hops, and what we cannot promise.',
    parts: [
      {
        heading: 'Orders and prices',
        paragraphs: [
          'Prices are in US dollars per pound. You buy when your card is charged and we confirm the order. If we cannot fill it, we say so and give your money back.',
          'We sell hops for brewing. We do not sell beer, and our hops are not medicine.',
        ],
      },
      {
        heading: 'Our hops',
        paragraphs: [
          'Hops are a crop. Acids and oil differ from year to year and lot to lot; the figures on the page and on the certificate are those of the lab on the day of the test, and they fall in storage.',
          'We weigh what we sell. If a bag is short or the lot is not the one you ordered, we make it good.',
        ],
      },
      {
        heading: 'Limits',
        paragraphs: [
          'If something goes wrong, we owe you at most what you paid for the hops. We cannot pay for a batch of beer or for lost sales.',
          'These terms are under the law of our state.',
          '[Owner: have a lawyer read this page. Name the state and county whose courts decide.]',
        ],
      },
    ],
  },
  refunds: {
    description: 'When you get your money back, and how your hops get to you.',
    parts: [
      {
        heading: 'Refunds',
        paragraphs: [
          'Call before your order is bagged and we cancel it and refund all of it.',
          'If the hops are wrong, short or spoiled, call within 14 days. Keep the bag and its label, so that we can find the lot. We replace it or refund it, as you like.',
          'Opened bags that are as described we cannot take back: hops are food. Refunds go to the card that paid. Your bank may take a few days to show it.',
          '[Owner: 14 days is a suggestion. Choose your own, and tell everyone who answers the phone.]',
        ],
      },
      {
        heading: 'Pickup',
        paragraphs: [
          'We call when your order is bagged. Pick it up at the barn during opening hours, or call for another time.',
        ],
      },
      {
        heading: 'Delivery and shipping',
        paragraphs: [
          'Delivery is free up to 60 miles for 22 lbs or more, and within 20 miles for less: choose Pickup and call us.',
          'Farther out your hops go by USPS or UPS. We call you about the cost before anything leaves the barn. Until it is handed to you, it is ours to lose.',
        ],
      },
    ],
  },
};
