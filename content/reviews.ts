import type { EmergencyTypeName } from './emergency-types.ts'

/*
 * Reviews and messages, made up until there are real ones, and marked so where they are shown: 15 and 9, as the specification requires.
 * Every one is rated 5 (its reviews are).
 */

interface Review {
  id: string
  service: EmergencyTypeName
  /** One of the areas or boroughs that we list. */
  area: string
  text: string
  name: string
  /** The age of the review in words. */
  when: string
}

export const sampleReviews: readonly Review[] = [
  {
    id: 'ceiling',
    service: 'Leak Repair',
    area: 'Whitechapel',
    text: 'Water was coming through the ceiling rose at six. He freed a seized stopcock, then fixed the joint.',
    name: 'Amira K.',
    when: 'two days ago',
  },
  {
    id: 'fan',
    service: 'Boiler Breakdown',
    area: 'Camden',
    text: 'Told me the price before touching anything. Fan replaced, heating back on before the kids were home.',
    name: 'Tom H.',
    when: 'four days ago',
  },
  {
    id: 'stack',
    service: 'Blocked Drain',
    area: 'Southwark',
    text: 'Three flats on one stack, and no argument about whose it was. He cleared it and sent us all the same photo.',
    name: 'Grace O.',
    when: 'six days ago',
  },
  {
    id: 'midnight',
    service: 'Burst Pipe',
    area: 'Hackney',
    text: 'Leak behind the washing machine at midnight. They talked me through turning it off and fixed it by two.',
    name: 'Linh P.',
    when: 'a week ago',
  },
  {
    id: 'element',
    service: 'Water Heater',
    area: 'Brixton',
    text: 'My mum is 81 and hates fuss. New element, hot water by lunch, and not a mark on her carpet.',
    name: 'Desmond C.',
    when: 'a week ago',
  },
  {
    id: 'nursery',
    service: 'Radiator Issue',
    area: 'Greenwich',
    text: 'Only the nursery was cold. He freed a stuck pin with pliers and didn’t try to sell us a new valve.',
    name: 'Ewa N.',
    when: 'two weeks ago',
  },
  {
    id: 'piano',
    service: 'Leak Repair',
    area: 'Kensington',
    text: 'A drip above the piano. He traced it to the bath seal upstairs and left my plaster alone.',
    name: 'Beatriz L.',
    when: 'two weeks ago',
  },
  {
    id: 'banging',
    service: 'Pipe Repair',
    area: 'Lewisham',
    text: 'Bang, bang, whenever next door ran a bath. Two clips under the floor and it’s been silent since.',
    name: 'Siobhan D.',
    when: 'three weeks ago',
  },
  {
    id: 'baby',
    service: 'Boiler Breakdown',
    area: 'Tower Hamlets',
    text: 'No heat and a baby in the house. He had to order a gas valve, but he was back at eight the next morning.',
    name: 'Farhana M.',
    when: 'three weeks ago',
  },
  {
    id: 'cistern',
    service: 'Toilet Repair',
    area: 'Islington',
    text: 'It ran all weekend and drove us mad. All it needed was a cheap washer, and now I know how to fit one.',
    name: 'Yusuf A.',
    when: 'a month ago',
  },
  {
    id: 'wipes',
    service: 'Blocked Drain',
    area: 'Croydon',
    text: 'Wet wipes, entirely my fault. He rodded it from the yard and never once sighed.',
    name: 'Colin W.',
    when: 'a month ago',
  },
  {
    id: 'stopcock',
    service: 'Other Emergency',
    area: 'Westminster',
    text: 'None of us knew where our stopcock was. He found it under the stairs, behind the hoover.',
    name: 'Ines V.',
    when: 'a month ago',
  },
  {
    id: 'frost',
    service: 'Burst Pipe',
    area: 'Ealing',
    text: 'Frost split the pipe to the garden tap. They capped it that night and repaired it properly on the Tuesday.',
    name: 'Harpreet S.',
    when: 'two months ago',
  },
  {
    id: 'sunday',
    service: 'Toilet Repair',
    area: 'Haringey',
    text: 'Sunday lunch, eleven guests, one loo. He’d fixed it before pudding.',
    name: 'Kwame T.',
    when: 'two months ago',
  },
  {
    id: 'landlord',
    service: 'Water Heater',
    area: 'Barnet',
    text: 'I live abroad and let the flat. I got photos, a receipt and even the old thermostat in a bag.',
    name: 'Rebecca F.',
    when: 'three months ago',
  },
]

interface Message {
  /** The writer: each has their own name, which finds their chat. */
  name: string
  /** The writer's place: one of the areas or boroughs that we list. */
  area: string
  text: string
  reply: string
  /** The picture that they sent before their words. */
  photo?: EmergencyTypeName
}

/** Chats with customers. The build draws each as an image (scripts/images/chats.mjs): keep them to a few lines. */
export const sampleMessages: readonly Message[] = [
  {
    name: 'Leila',
    area: 'Islington',
    text: 'He’s here already. 34 minutes, thank you!',
    reply: 'Good to hear. You’ll get the invoice when he’s finished.',
  },
  {
    name: 'Olu',
    area: 'Southwark',
    text: 'It’s coming through the light!',
    reply: 'Leave the switch alone. We’re calling you now.',
    photo: 'Leak Repair',
  },
  {
    name: 'Ben',
    area: 'Hackney',
    text: 'Heating’s working again. Do I need to bleed the radiators?',
    reply: 'Not tonight. If one stays cold, call us: it’s covered.',
  },
  {
    name: 'Magda',
    area: 'Ealing',
    text: 'Found the tap thing under the sink. Which way?',
    reply: 'Clockwise until it stops. If it’s a lever, turn it across the pipe.',
  },
  {
    name: 'Mehmet',
    area: 'Haringey',
    text: 'The boys flushed a fire engine.',
    reply: 'It happens. Leave the lid down: he’s got a hook.',
    photo: 'Toilet Repair',
  },
  {
    name: 'Chloe',
    area: 'Greenwich',
    text: 'Is that all of it, or are there extras?',
    reply: 'That’s all of it, including VAT. If he finds more, he’ll ask you first.',
  },
  {
    name: 'Priya',
    area: 'Lambeth',
    text: 'Just seen the new joint. Very neat!',
    reply: 'It’s guaranteed. Keep the receipt with the photo.',
    photo: 'Pipe Repair',
  },
  {
    name: 'Raj',
    area: 'Hounslow',
    text: 'Buzzer’s dead, I’ll come down.',
    reply: 'Noted. He’ll call you from the van.',
  },
  {
    name: 'Aoife',
    area: 'Camden',
    text: 'Thank you for being so patient with Mum.',
    reply: 'She made us tea. The pleasure was all ours.',
  },
]

/** Returns a chat as text, for screen readers. */
export const chatWords = ({ name, area, text, reply }: Message): string => `${name}, ${area}: ${text} Reply: ${reply}`

/** Returns the address of a chat's image. */
export const chatFileOf = ({ name }: Message): string => `/drawings/chat-${name}.svg`
export const chatSize = { width: 360, height: 400 } as const
