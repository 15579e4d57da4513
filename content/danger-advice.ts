import { business } from './business.ts'

const { name, text } = business.gasEmergency

/** Shown once there is a booking. */
const kept = 'We’ve kept your booking.'

/** Safety advice for someone whose words mention a danger. The same on pages and in emails. */
export const dangerAdvice = {
  gas: {
    heading: 'You mentioned gas: do this first',
    steps: [
      'Go outside now and take everyone with you. Leave the door open behind you.',
      'Don’t touch any switches or plugs, and don’t light anything.',
      `From outside, call the ${name} on ${text}. It’s free, day and night.`,
      'Don’t go back in until they say it’s safe. If anyone feels unwell, call 999.',
      kept,
    ],
  },
  fumes: {
    heading: 'It may be carbon monoxide: do this first',
    steps: [
      'Switch the boiler, fire or cooker off, open the windows and get everyone outside.',
      `Call the ${name} on ${text}. It’s free, day and night. If anyone is unwell, call 999.`,
      'Don’t go back in until you’re told it’s safe.',
      kept,
    ],
  },
  electricity: {
    heading: 'Water near electrics: do this first',
    steps: [
      'Don’t touch wet sockets, switches or lights, and keep everyone away from them.',
      'If you can reach the fuse box without standing in water, switch the electricity off at the main switch.',
      'If anyone has had a shock, or you see sparks or smoke, call 999.',
    ],
  },
  ceiling: {
    heading: 'Your ceiling may come down: do this first',
    steps: [
      'Get everyone out of the room and close the door. Don’t stand under the ceiling to drain it or to move things.',
      'If you can get to the stopcock without going back into the room, turn the water off.',
    ],
  },
  trapped: {
    heading: 'Someone is stuck: do this first',
    steps: ['If they’re hurt, in water or in danger, call 999 now and ask for the fire brigade. Then call us.'],
  },
} as const

/** The same before anything is sent: there is no booking yet. */
export const stepsBeforeBooking = (danger: keyof typeof dangerAdvice): readonly string[] =>
  dangerAdvice[danger].steps.filter((step) => step !== kept)
