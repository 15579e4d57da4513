import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'

/** The emergency line; the number is the label, unless the specification names another. */
export function PhoneLink({ label, className = '' }: { label?: string; className?: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <ButtonLink look="alarm" href={emergencyPhone.href} className={`whitespace-nowrap ${className}`}>
      {label ?? emergencyPhone.text}
    </ButtonLink>
  )
}
