import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink, type ButtonLook } from '#app/ui/button.tsx'

/** The emergency line, with its number as the label. In outline beside another red button. */
export function PhoneLink({ look = 'alarm', className }: { look?: ButtonLook; className: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <ButtonLink look={look} href={emergencyPhone.href} className={`whitespace-nowrap ${className}`}>
      {emergencyPhone.text}
    </ButtonLink>
  )
}
