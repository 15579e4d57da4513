import type { PhotosTable } from '#db/tables/visit.ts'

export type PhotoKind = PhotosTable['kind']
export type TakenBy = PhotosTable['takenBy']

/** Subjects of photos: the label on the photo, and the label to choose it. */
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
