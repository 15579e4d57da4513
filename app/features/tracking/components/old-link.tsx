import { Copper } from '#app/ui/drawings/pipes.tsx'
import { LinkRequestForm } from './link-request-form.tsx'

/** The page of a private link that is not valid, or no longer: it offers a new one. */
export function OldLink() {
  return (
    <>
      <title>This link is no longer valid | Emergency Plumbers London</title>
      <meta name="robots" content="noindex" />
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="max-w-[36em]">
          <h1 className="text-2xl">This link is no longer valid</h1>
          <p className="mt-3 text-lg">Your booking hasn’t changed. We’ll email you a new link to it.</p>
          <LinkRequestForm />
        </div>
        <LooseJoint />
      </div>
    </>
  )
}

/** A pipe whose joint is missing. */
function LooseJoint() {
  return (
    <svg viewBox="0 0 400 220" className="mt-8 w-full max-w-[400px] lg:mt-0" aria-hidden="true">
      <path className="fw k" d="M0 196h400v24H0z" />
      <Copper w={26} d="M-10 70h120q20 0 20 20v22" />
      <Copper w={26} d="M410 150h-120q-20 0-20-20v-22" />
      <path className="fC k" d="M112 112h36v16h-36zM252 92h36v16h-36z" />
      <path className="fw k" d="M130 142q-10 14 0 20 10-6 0-20zM130 172q-7 10 0 14 7-4 0-14z" />
    </svg>
  )
}
