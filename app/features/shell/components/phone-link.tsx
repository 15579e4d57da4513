import { ButtonLink } from '#app/ui/button.tsx'
import { business } from '#content/business.ts'

/** The emergency line; the number is the label, unless the specification names another. */
export function PhoneLink({ label = business.emergencyPhone.text, className = '' }: { label?: string; className?: string }) {
  return (
    <ButtonLink look="alarm" href={business.emergencyPhone.href} className={`whitespace-nowrap ${className}`}>
      {label}
    </ButtonLink>
  )
}
