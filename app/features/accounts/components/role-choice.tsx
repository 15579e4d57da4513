import { ChoiceGroup } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import { roleNames, roleTexts } from '../people-texts.ts'

interface RoleChoiceProps {
  label: string
  chosen: 'staff' | 'owner'
}

/** Staff or owner, each with its rights. */
export function RoleChoice({ label, chosen }: RoleChoiceProps) {
  return (
    <ChoiceGroup name="role" label={label}>
      {(['staff', 'owner'] as const).map((role) => (
        <Option key={role} name="role" value={role} title={roleNames[role]} defaultChecked={role === chosen}>
          {roleTexts[role]}
        </Option>
      ))}
    </ChoiceGroup>
  )
}
