import type { PublishedValues } from '#content/published.ts'
import { ownerGroups, usualOf, valueText } from './business-fields.ts'

/* The owner's groups of values in sections, the most used first. */

const sections = [
  { id: 'prices', title: 'Prices', groups: ['rates', 'fees', 'estimates', 'multipliers', 'supplements', 'cap'] },
  { id: 'details', title: 'Your details', groups: ['details', 'desk'] },
  { id: 'offers', title: 'Offers', groups: ownerGroups.flatMap(({ id }) => (id.startsWith('offer-') ? [id] : [])) },
  { id: 'places', title: 'Places and times', groups: ['area', 'windows', 'slots'] },
] as const

type SectionId = (typeof sections)[number]['id']

/** The ids of the groups of a section. */
export const sectionGroups = (id: SectionId): readonly string[] => sections.find((section) => section.id === id)?.groups ?? []

/** A group with its present values; those that were changed have the usual one beside them. */
export interface GroupView {
  id: string
  title: string
  values: { label: string; says: string; usual?: string }[]
  /** How many there are beyond those listed. */
  more?: string
  /** One line about it. */
  says: string
}

export interface SectionView {
  id: string
  title: string
  groups: GroupView[]
}

/** From longer groups, only changed values are shown. */
const mostShown = 15
/** How many values sum up their group in one line. */
const mostNamed = 3

/** All sections with the present values of their groups. */
export const sectionViews = (published: PublishedValues): SectionView[] =>
  sections.map(({ id, title, groups }) => ({
    id,
    title,
    groups: groups.flatMap((groupId) => ownerGroups.filter((each) => each.id === groupId).map((group) => viewOf(group, published))),
  }))

function viewOf({ id, title, fields }: (typeof ownerGroups)[number], published: PublishedValues): GroupView {
  const values = fields.map((field) => {
    const [shown, usual] = [field.shown(published), usualOf(field)]
    return { label: field.label, says: valueText(field, shown), ...(shown !== usual && { usual: valueText(field, usual) }) }
  })
  const changed = values.filter(({ usual }) => usual !== undefined)
  const isLong = values.length > mostShown
  return {
    ...{ id, title },
    values: isLong ? changed : values,
    ...(isLong && { more: `${values.length - changed.length} of ${values.length} unchanged.` }),
    says: isLong
      ? changed.length === 0
        ? `${values.length} values, as suggested`
        : `${changed.length} of ${values.length} changed`
      : values
          .slice(0, mostNamed)
          .map(({ label, says }) => `${label}: ${says}`)
          .join(' · '),
  }
}
