/** A link from a booking's page to its gas record; `path`: of that page. */
export const GasRecordLink = ({ path }: { path: string }) => (
  <section className="mt-8">
    <h2 className="text-xl">Gas record</h2>
    <p className="mt-1">
      What your engineer checked, and how they left each appliance:{' '}
      <a href={`${path}/gas`} className="inline-flex min-h-11 items-center font-bold">
        your gas record
      </a>
    </p>
  </section>
)
