import type { LocalityWords } from '../area.ts'

export default {
  description:
    'Emergency plumbers in King’s Cross WC1X, from Gray’s Inn Road to Percy Circus and Mount Pleasant: flooded cellars, drains and boilers. Open all night.',
  keywords: ['emergency plumber King’s Cross', 'plumber WC1X', 'plumber Gray’s Inn Road', 'boiler repair WC1X'],
  street: 'Gray’s Inn Rd',
  pitch:
    'South of the stations the ground drops to a buried river, and basements let in water. Our Gas Safe engineers fix leaks, drains and boilers in WC1X, all night.',
  sellingPoints: [
    'Our target: under 60 minutes, anywhere in WC1X',
    'Flooded basement: is it the drain, pump or main? We find out',
    'En-suites in old terraces: shower pumps and macerators',
    'Iron risers in 1930s flats cut back to sound metal',
    'Boilers repaired by Gas Safe engineers, 12-month guarantee',
  ],
  buildingsTitle: 'Plumbing in King’s Cross homes and hotels',
  buildings: [
    {
      kind: 'terrace',
      title: 'Cubitt’s terraces',
      text: 'Thomas Cubitt built in Frederick Street and Ampton Street in the 1820s. Later bathrooms are in rear additions, over a drain laid for a scullery.',
    },
    {
      kind: 'stucco',
      title: 'Percy Circus',
      text: 'The Circus was laid out for the New River Company, which had piped water to London since 1613. Many houses are now flats, and the stopcock is rarely where you’d expect.',
    },
    {
      kind: 'mansion',
      title: 'Trinity Court',
      text: 'These flats on Gray’s Inn Road are from the mid-1930s. In blocks like this, kitchens have been moved, and their wastes run nearly flat.',
    },
    {
      kind: 'flats',
      title: 'Post-war council blocks',
      text: 'Lubetkin’s Bevin Court was finished in 1954. On a shared stack the lowest sink backs up first: we rod from the access cap and warn the floors above.',
    },
  ],
  specialists: [
    {
      id: 'terrace-hotels',
      title: 'Small hotels in old terraces',
      text: 'Off Gray’s Inn Road, houses built for one family are let by the room. The shower’s where the wardrobe was, and a pump hides behind a tile. When a seal fails, it shows on the ceiling below.',
      points: [
        'Shower trays filled and tested',
        'Pump access cut as a proper hatch, so the next repair needs no tiler',
        'Twelve rooms on one cylinder: thermostat, coil and relief valve checked',
      ],
    },
    {
      id: 'low-ground',
      title: 'Flooded basements near King’s Cross Road',
      text: 'King’s Cross Road follows the river Fleet, now a sewer. In a cloudburst, it can back up into nearby cellars. A working non-return valve and a clean gully help keep it out.',
      points: [
        'Non-return valves opened, cleaned and tested with water',
        'Old interceptor traps found and rodded, missing stoppers replaced',
        'Sump pumps lifted out, float and alarm tested',
      ],
    },
  ],
  arrivalTitle: 'Parking and access in WC1X',
  arrival: {
    parking:
      'West of King’s Cross Road the bays are mostly Camden’s, and east of it Islington’s. We can’t stop on Euston Road or Pentonville Road, both red routes, so we use side roads.',
    congestion:
      'There’s no charge on Pentonville Road, the zone’s edge; the streets south of it are inside. We add it at cost: 7am to 6pm on weekdays, noon to 6pm at weekends and on bank holidays.',
    access:
      'Basement doors here are down the area steps, so tell us if the gate’s locked. At the new flats on Phoenix Place, let the front desk know we’re on our way.',
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
      question: 'My basement flat floods whenever it pours. Can you stop it?',
      answer:
        'Often, yes. First we find out whether it comes from your own gully, through the wall or from the public sewer. A non-return valve helps if it’s the sewer, which belongs to the water company.',
    },
    {
      question: 'My boiler stopped in the frost and it’s gurgling. What can I try?',
      answer:
        'Look for a thin plastic pipe leading outside: it may have frozen. Pour warm (never boiling) water along it, and reset the boiler once. If it stops again, leave it off and call us.',
    },
    {
      question: 'I can smell gas on the stairs. Do I call you?',
      answer:
        'No. Go outside, don’t touch any switches and call the National Gas Emergency Service on 0800 111 999. Once they’ve made it safe, our Gas Safe engineer can repair what’s on your side of the meter.',
    },
    {
      question: 'Do you cover King’s Cross north of the stations?',
      answer: 'Yes, see our N1C page. This one covers WC1X, from Pentonville Road to Mount Pleasant.',
    },
  ],
  nearby: ['bloomsbury', 'russell-square', 'angel', 'kings-cross-n1c'],
} satisfies LocalityWords
