import type { SitePath } from '#app/values/site-path.ts'

/** The type whose price an estimate uses until one is chosen. */
const otherEmergency = { name: 'Other Emergency', basePence: 14_000, hint: 'Anything else that can’t wait' } as const

/** The emergency types and their base prices, VAT included. */
export const emergencyTypes = [
  { name: 'Burst Pipe', basePence: 15_000, hint: 'Water coming out of a pipe, a wall or a ceiling' },
  { name: 'Boiler Breakdown', basePence: 18_000, hint: 'No heating or hot water, an error code, low pressure' },
  { name: 'Blocked Drain', basePence: 12_000, hint: 'Sink, shower or drain backing up' },
  { name: 'Leak Repair', basePence: 13_000, hint: 'A drip or a growing damp patch' },
  { name: 'Toilet Repair', basePence: 11_000, hint: 'Won’t flush, won’t stop running, overflowing' },
  { name: 'Radiator Issue', basePence: 14_000, hint: 'Cold, leaking or stuck on' },
  { name: 'Water Heater', basePence: 17_000, hint: 'No hot water from a cylinder or heater' },
  { name: 'Pipe Repair', basePence: 13_500, hint: 'A damaged, frozen or noisy pipe' },
  otherEmergency,
] as const

export type EmergencyTypeName = (typeof emergencyTypes)[number]['name']

/** Returns the address where booking a type of emergency starts. */
export const bookType = (type: EmergencyTypeName): string => `/book?service=${inUrl(type)}` satisfies SitePath

/** Returns the address of a type's drawing; its background is transparent. */
export const drawingFileOf = (type: EmergencyTypeName): string => `/drawings/${inUrl(type)}.svg`

const inUrl = (type: EmergencyTypeName) => encodeURIComponent(type).replaceAll('%20', '+')

/** Returns the address where booking Red Line starts, for a type of emergency or for one still to be chosen. */
export const bookRedLine = (type?: EmergencyTypeName): string =>
  `${type ? `${bookType(type)}&` : ('/book?' satisfies SitePath)}serviceLevel=redline`
