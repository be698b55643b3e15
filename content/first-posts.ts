// The posts of a new shop. They are ordinary posts: staff can edit or delete them.

export type FirstPost = {
  title: string;
  created_at: string;
  /** A file in content/pictures. */
  picture: string;
  content: string;
};

export const firstPosts: FirstPost[] = [
  {
    title: 'What the lab tells us a week before harvest',
    created_at: '2026-08-14T16:00:00.000Z',
    picture: 'blog-03.jpg',
    content: `
<p>Seven days before we pick, a shoebox of cones goes to the lab. What comes back decides the whole week: dry matter, alpha, co-humulone and the storage index, row by row.</p>
<p>Dry matter comes first. A cone that is ripe has given up enough water to rustle when you close your hand on it. Pick too early and the kiln works all night for flavor that was never there. Pick too late and the bracts shatter on the belt.</p>
<h1>Reading the sheet</h1>
<ul>
<li><strong>Alpha and beta acids</strong> say how bitter a beer the hop can make. Comet runs high in alpha; the USDA record has it between 9.4 and 12.4 percent.</li>
<li><strong>Total oil</strong> is where the smell lives. We look for it to climb and then stop climbing: that is the day to start.</li>
<li><strong>Storage index</strong> says how fresh the sample is. About 0.25 is fresh off the bine. It is never the only sign of quality, and we do not sell by it.</li>
</ul>
<blockquote><p>The sheet tells you when. Your nose tells you whether.</p></blockquote>
<p>The same lab tests every lot again once it is dried and bagged. Alpha falls in storage, so we write the test date beside the figure. If a number looks old to you, ask us and we will say so.</p>`,
  },
  {
    title: 'First bags of the season are tied and weighed',
    created_at: '2026-08-29T16:00:00.000Z',
    picture: 'blog-01.jpg',
    content: `
<p>The first Triple Pearl came off the kiln at four in the morning, and by breakfast there were nineteen sacks against the pole at the end of row six. They weigh 22 pounds each, tied with the same knot my grandfather used, and they smell of fruit, flowers and a little pine.</p>
<p>We picked two days later than last year. The wind off the slough stayed cool through the middle of August and the cones were still soft at the tip, so we waited.</p>
<blockquote><p>You can pick by the calendar or you can pick by the cone. Only one of them is in the beer.</p></blockquote>
<h1>What is ready now</h1>
<p>Triple Pearl is bagged and in the cold room. Comet matures late and follows in the second week of September.</p>
<ul>
<li>Bags of 5.5, 11 and 22 lbs; other weights on request.</li>
<li>Pickup at the barn, most days from seven to three.</li>
<li>Free delivery up to 60 miles for 22 lbs or more.</li>
</ul>
<p>Ask for the lab sheet of your lot when you order. If you would rather read it first, call and we will send it.</p>`,
  },
  {
    title: 'A pale ale to try with Comet',
    created_at: '2026-09-12T16:00:00.000Z',
    picture: 'blog-02.jpg',
    content: `
<p>Pumphouse No. 9 sent over their test batch: one malt, one yeast, Comet three ways. It smells like the first cut into a cold melon, and it finishes dry with a pinch of spice. We asked for the recipe and they let us print it.</p>
<h1>For five gallons</h1>
<ol>
<li>Ten pounds of pale malt, mashed at 150 °F for an hour.</li>
<li>Half an ounce of Comet at 60 minutes. At 10 percent alpha that is plenty.</li>
<li>One ounce when the flame goes out. Leave it twenty minutes before you chill.</li>
<li>Two ounces dry, on the third day, for three days and no longer.</li>
</ol>
<p>The late additions do the work. Comet is an old cross, made in 1961 from a seedling of the English hop Sunshine and a wild male from Utah, and it still tastes a little wild if you boil all of it. Some find grapefruit and grass in it, others mandarin and lemongrass. On our ground it leans to citrus and melon.</p>
<blockquote><p>Boil a little for the backbone. Keep the rest out of the heat.</p></blockquote>
<p>If you brew it, tell us how it went. We pour what people send us in the barn on Fridays, and we read the labels out loud.</p>`,
  },
];
