type Art = { file: string; artist: string; title: string; tags: string[]; alt: string }

const art = (file: string, artist: string, title: string, tags: string, alt: string): Art => ({
  file: `${file}.webp`,
  artist,
  title,
  tags: tags.split(' '),
  alt,
})

/** The pictures in `art/`, with who made them. */
export const ART: readonly Art[] = [
  art(
    'room',
    'Noor',
    'The empty room',
    'interior perspective light',
    'An empty room with two lit windows, a table and a cactus',
  ),
  art('dunes', 'orrin', 'Four dunes', 'landscape desert panorama', 'A long strip of sand dunes under a pale sky'),
  art('owl', 'orrin', 'Night shift', 'bird night animals', 'An owl with yellow eyes at night'),
  art('elephant', 'tomo_w', 'Dry season', 'animals ink', 'An elephant seen from the front, drawn in dense lines'),
  art('bison', 'Luc Abadie', 'Clementine', 'animals ink', 'A bison in profile'),
  art('winter', 'Maren O.', 'Last apple', 'winter tree', 'A bare tree in winter with one apple left'),
  art('birches', 'Maren O.', 'October, 7 am', 'forest autumn gouache', 'Birch trunks in front of yellow leaves'),
  art('eagle', 'kestrel', 'Profile of a tyrant', 'bird portrait', 'The head of an eagle in profile'),
  art('gull', 'Pia Brandt', 'Chip thief', 'bird sea', 'A gull landing with its wings up'),
  art('nightcity', 'Halvard', 'Floor 31', 'city night', 'A dark city with lit windows under a full moon'),
  art('contours', 'orrin', 'Signal', 'lines abstract', 'White contour lines rising to a peak on dark ground'),
  art('boats', 'Halvard', 'Outbound', 'sea boats', 'A sailing ship on light blue water'),
  art('magnolia', 'Ada L.', 'Magnolia, north light', 'flower study', 'A white magnolia against dark grey'),
  art('botanic', 'fernwise', 'Arbutus study', 'botanical ink', 'A stem with leaves and three berries'),
  art('mushrooms', 'fernwise', 'After rain', 'forest mushrooms', 'Three red mushrooms in grass'),
  art('cat', 'Pia Brandt', 'Landlord', 'cat animals', 'A black cat sitting upright, looking at you'),
  art('fox', 'Yuki S.', 'Red wolf', 'animals portrait', 'The face of a red wolf from the front'),
  art('cup', 'Luc Abadie', 'Second cup', 'stilllife pencil', 'A steaming cup with construction lines'),
  art('pears', 'Luc Abadie', 'Three pears, arguing', 'stilllife fruit', 'Three pears leaning at each other on a table'),
  art('ridges', 'tomo_w', 'Seven ridges', 'landscape evening', 'Seven mountain ridges at sunset'),
  art('lighthouse', 'Halvard', 'Storm light', 'sea lighthouse', 'A striped lighthouse on a cliff under streaky clouds'),
  art('stall', 'Pia Brandt', 'Saturday market', 'city people', 'People in front of market stalls with coloured roofs'),
  art('gestures', 'kestrel', '30-second poses, page 12', 'figure gesture', 'Eight quick figure poses on one page'),
  art('koi', 'Yuki S.', 'Koi no. 4', 'fish water', 'Three koi in green water'),
  art('heron', 'Ines Karlsen', 'Heron, waiting', 'bird water', 'A grey heron standing beside reeds'),
  art(
    'profile',
    'Noor',
    'Ada, from memory',
    'portrait pencil',
    'A woman with a bun in profile, with blue construction lines',
  ),
  art(
    'harbour',
    'Ines Karlsen',
    'Low tide, nets drying',
    'sea boats evening',
    'A red fishing boat under an orange sail in a harbour',
  ),
]
