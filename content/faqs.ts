// What brewers ask. A new shop starts with these. `id` is the fragment of the question's URL: /faqs#bags.

export const faqs = {
  description: 'Bag sizes, delivery and shipping, farm tours and lab results: what brewers ask us about our hops.',
  note: 'Five things brewers ask us. For the sixth, call.',
  questions: [
    {
      id: 'bags',
      question: 'What size bags do you sell?',
      answer: [
        '5.5, 11 and 22 lbs. If you need another weight, ask: custom bags on request.',
        'The order form shows how your pounds pack before you pay.',
      ],
    },
    {
      id: 'delivery',
      question: 'Do you deliver, or ship?',
      answer: [
        'Both. Delivery is free up to 60 miles for 22 lbs or more, and within 20 miles for less than 22 lbs. For a small order close by, choose Pickup and call us: we will bring it.',
        'Outside the free area your hops go by USPS or UPS. We call you about the cost before anything leaves the barn.',
      ],
    },
    {
      id: 'tours',
      question: 'Can we come and see the farm?',
      answer: [
        'Yes. We offer farm tours most of the year. Call a few days ahead, so that somebody is free to walk the rows with you.',
        'Around harvest the kiln sets our hours, not us. Ask, and we will say honestly whether there is time.',
      ],
    },
    {
      id: 'brewery',
      question: 'Are you a brewery?',
      answer: [
        'No. We grow hops and we process them, and that is all we do. The beer is yours to make.',
        'If you are looking for a glass, the breweries on our home page pour what our hops turned into.',
      ],
    },
    {
      id: 'lab',
      question: 'Do you have lab results?',
      answer: [
        'Yes, from an independent lab. About one week before harvest a full pre-harvest analysis tells us when to pick, and every lot is tested again once it is dried.',
        'Ask for the sheet of your lot: alpha and beta acids, total oil, moisture, storage index and the date of the test. Alpha falls in storage, so read the date beside the figure.',
      ],
    },
  ],
};
