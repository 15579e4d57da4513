/** Texts of a gas record, on the customer's page and in its PDF. */
export const gasRecordTexts = {
  what: 'Our engineer examined these appliances after working on them, as regulation 26(9) of the Gas Safety (Installation and Use) Regulations 1998 requires. You can check their licence number at GasSafeRegister.co.uk.',
  notLandlords: 'This isn’t a landlord’s gas safety record under regulation 36. A landlord needs a separate yearly check.',
  unsafe:
    'A Gas Safe engineer has to repair it first. If you smell gas, or feel unwell with headaches or sickness, go outside and call the National Gas Emergency Service free on',
} as const
