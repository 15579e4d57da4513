import { type BoroughName, boroughNames } from './borough-names.ts'
import { type OwnerOverrides, overrideKey } from './owner-overrides.ts'

/** The boroughs that we serve: all but those that the owner has switched off. */
export const areaServed = ({ closedBoroughs }: Pick<OwnerOverrides, 'closedBoroughs'>): readonly BoroughName[] =>
  boroughNames.filter((name) => !closedBoroughs?.[overrideKey(name)])
