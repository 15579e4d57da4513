/** Above a step: the link back without changes. */
export function BackToBooking({ path, reference }: { path: string; reference: string }) {
  return (
    <p className="mb-5">
      <a href={path} className="inline-flex min-h-11 items-center font-bold">
        Back to booking {reference}
      </a>
    </p>
  )
}
