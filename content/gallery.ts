// The gallery as a new shop starts with it, in display order. `picture` is a file in content/pictures; `alt` describes it for
// people who can't see it. Pictures 1, 7, 13, 19, 25, 31 and the last are shown large:
// the best belong there, and pictures of the same scene apart.

export const gallery = {
  note: 'A year on the slough: strings in March, wires in the fog, cones in August, the kiln till midnight.',
  pictures: [
    {
      picture: 'gallery-14.jpg',
      caption: 'Young bines on their strings.',
      alt: 'Young hop shoots climbing strings, background blurred.',
    },
    {
      picture: 'gallery-11.jpg',
      caption: 'A cone cut open: yellow lupulin along the strig.',
      alt: 'Two halves of a cut hop cone on a wooden board, yellow lupulin glands along the central stem between the bracts, whole cones around.',
    },
    { picture: 'gallery-20.jpg', caption: 'River mist in the morning.', alt: 'A river and reed banks in pale mist.' },
    {
      picture: 'gallery-01.jpg',
      caption: 'A cluster of ripe cones on the bine, low sun behind.',
      alt: 'Hanging hop cones and leaves in focus with a blurred hop yard behind.',
    },
    {
      picture: 'gallery-07.jpg',
      caption: 'Morning mist in the alley.',
      alt: 'Hop rows fading into pale morning mist.',
    },
    {
      picture: 'gallery-25.jpg',
      caption: 'An open sack at the edge of the yard.',
      alt: 'A burlap sack filled with hop cones on a wooden table, hop rows blurred behind.',
    },
    {
      picture: 'gallery-22.jpg',
      caption: 'A heron at the edge of the slough, early morning.',
      alt: 'Silhouette of a heron standing in shallow water beside reeds with a low sun on the river.',
    },
    {
      picture: 'gallery-37.jpg',
      caption: 'A heap of Comet in low light.',
      alt: 'A heap of yellow-green hop cones on burlap, strong light from the side.',
    },
    {
      picture: 'gallery-30.jpg',
      caption: 'Cones from above.',
      alt: 'A surface fully covered with green hop cones seen from above.',
    },
    { picture: 'gallery-17.jpg', caption: 'Fog on the empty trellis.', alt: 'Trellis poles fading into winter fog.' },
    {
      picture: 'gallery-08.jpg',
      caption: 'A clear summer day in the yard.',
      alt: 'Green hop rows under a blue sky with soft clouds.',
    },
    {
      picture: 'gallery-02.jpg',
      caption: 'Cones and leaves in midday light.',
      alt: 'Close view of hop cones and leaves in clear daylight.',
    },
    {
      picture: 'gallery-27.jpg',
      caption: 'A bowl of cones in evening light.',
      alt: 'A stoneware bowl filled with round green hop cones on a wooden table, a few cones beside it, warm low light from the side.',
    },
    {
      picture: 'gallery-36.jpg',
      caption: 'The barn in evening sun.',
      alt: 'A wooden barn in warm side light with hop rows and trees.',
    },
    {
      picture: 'gallery-10.jpg',
      caption: 'Down in the grass at sunset.',
      alt: 'Low view through alley grass toward a setting sun between hop rows.',
    },
    {
      picture: 'gallery-34.jpg',
      caption: 'Filled sacks waiting in the row.',
      alt: 'Five tied burlap sacks in the grass beside tall hop rows in low evening light.',
    },
    {
      picture: 'gallery-04.jpg',
      caption: 'Cones on the bine, against the light.',
      alt: 'Clusters of hop cones hanging from a thin bine with lobed leaves, lit from behind, soft green background.',
    },
    {
      picture: 'gallery-15.jpg',
      caption: 'A pail of cones tipped out on the bench.',
      alt: 'A white enameled pail with a blue rim lying on its side on a wooden bench, green hop cones spilling out of it.',
    },
    {
      picture: 'gallery-35.jpg',
      caption: 'The barn at dusk.',
      alt: 'A wooden barn with lit windows at dusk, hop rows on the left.',
    },
    {
      picture: 'gallery-16.jpg',
      caption: 'Winter: poles, wires and wet ground.',
      alt: 'Bare trellis poles and wires over wet winter ground at sunrise.',
    },
    {
      picture: 'gallery-12.jpg',
      caption: 'Bags of Triple Pearl and Comet in three sizes: 5.5, 11 and 22 lb.',
      alt: 'Six labeled bags of hops, marked Triple Pearl or Comet with 5.5, 11 or 22 lb, standing on a wooden pallet in front of a plank wall.',
    },
    {
      picture: 'gallery-19.jpg',
      caption: 'Sunset on the river.',
      alt: 'The river at sunset with reeds and trees on the banks.',
    },
    {
      picture: 'gallery-03.jpg',
      caption: 'One cone, close enough to count the bracts.',
      alt: 'A single large hop cone hanging from its stem, the background of leaves and light out of focus.',
    },
    {
      picture: 'gallery-26.jpg',
      caption: 'A basket of cones on the yard table.',
      alt: 'A wicker basket heaped with hop cones on a wooden table.',
    },
    {
      picture: 'gallery-06.jpg',
      caption: 'Looking up between two rows.',
      alt: 'View upward between hop bines to wires and a blue sky.',
    },
    {
      picture: 'gallery-13.jpg',
      caption: 'Spring: strings are up, the first shoots climb.',
      alt: 'Rows of bare strings on a hop trellis with short young bines.',
    },
    {
      picture: 'gallery-29.jpg',
      caption: 'Cones and pellets.',
      alt: 'A bowl of hop pellets beside whole hop cones on linen.',
    },
    {
      picture: 'gallery-32.jpg',
      caption: 'On the drying floor.',
      alt: 'A wooden kiln room with its floor covered in drying hop cones and light from the side.',
    },
    {
      picture: 'gallery-21.jpg',
      caption: 'Blue hour on the slough.',
      alt: 'Calm water after sunset with dark tree shapes.',
    },
    {
      picture: 'gallery-18.jpg',
      caption: 'Harvest: rows on the right are already cut.',
      alt: 'Hop rows still standing on the left and bare poles on the right in golden light.',
    },
    {
      picture: 'gallery-28.jpg',
      caption: 'Three heaps: Triple Pearl, Comet and kiln-dried cones.',
      alt: 'Three small heaps of hop cones on dark boards: pale green on the left, yellow-green in the middle, straw-colored dried cones on the right.',
    },
    {
      picture: 'gallery-05.jpg',
      caption: 'A young bine winding up its twine.',
      alt: 'Close view of a hop shoot with small leaves twisting around a coir twine, green background out of focus.',
    },
    {
      picture: 'gallery-33.jpg',
      caption: 'Dried cones at the edge of the kiln floor.',
      alt: 'A deep layer of dried, straw-green hop cones ending on a slatted wooden floor, warm low light from the side.',
    },
    {
      picture: 'gallery-23.jpg',
      caption: 'A scoop of hop pellets.',
      alt: 'A metal scoop filled with green hop pellets on a wooden table, two whole cones behind.',
    },
    {
      picture: 'gallery-31.jpg',
      caption: 'Dew on the cones.',
      alt: 'Close view of hop cones covered with small water drops, leaves and blurred green behind.',
    },
    {
      picture: 'gallery-09.jpg',
      caption: 'Crates of fresh cones between the rows.',
      alt: 'Two slatted wooden crates heaped with green hop cones on the ground between tall hop rows in warm light.',
    },
    {
      picture: 'gallery-24.jpg',
      caption: 'Winter water between the poles.',
      alt: 'Bare trellis poles and wires mirrored in flooded ground at sunrise.',
    },
  ].map((each) => ({ ...each, hidden: false })),
};
