import { type ComponentProps, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CheckedProblems } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { ActForm } from '../act-form.tsx'
import type { PhoneAppliance } from '../appliances-with-acts.ts'
import { isStillOn, outcomeTexts, readAppliance } from '../gas-record/gas-record.ts'
import { AnswerProblems } from './answer-problems.tsx'
import { ApplianceFields, CallEmergency } from './appliance-fields.tsx'

/** The server's refusal of a form. */
export interface GasAnswer {
  intent: string
  text: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

interface GasPageProps {
  jobId: string
  appliances: readonly PhoneAppliance[]
  /** The reason given for having no record. */
  reason?: string
  /** The engineer's Gas Safe licence; absent: they can't record appliances. */
  licenceNumber?: string
  /** True if the engineer is on site. */
  isOpen: boolean
  /** For the next appliance. */
  actKey: string
  answer?: GasAnswer
}

/** The gas record of an engineer's job: each appliance they worked on, and a form for another; or the reason why there is none. */
export function GasPage({ jobId, appliances, reason, licenceNumber, isOpen, actKey, answer }: GasPageProps) {
  return (
    <>
      <h1 className="mt-5 text-2xl">Gas record</h1>
      <p className="mt-1 text-sm">
        Fill in one for each appliance you work on, as regulation 26(9) of the Gas Safety (Installation and Use) Regulations 1998 requires.
        It isn’t a landlord’s gas safety record.
      </p>
      <AnswerProblems answer={answer} title="Not saved" />
      {appliances.map((appliance) => (
        <Recorded key={appliance.id} jobId={jobId} appliance={appliance} isOpen={isOpen} />
      ))}
      {!licenceNumber && (
        <p className="mt-5 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
          We don’t have a Gas Safe number for you, so you can’t do gas work on this job or record it. Stop, and call the office.
        </p>
      )}
      {!isOpen && (
        <p className="mt-5">
          You can only fill in the record while you’re at the job, after you’ve tapped ‘I’ve arrived’ and before you finish.
        </p>
      )}
      {isOpen && licenceNumber && (
        <NewAppliance
          key={appliances.length}
          jobId={jobId}
          licenceNumber={licenceNumber}
          actKey={actKey}
          answer={answer?.intent === 'gas-appliance' ? answer : undefined}
        />
      )}
      {isOpen && appliances.length === 0 && (
        <section className="mt-8 border-t-2 border-ink pt-4" aria-labelledby="no-gas">
          <h2 id="no-gas" className="text-xl">
            No gas work?
          </h2>
          {reason && <p className="mt-1">{`Your reason: ${reason}`}</p>}
          <GasForm jobId={jobId} intent="gas-reason">
            <TextField
              name="reason"
              label="Why there’s no gas record"
              hint="For example: the fault was electrical, so I didn’t work on gas."
              maxLength={300}
              defaultValue={answer?.intent === 'gas-reason' ? answer.typed.reason : reason}
              problem={answer?.intent === 'gas-reason' ? answer.problems.reason : undefined}
            />
            <Button look="outline" className="mt-4 min-h-[64px] w-full text-lg">
              Save the reason
            </Button>
          </GasForm>
        </section>
      )}
    </>
  )
}

interface NewApplianceProps extends Pick<GasPageProps, 'jobId' | 'actKey' | 'answer'> {
  licenceNumber: string
}

function NewAppliance({ jobId, licenceNumber, actKey, answer }: NewApplianceProps) {
  // Each reload of the page brings another key; a form being filled in keeps the first.
  const [key] = useState(actKey)
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  return (
    <section className="mt-8 border-t-2 border-ink pt-4" aria-labelledby="appliance">
      <h2 id="appliance" className="text-xl">
        Record an appliance
      </h2>
      <p className="mt-1">{`Your Gas Safe licence number: ${licenceNumber}.`}</p>
      <GasForm
        jobId={jobId}
        intent="gas-appliance"
        check={(typed) => {
          const read = readAppliance(typed)
          return 'problems' in read ? read.problems : undefined
        }}
        onChecked={setChecked}
      >
        <input type="hidden" name="key" value={key} />
        {checked && <CheckedProblems problems={checked} />}
        <ApplianceFields typed={answer?.typed ?? {}} problems={checked ?? answer?.problems ?? {}} />
        <Button look="ink" className="mt-5 min-h-[64px] w-full text-lg">
          Save the appliance
        </Button>
      </GasForm>
    </section>
  )
}

function Recorded({ jobId, appliance, isOpen }: { jobId: string; appliance: PhoneAppliance; isOpen: boolean }) {
  const { id, kind, make, model, location, outcome, emergencyCalledAt, emergencyReference } = appliance
  return (
    <section className="mt-5 border-2 border-ink bg-chalk px-4 py-3" aria-labelledby={`appliance-${id}`}>
      <h2 id={`appliance-${id}`} className="text-lg [overflow-wrap:anywhere]">
        {`${kind}: ${make} ${model}`}
      </h2>
      <p className="[overflow-wrap:anywhere]">{location}</p>
      <p className={`mt-1 font-bold ${outcome === 'safe' ? '' : 'text-alarm-text'}`}>{outcomeTexts[outcome]}</p>
      {appliance.isWaiting && <p className="mt-1 font-bold">Not sent yet.</p>}
      {isStillOn(appliance) &&
        (emergencyCalledAt ? (
          <p className="mt-1">{`National Gas Emergency Service called: ${emergencyReference}`}</p>
        ) : (
          <div className="mt-3">
            <CallEmergency />
            <GasForm jobId={jobId} intent="gas-called">
              <input type="hidden" name="appliance" value={id} />
              <TextField name="reference" label="Their reference" hint="Or the name of the person you spoke to." maxLength={60} />
              <Button className="mt-3 min-h-[64px] w-full text-lg">I’ve called them</Button>
            </GasForm>
          </div>
        ))}
      {isOpen && (
        <details className="mt-2">
          <summary className="min-h-12 cursor-pointer py-3 font-bold">Recorded by mistake?</summary>
          <GasForm jobId={jobId} intent="gas-remove">
            <input type="hidden" name="appliance" value={id} />
            <Button look="outline" className="min-h-12 w-full">
              Remove this appliance
            </Button>
          </GasForm>
        </details>
      )}
    </section>
  )
}

interface GasFormProps extends Pick<ComponentProps<typeof ActForm>, 'check' | 'onChecked' | 'children'> {
  jobId: string
  intent: string
}

const GasForm = ({ jobId, intent, children, ...checks }: GasFormProps) => (
  <ActForm kind={intent} bookingId={jobId} action={`/engineer/jobs/${jobId}/gas` satisfies SitePath} {...checks}>
    <input type="hidden" name="intent" value={intent} />
    {children}
  </ActForm>
)
