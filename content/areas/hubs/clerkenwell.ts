import type { HubWords } from '../area.ts'

export default {
  description:
    'Historic building plumbers for Clerkenwell and its EC1 neighbours, Smithfield to Old Street: 20-minute target, day and night, lead and cast iron too.',
  keywords: [
    'plumber EC1',
    'emergency plumber Clerkenwell',
    'historic building plumber London',
    'lead pipe repair EC1',
    'listed building plumber Clerkenwell',
    'plumber Exmouth Market',
  ],
  pitch:
    'Five EC1 postcodes hold priory stone, Georgian squares, model dwellings and glass offices. Our plumbers repair lead and cast iron as well as plastic.',
  sellingPoints: [
    '20-minute target in Clerkenwell and just beyond it',
    'Lead, iron barrel and cast iron cut back and joined',
    'The right valve shut before an old ceiling is opened',
    'Gas Safe engineers for boilers, and flues in old chimneys',
    'City and Islington sides of the line, one call',
  ],
  areasTitle: 'Eight places between the Fleet and City Road',
  lines: {
    'clerkenwell-proper': 'The streets below the Green: early Georgian houses, workshop floors turned into flats, Charterhouse Square.',
    finsbury: 'Lubetkin’s Spa Green, the towers of the Finsbury Estate, and a university round Northampton Square.',
    smithfield: 'Market halls over old railway vaults, restaurants in basements, two halls given over to the London Museum.',
    'st-bartholomews': 'Lanes round the hospital: a Norman church, livery halls, consulting rooms and new flats.',
    'bunhill-fields': 'Peabody’s lettered blocks and City Road offices round a burial ground closed since the 1850s.',
    'old-street': 'Tech offices by the old roundabout, flats on a heat network, towers along City Road.',
  },
  specialists: [
    {
      id: 'historic-buildings',
      title: 'Plumbing inside listed walls',
      text: 'The monks of the Charterhouse piped their water from Islington in the 1430s, kept a plan of it and noted the repairs; the plan survives. In most old buildings there is no such plan, so we trace it first and open walls last.',
      points: [
        'Runs followed by ear, thermal camera and old saw cuts in the boards',
        'A leak clamped first, then repaired as the building and the water regulations allow',
        'Joints pressed or screwed near dry timber, where a flame is a fire risk',
        'Lime plaster left to dry slowly, and photographs taken for your surveyor',
      ],
    },
    {
      id: 'lead-and-iron',
      title: 'Lead, iron, and what joins them',
      text: 'A Georgian house in Myddelton Square or Britton Street can have a lead supply pipe, an iron gas pipe and a cast-iron stack, with later pipe joined to each. Leaks are common where the metal changes.',
      points: [
        'Lead joined to new pipe with a mechanical coupling that is made for lead',
        'Stack collars caulked in lead and oakum remade, or replaced by a sleeved joint',
        'Roof tanks: ball valve, overflow and lid put right before frost',
        'Copper kept downstream of galvanised steel, since the other way round eats the steel',
      ],
    },
  ],
  questions: [
    {
      question: 'May you touch the pipes of a listed building at all?',
      answer:
        'We can stop a leak in any building. Like for like is usually simple; a new run through old fabric may need consent. We make it safe, say what is left to do, and you ask the council.',
    },
    {
      question: 'Our water comes in through a lead pipe. Must it go at once?',
      answer:
        'It should go, though seldom tonight. Let a tap run before you drink water that has stood. From the boundary inwards the pipe is yours; ask Thames Water what it does about its own part.',
    },
    {
      question: 'Does a roof tank that overflows into the gutter need somebody tonight?',
      answer:
        'Not while the overflow keeps up. If you can reach the tank safely, tie the ball valve’s arm up; ring in the morning. If water is coming through a ceiling, shut the main and ring now.',
    },
  ],
} satisfies HubWords
