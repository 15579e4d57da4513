import type { ReactNode } from 'react'
import { useBoroughs } from '#app/platform/published-context.ts'
import { Select, TextField } from '#app/ui/field.tsx'

/** The properties of a field: its name, id, value and problem. */
type FieldOf = (name: 'borough' | 'accessNotes' | 'siteContact') => {
  id: string
  name: string
  defaultValue?: string
  problem?: string
}

/** The borough, if there is no postcode to find it by. */
export function BoroughField({ of, hint }: { of: FieldOf; hint: string }) {
  return (
    <Select {...of('borough')} label="Borough" hint={hint} optional>
      <option value="">Not known</option>
      {useBoroughs().map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  )
}

/** Access, and who will be there. */
export function AccessFields({ of }: { of: FieldOf }) {
  return (
    <>
      <TextField {...of('accessNotes')} label="How to get in" optional maxLength={200} autoComplete="off" />
      <TextField {...of('siteContact')} label="Who will let us in" optional maxLength={200} autoComplete="off" />
    </>
  )
}

interface TickProps {
  name: string
  isTicked: boolean
  className?: string
  children: ReactNode
}

/** A statement to tick; 'yes' is sent if it is. */
export const Tick = ({ name, isTicked, className = 'mt-4', children }: TickProps) => (
  <label className={`${className} flex min-h-11 items-center gap-3`}>
    <input type="checkbox" name={name} value="yes" defaultChecked={isTicked} className="size-6" />
    {children}
  </label>
)

export const BusinessField = ({ forBusiness }: { forBusiness: boolean }) => (
  <Tick name="forBusiness" isTicked={forBusiness}>
    It’s for a business
  </Tick>
)

export const VulnerableField = ({ isVulnerable }: { isVulnerable: boolean }) => (
  <Tick name="vulnerableOccupant" isTicked={isVulnerable}>
    Someone at the property is vulnerable
  </Tick>
)
