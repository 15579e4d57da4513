import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { business } from '#content/business.ts'

/** The plain frame of a page: name, phone, content. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:bg-chalk focus:p-3">
        Skip to content
      </a>
      <header className="border-b-2 border-ink">
        <div className="mx-auto flex min-h-16 max-w-[1240px] items-center justify-between gap-4 px-4 md:px-8">
          <a href="/" className="inline-flex min-h-11 items-center leading-none font-bold tracking-tight no-underline">
            Emergency
            <br />
            Plumbers London
          </a>
          <PhoneLink />
        </div>
      </header>
      <main id="main" className="mx-auto max-w-[1240px] px-4 py-8 md:px-8 md:py-12">
        {children}
      </main>
    </>
  )
}

/** The emergency line; the number is the label, unless the specification names another. */
export function PhoneLink({ label = business.emergencyPhone.text, className = '' }: { label?: string; className?: string }) {
  return (
    <ButtonLink look="alarm" href={business.emergencyPhone.href} className={`whitespace-nowrap ${className}`}>
      {label}
    </ButtonLink>
  )
}
