import { z } from 'zod'
import { contactFields, emailIfAny, emergencyFields } from '#app/features/intake/booking-input.ts'

/** The details that staff correct, all of them, as a form sends them: absent is empty. Checked as the booking form checks them. */
export const EditFields = z.object({
  ...contactFields,
  email: emailIfAny,
  service: emergencyFields.service,
  description: emergencyFields.description,
  address: emergencyFields.address,
  postcode: emergencyFields.postcode,
  borough: emergencyFields.borough,
  accessNotes: emergencyFields.accessNotes,
  siteContact: emergencyFields.siteContact,
  vulnerableOccupant: emergencyFields.vulnerableOccupant,
})

export type EditInput = z.output<typeof EditFields>
