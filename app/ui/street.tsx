import arches from './drawings/street-arches.svg?url'
import chambers from './drawings/street-chambers.svg?url'
import flats from './drawings/street-flats.svg?url'
import glass from './drawings/street-glass.svg?url'
import institution from './drawings/street-institution.svg?url'
import mansion from './drawings/street-mansion.svg?url'
import market from './drawings/street-market.svg?url'
import office from './drawings/street-office.svg?url'
import shop from './drawings/street-shop.svg?url'
import stucco from './drawings/street-stucco.svg?url'
import terrace from './drawings/street-terrace.svg?url'
import warehouse from './drawings/street-warehouse.svg?url'
import { Picture } from './image.tsx'

const drawings = { terrace, stucco, flats, mansion, tower: office, office: glass, shop, market, warehouse, arches, institution, chambers }

interface StreetProps {
  buildings: readonly { kind: keyof typeof drawings; title: string; text: string }[]
  /** In one row on phones too, with only their names. */
  small?: boolean
}

/** Four buildings on one line of ground, each with its words. */
export function Street({ buildings, small }: StreetProps) {
  return (
    <ul className={`grid ${small ? 'grid-cols-4' : 'grid-cols-2 gap-x-4 gap-y-6'} md:grid-cols-4 md:gap-x-0`}>
      {buildings.map(({ kind, title, text }) => (
        <li key={kind}>
          <div className="border-b-4 border-ink">
            <Picture src={drawings[kind]} width={300} height={242} alt="" />
          </div>
          <h3 className={`mt-2 md:text-lg ${small ? 'pr-1 text-sm leading-tight' : 'text-lg'}`}>{title}</h3>
          <p className={`mt-1 pr-3 text-sm ${small ? 'max-md:hidden' : ''}`}>{text}</p>
        </li>
      ))}
    </ul>
  )
}
