import type { PhotosTable } from '#db/tables/visit.ts'

export type PhotoKind = PhotosTable['kind']
export type TakenBy = PhotosTable['takenBy']

/** What a photo shows: the words where it is seen, and where it is chosen. */
export const photoKinds = {
  before: { label: 'Before', choice: 'Before the work' },
  after: { label: 'After', choice: 'After the work' },
  door: { label: 'The door', choice: 'The door' },
  receipt: { label: 'Receipt', choice: 'A receipt' },
  problem: { label: 'The problem', choice: 'The problem' },
  appliance: { label: 'The appliance', choice: 'The appliance' },
} as const satisfies Record<PhotoKind, { label: string; choice: string }>

/** The kinds that each may take, the most usual first. */
export const kindsOf = {
  customer: ['problem'],
  engineer: ['before', 'after', 'problem', 'appliance', 'receipt', 'door'],
  staff: ['problem', 'appliance', 'before', 'after', 'receipt', 'door'],
} as const satisfies Record<TakenBy, readonly PhotoKind[]>

/** The chosen kind, if they may take it. */
export const readKind = (by: TakenBy, kind: string): PhotoKind | undefined => kindsOf[by].find((each) => each === kind)
