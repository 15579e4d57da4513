/* The phrases that mean danger in a customer's words. Extend the tables here, with an example in find-dangers.test.ts for each that must be
   recognised, and one that must not. */

export const dangers = ['gas', 'fumes', 'electricity', 'ceiling', 'trapped'] as const
export type Danger = (typeof dangers)[number]

interface Word {
  /** Its spellings, in small letters without accents and apostrophes. */
  forms: readonly string[]
  /** A typo of one letter (extra, missing, wrong or swapped) also matches. */
  allowsTypo?: true
}

/** Words that phrases are made of. In a phrase, its name in capitals is any of its forms. */
export const words: Readonly<Record<string, Word>> = {
  SMELL: {
    forms: [
      'smell',
      'smells',
      'smelling',
      'smelt',
      'smelled',
      'smelly',
      'odour',
      'odor',
      'stink',
      'stinks',
      'stinking',
      'reek',
      'reeks',
      'whiff',
      'sniff',
    ],
    allowsTypo: true,
  },
  GAS: { forms: ['gas', 'gass', 'gaz', 'gasses'] },
  LEAK: { forms: ['leak', 'leaks', 'leaking', 'leaked', 'leakage', 'leek', 'leeking'] },
  ESCAPE: { forms: ['escape', 'escapes', 'escaping', 'hiss', 'hisses', 'hissing'] },
  FUMES: { forms: ['fume', 'fumes'] },
  MONOXIDE: { forms: ['monoxide'], allowsTypo: true },
  DIZZY: { forms: ['dizzy', 'dizziness', 'dizzyness', 'lightheaded'], allowsTypo: true },
  HEADACHE: { forms: ['headache', 'headaches'], allowsTypo: true },
  WATER: {
    forms: [
      ...['water', 'drip', 'drips', 'dripping', 'dripped', 'wet', 'soaked', 'soaking', 'damp'],
      ...['flood', 'floods', 'flooded', 'flooding', 'pouring', 'gushing', 'running', 'coming'],
    ],
  },
  ELECTRIC: { forms: ['electric', 'electrics', 'electrical', 'electricity', 'electricals', 'socket', 'sockets'], allowsTypo: true },
  CEILING: { forms: ['ceiling', 'ceilings', 'cieling', 'celling'], allowsTypo: true },
  FALLING: {
    forms: [
      ...['fall', 'falls', 'falling', 'fell', 'fallen', 'collapse', 'collapses', 'collapsed', 'collapsing', 'caving', 'caved', 'cave'],
      ...['bulge', 'bulges', 'bulging', 'bulged', 'sag', 'sags', 'sagging', 'sagged', 'bow', 'bowing', 'bowed', 'drooping'],
    ],
  },
  PERSON: {
    forms: [
      ...['i', 'im', 'ive', 'we', 'weve', 'he', 'hes', 'she', 'shes', 'they', 'theyre', 'someone', 'somebody', 'person', 'people'],
      ...[
        'child',
        'children',
        'kid',
        'kids',
        'baby',
        'toddler',
        'boy',
        'girl',
        'son',
        'sons',
        'daughter',
        'mum',
        'mother',
        'dad',
        'father',
      ],
      ...['nan', 'gran', 'granny', 'grandma', 'grandad', 'wife', 'husband', 'partner', 'brother', 'sister', 'friend', 'neighbour'],
      ...['man', 'woman', 'lady', 'tenant', 'resident', 'guest', 'patient', 'hand', 'arm', 'leg', 'foot', 'finger', 'fingers', 'head'],
    ],
  },
}

/** Not treated as typos, though one letter away from a word above. */
export const notTypos: ReadonlySet<string> = new Set([
  'shell',
  'spell',
  'swell',
  'fizzy',
  'sealing',
  'feeling',
  'selling',
  'calling',
  'falling',
  'pocket',
  'rocket',
  'locket',
  'stick',
  'sticks',
  'sink',
  'sinks',
  'think',
  'drink',
  'seek',
  'week',
  'weeks',
  'stiff',
  'staff',
  'telling',
  'smile',
  'small',
  'cell',
  'celling',
  'stinky',
])

/** Phrases where gas, carbon monoxide or electricity is a trade, a document or an appliance: removed before matching. */
export const harmless: readonly RegExp[] = [
  /\bGAS (?:safe|engineers?|certificates?|cert|bills?|man|men|suppliers?|company|central|key|number|card|registered|mark|cp12)\b/g,
  /\b(?:british|north) GAS\b/g,
  /\bMONOXIDE (?:alarm|detector|monitor)s? (?:is |was |are |has been |have been )?(?:fitted|installed|tested|working|works|fine|ok|present|there|needed)\b/g,
  /\b(?:fit|install|supply|need|want|replace|new|buy) (?:a |an |new |our |the )*(?:carbon )?MONOXIDE (?:alarm|detector|monitor)s?\b/g,
  /\b(?:pilot|warning|indicator|status|red|green|amber|orange|blue) lights?\b/g,
  /\bELECTRIC (?:shower|showers|boiler|boilers|heater|heaters|radiator|radiators|kettle|toothbrush|meter|bill|gate|towel|pump|tap)\b/g,
]

const gap = (most: number) => `(?:\\S+ ){0,${most}}`
/** Just before a phrase: a negation. */
export const negation =
  /\b(?:no|not|without|cant|cannot|dont|doesnt|didnt|isnt|never|havent|hasnt)(?: (?:a|an|any|the|really|actually|even|longer|sign of|smell of|smelling))* $/

/** One phrase is enough. Made of `words` and plain words, within one sentence, without punctuation. */
export const phrases: Readonly<Record<Danger, readonly RegExp[]>> = {
  gas: [
    new RegExp(`\\bSMELL ${gap(3)}GAS\\b`, 'g'),
    new RegExp(`\\bGAS ${gap(2)}SMELL\\b`, 'g'),
    /\bGAS LEAK\b/g,
    /\bGAS (?:is|are|was|may be|might be|could be|must be|still) LEAK\b/g,
    /\bGAS (?:pipe|pipes|meter|supply|main|mains|valve|tap|hose|line|cooker|hob|fire) (?:is |has |has a |may be |might be |just )?LEAK\b(?! water)/g,
    /\bLEAK (?:of )?GAS\b(?! (?:boiler|fire|cooker|hob|heater|combi|water|shower|system))/g,
    /\bLEAK (?:from|in|at|on) (?:the |my |our |a |her |his )?GAS (?:pipe|pipes|meter|supply|main|mains|valve|hose|line)\b/g,
    new RegExp(`\\bGAS ${gap(3)}ESCAPE\\b`, 'g'),
    new RegExp(`\\bESCAPE ${gap(3)}GAS\\b(?! boiler)`, 'g'),
    /\b(?:hit|cut|drilled|nailed|damaged|burst|broke|broken|snapped|put a nail) (?:through |into |in )?(?:the |my |our |a )?GAS (?:pipe|main|line|hose)\b/g,
  ],
  fumes: [
    /\bMONOXIDE\b/g,
    /\bFUMES\b/g,
    /\bDIZZY\b/g,
    new RegExp(
      `\\bco ?2? (?:alarm|detector|monitor) ${gap(3)}(?:going off|gone off|went off|goes off|beeping|sounding|ringing|triggered|alarming|chirping)`,
      'g',
    ),
    /\b(?:yellow|orange|lazy) flames?\b/g,
    /\bsooty?\b/g,
    new RegExp(
      `\\b(?:boiler|gas|flue|heater|heating|fire|stove|cooker|alarm|SMELL|GAS) ${gap(12)}(?:HEADACHE|nauseous|nausea|feel(?:ing|s)? (?:sick|faint|ill|unwell|drowsy)|passed out|fainted|vomiting)`,
      'g',
    ),
    new RegExp(
      `\\b(?:HEADACHE|nauseous|nausea|feel(?:ing|s)? (?:sick|faint|ill|unwell|drowsy)|passed out|fainted|vomiting) ${gap(12)}(?:boiler|gas|flue|heater|heating|fire|stove|cooker|alarm|SMELL|GAS)\\b`,
      'g',
    ),
  ],
  electricity: [
    new RegExp(
      `\\b(?:WATER|LEAK) ${gap(6)}(?:ELECTRIC|fuse ?box|fuse ?board|consumer unit|wiring|wires|plug socket|plugs|spark|sparks|sparking)\\b`,
      'g',
    ),
    new RegExp(
      `\\b(?:ELECTRIC|fuse ?box|fuse ?board|consumer unit|wiring|wires|plug socket|spark|sparks|sparking) ${gap(6)}(?:WATER|LEAK)\\b`,
      'g',
    ),
    new RegExp(
      `\\b(?:WATER|LEAK) ${gap(3)}(?:through|from|into|onto|near|over|by|around|in|on|inside|down|out of|and) (?:the |a |an |my |our |her |his |all |CEILING |kitchen |bathroom |hall |hallway |bedroom )*(?:lights?|spotlights?|downlights?|lamp|light switch|switches)\\b`,
      'g',
    ),
    new RegExp(`\\b(?:lights?|spotlights?|downlights?|light fittings?|light switch) ${gap(3)}(?:full of|WATER|LEAK)\\b`, 'g'),
    /\b(?:ELECTRIC shock|shock from|got a shock|gives? (?:me |you |us )?(?:a )?shocks?|electrocuted)\b/g,
  ],
  ceiling: [
    new RegExp(`\\bCEILING ${gap(5)}FALLING\\b`, 'g'),
    new RegExp(
      `\\bCEILING ${gap(5)}(?:giv(?:e|es|ing) way|(?:come|came|coming) (?:down|in))\\b(?! (?:the|my|our|onto|on|to|through|into|a) )`,
      'g',
    ),
    /\b(?:FALLING|cracking) (?:kitchen |bathroom |living room |bedroom |hall |hallway )?CEILING\b/g,
    /\bFALLING (?:in|down|through) (?:of )?(?:the |my |our )?CEILING\b/g,
  ],
  trapped: [
    /\bPERSON (?:is |am |are |has |have |has got |have got |got |gets |getting |been |now |currently |my |his |her |both ){0,4}(?:trapped|pinned)\b(?! water| air)/g,
    /\bPERSON (?:is |am |are |has |have |has got |have got |got |gets |getting |been |now |currently ){0,4}(?:stuck|locked) (?:in|inside|under|behind|down|between)\b(?! (?:traffic|a rut|work|here without|this (?:situation|cold)))/g,
    new RegExp(
      `\\b(?:trapped|stuck|locked) (?:in|inside|under|behind) ${gap(3)}(?:toilet|bathroom|loo|cellar|basement|lift|wetroom|shower room|cubicle|bath|room) ${gap(3)}PERSON\\b`,
      'g',
    ),
    /\bPERSON (?:just |still )?(?:cant|cannot|can not|unable to|is unable to|are unable to) (?:get|come|climb) out\b/g,
    /\btrapped PERSON\b/g,
  ],
}
