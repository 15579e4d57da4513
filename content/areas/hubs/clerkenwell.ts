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
    'EC1’s five postcodes take in priory stone, Georgian squares, model dwellings and glass offices. Our engineers repair lead and cast-iron pipes as well as plastic.',
  sellingPoints: [
    '20-minute target in Clerkenwell and just beyond it',
    'Lead, iron barrel and cast iron cut back and joined',
    'The right valve closed before an old ceiling is opened up',
    'Gas Safe engineers for boilers, and flues in old chimneys',
    'One call for both the City and Islington sides of EC1',
  ],
  areasTitle: 'Plumbers across Clerkenwell EC1',
  lines: {
    'clerkenwell-proper': 'The streets below the Green: early Georgian houses, workshop floors turned into flats, Charterhouse Square.',
    finsbury: 'Lubetkin’s Spa Green, the towers of the Finsbury Estate, and a university round Northampton Square.',
    smithfield: 'Market halls over old railway vaults, basement restaurants, and two halls for the London Museum.',
    'st-bartholomews': 'Lanes round the hospital: a Norman church, livery halls, consulting rooms and new flats.',
    'bunhill-fields': 'Peabody’s lettered blocks and City Road offices round a burial ground closed since the 1850s.',
    'old-street': 'Tech offices by the old roundabout, flats on a heat network, towers along City Road.',
  },
  specialists: [
    {
      id: 'historic-buildings',
      title: 'Plumbing in listed buildings',
      text: 'The monks of the Charterhouse piped their water from Islington in the 1430s, and the plan they kept of it survives. Most old buildings have no such plan, so we trace the pipes first and open walls last.',
      points: [
        'Pipes traced by ear, thermal camera and old saw cuts in the boards',
        'Leak clamped first, then repaired as the building and water regulations allow',
        'Joints pressed or screwed near dry timber, where a flame is a fire risk',
        'Lime plaster left to dry slowly, and photos taken for your surveyor',
      ],
    },
    {
      id: 'lead-and-iron',
      title: 'Lead and cast-iron pipes',
      text: 'A Georgian house in Myddelton Square or Britton Street can have a lead supply pipe, an iron gas pipe and a cast-iron stack, with newer pipe joined to each. Leaks are common where the metal changes.',
      points: [
        'Lead joined to new pipe with a coupling made for lead',
        'Lead-caulked stack joints remade, or replaced with sleeved ones',
        'Roof tanks: valve, overflow and lid fixed before winter',
        'Copper kept downstream of galvanised steel, so it can’t eat it',
      ],
    },
  ],
  questions: [
    {
      question: 'Can you work on pipes in a listed building?',
      answer:
        'We can stop a leak in any building. Like-for-like repairs are usually simple; a new pipe run through historic fabric may need consent. We make things safe and tell you what’s left to do; you then ask the council.',
    },
    {
      question: 'Our water comes in through a lead pipe. Is it urgent?',
      answer:
        'It should be replaced, but it rarely has to be tonight. If water has been standing in the pipe, run the tap before you drink. From your boundary inwards the pipe is yours; ask Thames Water about its own part.',
    },
    {
      question: 'My roof tank is overflowing into the gutter. Is it an emergency?',
      answer:
        'Not as long as the overflow can cope. If you can reach the tank safely, tie up the ball valve’s arm and call in the morning. If water’s coming through a ceiling, turn off the stopcock and call.',
    },
  ],
} satisfies HubWords
