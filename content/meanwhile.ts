import type { EmergencyTypeName } from './emergency-types.ts'

const stopcock =
  'Turn the stopcock clockwise until it stops. It is usually under the kitchen sink or where the pipe comes in by the front door; in a flat, look in the airing or meter cupboard.'
const electrics =
  'Keep away from wet sockets and lights. If water is near them, switch the electricity off at the consumer unit, if you can reach it dry, and leave it off until an electrician has looked.'
const boilerOff = 'Switch the boiler off at its control and leave it off until the engineer has seen it.'

/** What to do until the engineer comes, by emergency type. */
export const meanwhile: Record<EmergencyTypeName, readonly string[]> = {
  'Burst Pipe': [
    stopcock,
    electrics,
    'Open the cold taps to empty the pipes, switch the boiler off, and put buckets under what still drips.',
  ],
  'Boiler Breakdown': [
    boilerOff,
    'Note the error code and the reading of the pressure gauge: it saves the engineer time.',
    'Do not take the casing off.',
  ],
  'Blocked Drain': [
    'Stop running water and flushing anything that leads to the blocked drain.',
    'Do not mix drain cleaners; tell the engineer if you have already used one.',
    'Move what is on the floor around it out of the way.',
  ],
  'Leak Repair': [stopcock, electrics, 'Mark the edge of a damp patch with a pencil, so that the engineer sees how fast it grows.'],
  'Toilet Repair': [
    'Turn the small valve on the pipe to the cistern a quarter turn, until its slot lies across the pipe: that stops the filling.',
    'Do not flush again if the bowl is full.',
  ],
  'Radiator Issue': ['If it leaks: close the valves at both ends, put a bowl under the joint and a towel round it.', boilerOff, electrics],
  'Water Heater': [
    'Switch the heater off: an immersion heater has a switch of its own near the cylinder.',
    'If it leaks, turn the stopcock off and stay clear of hot water.',
    electrics,
  ],
  'Pipe Repair': [
    stopcock,
    'A frozen pipe: open the nearest tap and warm the pipe gently with a hot water bottle, from the tap backwards. Never use a flame.',
    electrics,
  ],
  'Other Emergency': [stopcock, electrics, 'If anybody is in danger, call 999 first.'],
}

/** How to know that the person at the door may work on gas. */
export const gasSafeCheck =
  'Ask to see the Gas Safe ID card. The front has a photo, a licence number and an expiry date, the back says which gas work the ' +
  'engineer may do. You can check the number at GasSafeRegister.co.uk or on 0800 408 5500.'
