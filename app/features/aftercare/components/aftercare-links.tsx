import type { readAftercareLinks } from '../read-aftercare-links.server.ts'

/** On the customer's page: the requests that they can make if something isn't right, and how far we are with those they made. */
export function AftercareLinks({ path, links }: { path: string; links: Awaited<ReturnType<typeof readAftercareLinks>> }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">Complaints, refunds and cancelling</h2>
      <ul className="mt-2">
        {links.map(({ page, label, state }) => (
          <li key={page}>
            <a href={`${path}/${page}`} className="inline-flex min-h-11 items-center font-bold">
              {label}
            </a>
            {state && <span className="block text-sm text-muted">{state}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
