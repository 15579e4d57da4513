/** Tell-tale words that are right in their place: file, surrounding words and reason. */
export const allowedWords = [
  {
    path: 'app/features/payments/components/payment-status.island.tsx',
    text: 'A technician calls you',
    reason: 'the brief gives this sentence',
  },
  {
    path: 'app/features/payments/components/payment-status.island.tsx',
    text: 'Technician dispatched',
    reason: 'the brief gives this line',
  },
  {
    path: 'app/features/payments/components/payment-status.island.tsx',
    text: 'A technician is dispatched',
    reason: 'the brief gives this line',
  },
  { path: 'content/claims.ts', text: 'A technician calls within', reason: 'quotes the sentence of the payment page' },
  {
    path: 'app/features/booking/safety/danger-phrases.ts',
    text: 'beeping|sounding|ringing',
    reason: 'words that customers type about alarms',
  },
  { path: 'content/areas/hubs/city-london.ts', text: 'press fittings', reason: 'the trade’s name of the joint' },
  { path: 'content/areas/localities/smithfield.ts', text: 'Compression or press joints', reason: 'the trade’s name of the joint' },
]
