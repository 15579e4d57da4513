import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink, type ButtonLook } from '#app/ui/button.tsx'

/** The emergency line; the number is the label, unless the specification names another. In outline beside another red button. */
export function PhoneLink({ label, look = 'alarm', className = '' }: { label?: string; look?: ButtonLook; className?: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <ButtonLink look={look} href={emergencyPhone.href} className={`whitespace-nowrap ${className}`}>
      {label ?? emergencyPhone.text}
    </ButtonLink>
  )
}
