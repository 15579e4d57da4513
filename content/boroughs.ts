import type { BoroughName } from './borough-names.ts'
import { overrideKey } from './owner-overrides.ts'
import type { PriceList } from './price-list.ts'

/**
 * One of the 30 boroughs of the specification: its name, its price multiplier in
 * hundredths (an integer, so that prices stay exact) and the postcode prefixes that lie mostly in it.
 *
 * A prefix is an outward code ('SW2') or a sector ('SW16 4'). Every outward code belongs to the borough that
 * holds most of its addresses; a sector is listed only where it lies mostly elsewhere than its outward code.
 * Codes that lie mostly outside the 30 boroughs (Harrow, the home counties) are listed nowhere.
 */
interface Borough {
  name: BoroughName
  multiplierPercent: number
  prefixes: readonly string[]
}

/** The 30 boroughs, dearest first. */
export const boroughs: readonly Borough[] = [
  {
    // The City of London, Kensington and Chelsea, and Hammersmith and Fulham.
    name: 'Central London',
    multiplierPercent: 120,
    // biome-ignore format: one line per part of town
    prefixes: [
      'EC1A', 'EC2M', 'EC2N', 'EC2R', 'EC2V', 'EC2Y', 'EC3A', 'EC3M', 'EC3N', 'EC3R', 'EC3V',
      'EC4A', 'EC4M', 'EC4N', 'EC4R', 'EC4V', 'EC4Y',
      'SW3', 'SW5', 'SW7', 'SW10', 'W8', 'W10', 'W11',
      'SW6', 'W6', 'W12', 'W14',
    ],
  },
  {
    name: 'Westminster',
    multiplierPercent: 115,
    // biome-ignore format: one line per part of town
    prefixes: [
      'NW1 5', 'NW1 6', 'NW8',
      'SW1A', 'SW1E', 'SW1H', 'SW1P', 'SW1V', 'SW1W', 'SW1X', 'SW1Y',
      'W1A', 'W1B', 'W1C', 'W1D', 'W1F', 'W1G', 'W1H', 'W1J', 'W1K', 'W1S', 'W1U', 'W1W',
      'W2', 'W9', 'W10 4',
      'WC2A', 'WC2B', 'WC2E', 'WC2H', 'WC2N', 'WC2R',
    ],
  },
  {
    name: 'Richmond',
    multiplierPercent: 115,
    prefixes: ['KT1 4', 'SW13', 'SW14', 'TW1', 'TW2', 'TW9', 'TW10', 'TW11', 'TW12'],
  },
  {
    name: 'Kingston',
    multiplierPercent: 110,
    prefixes: ['KT1', 'KT2', 'KT3', 'KT4 7', 'KT5', 'KT6', 'KT9'],
  },
  {
    name: 'Wandsworth',
    multiplierPercent: 105,
    prefixes: ['SW8 4', 'SW8 5', 'SW11', 'SW12', 'SW15', 'SW17', 'SW18', 'SW19 6'],
  },
  {
    name: 'Barnet',
    multiplierPercent: 105,
    prefixes: ['EN4', 'EN5', 'HA8', 'N2', 'N3', 'N11', 'N12', 'N20', 'NW2 1', 'NW2 2', 'NW4', 'NW7', 'NW9', 'NW11'],
  },
  {
    name: 'Camden',
    multiplierPercent: 100,
    // biome-ignore format: one line per part of town
    prefixes: [
      'EC1N', 'N1C', 'N6 6', 'NW1', 'NW2 3', 'NW3', 'NW5', 'NW6', 'W1T',
      'WC1A', 'WC1B', 'WC1E', 'WC1H', 'WC1N', 'WC1R', 'WC1V', 'WC1X', 'WC2H 8',
    ],
  },
  {
    name: 'Islington',
    multiplierPercent: 100,
    prefixes: ['EC1M', 'EC1R', 'EC1V', 'EC1Y', 'N1', 'N4 3', 'N5', 'N7', 'N19'],
  },
  {
    name: 'Southwark',
    multiplierPercent: 100,
    prefixes: ['SE1', 'SE5', 'SE15', 'SE16', 'SE17', 'SE21', 'SE22'],
  },
  {
    name: 'Lambeth',
    multiplierPercent: 100,
    prefixes: ['SE1 7', 'SE11', 'SE24', 'SE27', 'SW2', 'SW4', 'SW8', 'SW9', 'SW16'],
  },
  {
    name: 'Merton',
    multiplierPercent: 100,
    prefixes: ['CR4', 'SM4', 'SW19', 'SW20'],
  },
  {
    name: 'Ealing',
    multiplierPercent: 100,
    prefixes: ['UB1', 'UB2', 'UB5', 'UB6', 'W3', 'W5', 'W7', 'W13'],
  },
  {
    name: 'Hackney',
    multiplierPercent: 95,
    prefixes: ['E5', 'E8', 'E9', 'EC2A', 'N1 5', 'N1 6', 'N1 7', 'N4 2', 'N16'],
  },
  {
    name: 'Tower Hamlets',
    multiplierPercent: 95,
    prefixes: ['E1', 'E1W', 'E2', 'E3', 'E14'],
  },
  {
    name: 'Hounslow',
    multiplierPercent: 95,
    prefixes: ['TW3', 'TW4', 'TW5', 'TW7', 'TW8', 'TW13', 'TW14', 'W4'],
  },
  {
    name: 'Brent',
    multiplierPercent: 95,
    prefixes: ['HA0', 'HA3 0', 'HA9', 'NW2', 'NW6 6', 'NW6 7', 'NW9 0', 'NW9 8', 'NW9 9', 'NW10'],
  },
  {
    name: 'Haringey',
    multiplierPercent: 95,
    prefixes: ['N4', 'N6', 'N8', 'N10', 'N15', 'N17', 'N22'],
  },
  {
    name: 'Waltham Forest',
    multiplierPercent: 95,
    prefixes: ['E4', 'E10', 'E11', 'E17'],
  },
  {
    name: 'Bromley',
    multiplierPercent: 95,
    prefixes: ['BR1', 'BR2', 'BR3', 'BR4', 'BR5', 'BR6', 'BR7', 'SE20', 'TN16 3'],
  },
  {
    name: 'Sutton',
    multiplierPercent: 95,
    prefixes: ['KT4', 'SM1', 'SM2', 'SM3', 'SM5', 'SM6'],
  },
  {
    name: 'Greenwich',
    multiplierPercent: 90,
    prefixes: ['SE2', 'SE3', 'SE7', 'SE9', 'SE10', 'SE18', 'SE28'],
  },
  {
    name: 'Lewisham',
    multiplierPercent: 90,
    prefixes: ['SE4', 'SE6', 'SE8', 'SE12', 'SE13', 'SE14', 'SE23', 'SE26'],
  },
  {
    name: 'Hillingdon',
    multiplierPercent: 90,
    prefixes: ['HA4', 'HA6', 'TW6', 'UB3', 'UB4', 'UB7', 'UB8', 'UB9 6', 'UB10', 'UB11'],
  },
  {
    name: 'Enfield',
    multiplierPercent: 90,
    prefixes: ['EN1', 'EN2', 'EN3', 'N9', 'N13', 'N14', 'N18', 'N21'],
  },
  {
    name: 'Redbridge',
    multiplierPercent: 90,
    prefixes: ['E11 2', 'E18', 'IG1', 'IG2', 'IG3', 'IG4', 'IG5', 'IG6', 'IG7 4', 'IG8', 'RM6 4'],
  },
  {
    name: 'Newham',
    multiplierPercent: 90,
    prefixes: ['E6', 'E7', 'E12', 'E13', 'E15', 'E16', 'E20'],
  },
  {
    name: 'Croydon',
    multiplierPercent: 90,
    prefixes: ['CR0', 'CR2', 'CR5', 'CR7', 'CR8', 'CR9', 'SE19', 'SE25', 'SW16 4'],
  },
  {
    name: 'Havering',
    multiplierPercent: 85,
    prefixes: ['RM1', 'RM2', 'RM3', 'RM5', 'RM7', 'RM11', 'RM12', 'RM13', 'RM14'],
  },
  {
    // Barking and Dagenham.
    name: 'Barking',
    multiplierPercent: 85,
    prefixes: ['IG11', 'RM6', 'RM8', 'RM9', 'RM10'],
  },
  {
    name: 'Bexley',
    multiplierPercent: 85,
    prefixes: ['DA1 4', 'DA5', 'DA6', 'DA7', 'DA8', 'DA14', 'DA15', 'DA16', 'DA17', 'DA18'],
  },
]

/** Returns a borough's multiplier of an estimate, in hundredths: the owner's, else its own. */
export const multiplierOf = ({ multipliers }: Pick<PriceList, 'multipliers'>, { name, multiplierPercent }: Borough): number =>
  multipliers[overrideKey(name)] ?? multiplierPercent

/** '0.85 to 1.2': of all boroughs. */
export function multiplierRange(prices: Pick<PriceList, 'multipliers'>): string {
  const all = boroughs.map((borough) => multiplierOf(prices, borough))
  return `${Math.min(...all) / 100} to ${Math.max(...all) / 100}`
}

const boroughByPrefix: ReadonlyMap<string, Borough> = new Map(
  boroughs.flatMap((borough) => borough.prefixes.map((prefix): [string, Borough] => [prefix, borough])),
)

/**
 * The borough of a postcode, or undefined when the postcode lies outside the 30 boroughs.
 *
 * Takes a normalised postcode: upper case, either full with one space ('E1 1FR') or the outward code alone
 * ('E1'). The sector decides where it is listed, else the whole outward code, never a part of it: 'E1' says
 * nothing about 'E10' or 'E1W'. A street at a borough's edge may therefore be given to the neighbour.
 */
export function boroughOfPostcode(postcode: string): Borough | undefined {
  const [outward = '', inward = ''] = postcode.split(' ')
  return boroughByPrefix.get(`${outward} ${inward.charAt(0)}`) ?? boroughByPrefix.get(outward)
}
