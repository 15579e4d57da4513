import { business } from '#content/business.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { gasSafeCheck, meanwhile } from '#content/meanwhile.ts'

/** What to do until the engineer comes, and how to know him. */
export function WhatNext({ service }: { service: string }) {
  return (
    <>
      <section className="mt-8">
        <h2 className="text-xl">Until the engineer comes</h2>
        <ul className="mt-2 list-disc pl-5">
          {meanwhile[service as EmergencyTypeName].map((advice) => (
            <li key={advice} className="mt-1">
              {advice}
            </li>
          ))}
        </ul>
        <p className="mt-2">
          Smell gas? Leave, and call{' '}
          <a href={business.gasEmergency.href} className="font-bold whitespace-nowrap">
            {business.gasEmergency.text}
          </a>
          .
        </p>
      </section>
      <section className="mt-8">
        <h2 className="text-xl">At the door</h2>
        <p className="mt-2">{gasSafeCheck}</p>
      </section>
    </>
  )
}
