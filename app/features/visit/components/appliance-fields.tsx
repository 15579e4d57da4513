import { type ReactNode, useState } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChoiceGroup, Options, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { Option } from '#app/ui/option.tsx'
import { SignaturePad } from '#app/ui/signature-pad.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { business } from '#content/business.ts'
import {
  applianceKinds,
  type CheckName,
  checkLabels,
  checkNames,
  isStillOn,
  notices,
  noticeTexts,
  type Outcome,
  outcomes,
  outcomeTexts,
  resultTexts,
  turnedOffTexts,
} from '../gas-record/gas-record.ts'

interface ApplianceFieldsProps {
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

type Of = (name: string) => { name: string; defaultValue?: string; problem?: string }

/** The fields of an appliance. The notice of one that is unsafe appears with that choice; without JavaScript it is always there. */
export function ApplianceFields({ typed, problems }: ApplianceFieldsProps) {
  const isHydrated = useHydrated()
  const [outcome, setOutcome] = useState(typed.outcome)
  const [turnedOff, setTurnedOff] = useState(typed.turnedOff)
  const of: Of = (name) => ({ name, defaultValue: typed[name], problem: problems[name] })
  return (
    <>
      <Select {...of('kind')} label="Type of appliance">
        <option value="">Choose</option>
        {applianceKinds.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </Select>
      <div className="pair">
        <TextField {...of('make')} label="Make" maxLength={60} autoComplete="off" />
        <TextField {...of('model')} label="Model" maxLength={60} autoComplete="off" />
      </div>
      <TextField {...of('location')} label="Where it is" hint="For example: kitchen cupboard" maxLength={60} autoComplete="off" />
      <TextField {...of('serialNumber')} label="Serial number" hint="Or ‘Can’t be read’" maxLength={60} autoComplete="off" />
      <TextArea {...of('workDone')} label="What you did" optional rows={2} maxLength={500} />
      {checkNames.map((name) => (
        <CheckFields key={name} name={name} of={of} typed={typed} problems={problems} />
      ))}
      <ChoiceGroup name="outcome" label="How you’re leaving it" problem={problems.outcome}>
        {outcomes.map((each) => (
          <Option
            key={each}
            name="outcome"
            value={each}
            title={outcomeTexts[each]}
            defaultChecked={typed.outcome === each}
            onChange={() => setOutcome(each)}
          />
        ))}
      </ChoiceGroup>
      {(!isHydrated || (outcome && outcome !== 'safe')) && (
        <NoticeFields of={of} typed={typed} problems={problems} isAlways={!isHydrated} turnOff={setTurnedOff}>
          {isStillOn({ outcome: outcome as Outcome, turnedOff: turnedOff === 'refused' ? 'refused' : null }) && (
            <div className="mt-4">
              <CallEmergency />
            </div>
          )}
        </NoticeFields>
      )}
    </>
  )
}

function CheckFields({ name, of, typed, problems }: ApplianceFieldsProps & { name: CheckName; of: Of }) {
  return (
    <fieldset className="mt-5 border-t border-line pt-3">
      <legend className="sr-only">{checkLabels[name]}</legend>
      <Select {...of(`check-${name}`)} label={checkLabels[name]}>
        <option value="">Choose</option>
        <Options of={Object.entries(resultTexts)} />
      </Select>
      {name === 'pressure' && (
        <>
          <div className="pair">
            <TextField {...of('pressureReading')} label="Pressure" hint="For example: 20 mbar" maxLength={30} autoComplete="off" />
            <TextField {...of('heatInput')} label="Heat input" hint="For example: 24 kW" maxLength={30} autoComplete="off" />
          </div>
          <TextField
            {...of('combustion')}
            label="Combustion ratio"
            hint="Only if neither can be measured."
            optional
            maxLength={30}
            autoComplete="off"
          />
        </>
      )}
      <TextField
        {...of(`note-${name}`)}
        label="Reason, if it failed or doesn’t apply"
        optional={!problems[`note-${name}`] && !typed[`note-${name}`]}
        maxLength={200}
        autoComplete="off"
      />
    </fieldset>
  )
}

interface NoticeFieldsProps extends ApplianceFieldsProps {
  of: Of
  /** Shown for every outcome. */
  isAlways: boolean
  turnOff: (answer: string) => void
  children?: ReactNode
}

/** The warning notice: the defect, if it is off, who signed, and if it may have to be reported. */
function NoticeFields({ of, typed, problems, isAlways, turnOff, children }: NoticeFieldsProps) {
  return (
    <section className="mt-6 border-2 border-alarm px-3 pb-4" aria-labelledby="notice-title">
      <h3 id="notice-title" className="mt-3 text-lg">
        {isAlways ? 'Warning notice, if it’s unsafe' : 'Warning notice'}
      </h3>
      <TextArea {...of('defect')} label="What’s wrong" hint="The customer gets this as their written notice." rows={3} maxLength={500} />
      <ChoiceGroup name="turnedOff" label="Is it turned off?" problem={problems.turnedOff}>
        {(['yes', 'refused'] as const).map((each) => (
          <Option
            key={each}
            name="turnedOff"
            value={each}
            title={turnedOffTexts[each]}
            defaultChecked={typed.turnedOff === each}
            onChange={() => turnOff(each)}
          />
        ))}
      </ChoiceGroup>
      {children}
      <ChoiceGroup name="notice" label="Did the customer sign the notice?" problem={problems.notice}>
        {notices.map((each) => (
          <Option key={each} name="notice" value={each} title={noticeTexts[each]} defaultChecked={typed.notice === each} />
        ))}
      </ChoiceGroup>
      <TextField {...of('signer')} label="Customer’s full name" hint="Only if they sign." autoComplete="off" maxLength={100} />
      <SignaturePad
        id="signature"
        name="signature"
        instead="If the customer can’t or won’t, choose that above."
        problem={problems.signature}
      />
      <label className="mt-5 flex min-h-12 items-start gap-3 py-2">
        <input
          type="checkbox"
          name="reportable"
          value="yes"
          defaultChecked={typed.reportable === 'yes'}
          className="size-6 flex-none accent-ink"
        />
        <span>
          <b>It may have to be reported to the HSE (RIDDOR)</b>
          <span className="block text-sm">
            The way it was designed, installed, modified or serviced could have killed someone, knocked them out or put them in hospital,
            through a gas leak, poor combustion or fumes that can’t get out.
          </span>
        </span>
      </label>
      <TextField {...of('reportReason')} label="Why" hint="Only if it may have to be reported." maxLength={200} autoComplete="off" />
    </section>
  )
}

/** The engineer's immediate duty about a dangerous appliance that is still on. */
export const CallEmergency = () => (
  <div role="alert" className="border-4 border-alarm bg-alarm-wash px-3 py-3">
    <p className="text-lg font-bold">Call the National Gas Emergency Service now</p>
    <p className="mt-1">
      Tell them the appliance is Immediately Dangerous and still on, because the customer refused to have it turned off. Get everyone out if
      you can.
    </p>
    <ButtonLink look="alarm" href={business.gasEmergency.href} className="mt-3 min-h-[64px] w-full text-lg">
      Call {business.gasEmergency.text}
    </ButtonLink>
  </div>
)
