import { Fact, Facts } from '#app/ui/facts.tsx'
import { SignatureImage } from '#app/ui/signature-pad.tsx'
import { applianceFacts, recordedText } from '../gas-record/appliance-facts.ts'
import type { ApplianceView } from '../read-gas-record.server.ts'

/** The record of each gas appliance, for the customer and for staff. `heading`: the rank of their names on the page. */
export const GasFacts = ({ appliances, heading: Heading = 'h3' }: { appliances: readonly ApplianceView[]; heading?: 'h2' | 'h3' }) =>
  appliances.map((appliance) => (
    <div key={appliance.id} className="mt-5 border-t-2 border-ink pt-2">
      <Heading className="text-lg [overflow-wrap:anywhere]">{`${appliance.kind}: ${appliance.make} ${appliance.model}`}</Heading>
      <Facts>
        {applianceFacts(appliance).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        {appliance.signature && appliance.signerName && (
          <Fact label="Signature">
            <SignatureImage path={appliance.signature} name={appliance.signerName} />
          </Fact>
        )}
        <Fact label="Recorded">{recordedText(appliance)}</Fact>
      </Facts>
    </div>
  ))
