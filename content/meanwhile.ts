import type { EmergencyTypeName } from './emergency-types.ts'

const stopcock =
  'Turn the stopcock clockwise until it stops. It’s usually under the kitchen sink or by the front door; in a flat, look in the airing or meter cupboard.'
const electrics =
  'Keep away from wet sockets and lights. If water’s near them and you can get to the fuse box without touching anything wet, switch the electricity off there. Leave it off until an electrician has checked it.'
const boilerOff = 'Switch the boiler off at its controls and leave it off until the engineer has checked it.'

/** Advice until the engineer arrives, by emergency type. */
export const meanwhile: Record<EmergencyTypeName, readonly string[]> = {
  'Burst Pipe': [
    stopcock,
    electrics,
    'Open the cold taps to empty the pipes, switch the boiler off, and put buckets under anything still dripping.',
  ],
  'Boiler Breakdown': [
    boilerOff,
    'Make a note of the error code and the pressure on the gauge: it’ll save time.',
    'Don’t take the casing off.',
  ],
  'Blocked Drain': [
    'Don’t run any water or flush anything that goes into the blocked drain.',
    'Don’t mix drain cleaners, and tell the engineer if you’ve already used one.',
    'Clear the floor around the drain.',
  ],
  'Leak Repair': [stopcock, electrics, 'Mark the edge of a damp patch with a pencil, so the engineer can see how fast it’s growing.'],
  'Toilet Repair': [
    'Turn the small valve on the pipe to the cistern a quarter turn, until its slot is across the pipe. That stops it filling.',
    'Don’t flush again if the pan is full.',
  ],
  'Radiator Issue': [
    'If it’s leaking, close the valves at both ends, then put a bowl under the joint and a towel round it.',
    boilerOff,
    electrics,
  ],
  'Water Heater': [
    'Switch the heater off. An immersion heater has its own switch near the cylinder.',
    'If it’s leaking, turn off the stopcock and stay clear of hot water.',
    electrics,
  ],
  'Pipe Repair': [
    stopcock,
    'If a pipe’s frozen, open the nearest tap and warm the pipe gently with a hot water bottle, from the tap backwards. Never use a flame.',
    electrics,
  ],
  'Other Emergency': [stopcock, electrics, 'If anyone’s in danger, call 999 first.'],
}

/** The check that the person at the door may work on gas. */
export const gasSafeCheck =
  'Ask to see the Gas Safe ID card. The front has a photo, a licence number and an expiry date; the back shows which gas work the ' +
  'engineer is qualified to do. You can check the number at GasSafeRegister.co.uk or on 0800 408 5500.'
