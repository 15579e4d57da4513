import { createPdf, type PdfBlock } from '#app/platform/pdf.ts'
import { type BusinessDetails, business, identityFacts } from '#content/business.ts'
import { gasRecordTexts } from '#content/gas-record.ts'
import { applianceFacts, recordedText } from './gas-record/appliance-facts.ts'
import type { ApplianceView } from './read-gas-record.server.ts'

interface GasDocument {
  reference: string
  place: string
  appliances: readonly ApplianceView[]
}

/** The gas record of a visit as a PDF, with the same content as its page; `now`: when it is made. */
export const gasPdf = ({ reference, place, appliances }: GasDocument, details: BusinessDetails, now: Date): Promise<Buffer> =>
  createPdf({
    from: { name: business.name, lines: [details.emergencyPhone.text, ...(details.email ? [details.email] : [])] },
    title: `Gas record ${reference}`,
    blocks: [
      {
        facts: [
          ['Reference', reference],
          ['Address', place],
        ],
      },
      ...appliances.flatMap(applianceBlocks),
      ...(appliances.some(({ outcome }) => outcome !== 'safe')
        ? [
            {
              paragraph: `Don’t use anything marked At Risk or Immediately Dangerous. ${gasRecordTexts.unsafe} ${business.gasEmergency.text}.`,
            },
          ]
        : []),
      { paragraph: gasRecordTexts.what, isSmall: true },
      { paragraph: gasRecordTexts.notLandlords, isSmall: true },
    ],
    foot: identityFacts(details)
      .map(([label, value]) => `${label}: ${value}`)
      .join(' · '),
    now,
  })

function applianceBlocks(appliance: ApplianceView): PdfBlock[] {
  const { kind, make, model } = appliance
  return [
    { heading: `${kind}: ${make} ${model}` },
    {
      facts: [...applianceFacts(appliance), ['Recorded', recordedText(appliance)]],
    },
  ]
}
