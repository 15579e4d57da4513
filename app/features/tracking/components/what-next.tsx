import { business } from '#content/business.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { meanwhile } from '#content/meanwhile.ts'

/** Advice for this kind of emergency: until the engineer arrives, or, as no one is on the way, for now. */
export function WhatNext({ service, isComing = true }: { service: string; isComing?: boolean }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">{isComing ? 'What to do until your engineer arrives' : 'What to do now'}</h2>
      <ol className="mt-2 list-decimal pl-6">
        {meanwhile[service as EmergencyTypeName].map((advice) => (
          <li key={advice} className="mt-1.5 pl-1">
            {advice}
          </li>
        ))}
      </ol>
      <p className="mt-3">
        Smell gas? Leave, and call{' '}
        <a href={business.gasEmergency.href} className="font-bold whitespace-nowrap">
          {business.gasEmergency.text}
        </a>
        .
      </p>
    </section>
  )
}
