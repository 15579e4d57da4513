import { business } from '#content/business.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { meanwhile } from '#content/meanwhile.ts'

/** Advice until the engineer arrives, for this kind of emergency. */
export function WhatNext({ service }: { service: string }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">What to do until your engineer arrives</h2>
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
