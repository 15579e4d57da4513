import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbing for King’s Cross WC1X, from Gray’s Inn Road to Percy Circus and Mount Pleasant: flooded cellars, drains, boilers. Open all night.',
  keywords: [
    'emergency plumber King’s Cross',
    'plumber WC1X',
    'plumber Gray’s Inn Road',
    'basement flood King’s Cross',
    'boiler repair WC1X',
  ],
  street: 'Gray’s Inn Rd',
  pitch:
    'South of the stations the ground drops to a buried river, and basements take in water. Leaks, drains and boilers in WC1X, with Gas Safe engineers on call all night.',
  sellingPoints: [
    'Our target: under 60 minutes, Pentonville Road to Mount Pleasant',
    'Flooded basement: drain, pump and main told apart first',
    'En-suites squeezed into terraces: shower pumps, macerators',
    'Iron risers in 1930s flats cut back to sound metal',
    'Boilers repaired by Gas Safe engineers, 12-month guarantee',
  ],
  buildingsTitle: 'Uphill and down towards the Fleet',
  buildings: [
    {
      kind: 'terrace',
      title: 'Cubitt’s terraces',
      text: 'Thomas Cubitt built in Frederick Street and Ampton Street in the 1820s. Later bathrooms sit on rear additions over a drain that was laid for a scullery.',
    },
    {
      kind: 'stucco',
      title: 'Percy Circus',
      text: 'Laid out for the New River Company, which had piped water to London since 1613. Many houses are now flats, the stopcock seldom where you expect it.',
    },
    {
      kind: 'mansion',
      title: 'Trinity Court',
      text: 'Flats of 1934 to 1935 on Gray’s Inn Road. In blocks like it kitchens have been moved since, and their wastes run nearly flat under a new floor.',
    },
    {
      kind: 'flats',
      title: 'Post-war council blocks',
      text: 'Lubetkin’s Bevin Court was finished in 1954. On a common stack the lowest sink suffers first: we rod from the access cap and warn the floors above.',
    },
  ],
  specialists: [
    {
      id: 'terrace-hotels',
      title: 'Small hotels in old terraces',
      text: 'Off Gray’s Inn Road, houses planned for one family are let by the room. A shower stands where the wardrobe was, its waste crosses the joists, and a pump hides behind a tile. When the seal goes, it shows in the ceiling below.',
      points: [
        'Shower trays tested by filling, not by guessing at the grout',
        'Pump access cut as a proper hatch, so that the next repair needs no tiler',
        'Hot water for twelve rooms from one cylinder: thermostat, coil and relief valve',
        'Work between check-out and check-in, where the leak allows it',
      ],
    },
    {
      id: 'low-ground',
      title: 'Cellars on the Fleet’s side',
      text: 'King’s Cross Road follows the river Fleet, now a sewer. In a cloudburst a full sewer can push back into any cellar that lies lower than the street. What helps is a non-return valve that still closes, and a gully that is not full of silt.',
      points: [
        'Non-return valves opened, cleaned, and tried with water',
        'Old interceptor traps found and rodded, missing stoppers put back',
        'Sump pumps lifted, the float swung by hand, the alarm heard',
      ],
    },
  ],
  arrivalTitle: 'Two boroughs and a red line',
  arrival: {
    parking:
      'West of King’s Cross Road the bays are roughly Camden’s, east of it Islington’s. Euston Road and Pentonville Road are red routes, where we may not stop: we come in behind.',
    congestion:
      'Pentonville Road is the zone’s edge and free; the streets south of it are inside. Weekdays 7:00 to 18:00, weekends and bank holidays 12:00 to 18:00, at what it cost us.',
    access:
      'Basement doors here open from the area steps, so say if the gate is locked. At the new flats on Phoenix Place, tell the front desk that we are coming.',
  },
  streets: [
    'Gray’s Inn Road',
    'King’s Cross Road',
    'Swinton Street',
    'Acton Street',
    'Frederick Street',
    'Ampton Street',
    'Calthorpe Street',
    'Percy Circus',
    'Great Percy Street',
    'Phoenix Place',
  ],
  questions: [
    {
      question: 'The basement flat floods whenever it pours. Can that be stopped?',
      answer:
        'Often. First we see whether it comes from your own gully, through the wall or from the public sewer. Against the sewer a non-return valve helps; the sewer itself is the water company’s.',
    },
    {
      question: 'The boiler stopped in the frost and gurgles. May I try something?',
      answer:
        'Look for a thin plastic pipe leading outdoors: the condensate in it has frozen. Pour warm water along it, never boiling, and press reset once. If it stops again, leave it off and ring.',
    },
    {
      question: 'I smell gas on the stairs. Do I call you?',
      answer:
        'No. Go outside, touch no switch, and ring the National Gas Emergency line on 0800 111 999. Once they have made it safe, our Gas Safe engineer can repair what comes after the meter.',
    },
    {
      question: 'We are north of the stations, by the canal. Is this our page?',
      answer:
        'No, the new quarter up there is N1C and has a page of its own. This one covers WC1X, from Pentonville Road down to Mount Pleasant.',
    },
  ],
  nearby: ['bloomsbury', 'russell-square', 'angel', 'kings-cross-n1c'],
} satisfies LocalityWords
