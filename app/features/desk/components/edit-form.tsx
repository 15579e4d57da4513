import { contactWays } from '#app/features/booking/answers.ts'
import { RowButton } from '#app/ui/button.tsx'
import { Options, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { emergencyTypes } from '#content/emergency-types.ts'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { AccessFields, BoroughField, BusinessField, VulnerableField } from './visit-fields.tsx'

/** The form to correct a booking's details. After a refusal it shows what was typed. */
export function EditForm({ view: { card, details }, refused }: { view: BookingView; refused?: RefusedForm }) {
  const typed = refused?.typed
  const of = (name: keyof typeof details & string) => ({
    id: `edit-${name}`,
    name,
    defaultValue: typed ? (typed[name] ?? '') : String(details[name]),
    problem: refused?.problems[name],
  })
  return (
    <ActForm intent="edit" seen={card.seen} hasFields>
      <TextField {...of('name')} label="Name" maxLength={100} autoComplete="off" />
      <TextField {...of('phone')} label="Phone" type="tel" maxLength={30} autoComplete="off" />
      <TextField
        {...of('email')}
        label="Email"
        hint="Only leave this blank if they booked by phone and don’t have email."
        type="email"
        maxLength={254}
        autoComplete="off"
      />
      <Select {...of('contactBy')} label="Updates by" hint="Texts only reach UK mobiles.">
        <Options of={Object.entries(contactWays)} />
      </Select>
      <Select {...of('service')} label="Emergency">
        {emergencyTypes.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <TextArea {...of('description')} label="The problem" optional maxLength={1000} />
      <TextField {...of('address')} label="Address" optional maxLength={200} autoComplete="off" />
      <TextField {...of('postcode')} label="Postcode" optional maxLength={200} autoComplete="off" />
      <BoroughField of={of} hint="If there’s a postcode, we’ll use that instead." />
      <AccessFields of={of} />
      <VulnerableField isVulnerable={typed ? typed.vulnerableOccupant === 'yes' : details.isVulnerable} />
      <BusinessField forBusiness={typed ? typed.forBusiness === 'yes' : details.forBusiness} />
      <Question refused={refused} />
      <RowButton look="ink" className="mt-4">
        Save the details{refused?.refusal.isQuestion && ' anyway'}
      </RowButton>
    </ActForm>
  )
}
