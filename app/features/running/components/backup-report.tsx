import type { BackupView } from '../read-backups.server.ts'

/** How old the last good backup is, in each place. `secretKeyId`: of the key that is needed to restore one. */
export function BackupReport({ places, secretKeyId }: { places: readonly BackupView[]; secretKeyId: string }) {
  return (
    <section id="backups" className="mt-16">
      <h2 className="text-xl">Backups</h2>
      {places.length === 0 ? (
        <p className="mt-3">No backups are being made. Set BACKUP_DIR or BACKUP_URL, or check that your database host makes them.</p>
      ) : (
        <>
          <ul className="mt-3 grid gap-4">
            {places.map(({ name, isLate, text, problem }) => (
              <li
                key={name}
                className={`rounded-key border-2 p-4 ${isLate ? 'border-alarm bg-alarm-wash text-alarm-text' : 'border-ink bg-chalk'}`}
              >
                <p>
                  {isLate && <strong>Late. </strong>}
                  {text}
                </p>
                <p className="mt-1 break-all text-sm">{name}</p>
                {problem && <p className="mt-1 break-words text-sm">The last attempt failed: {problem}</p>}
              </li>
            ))}
          </ul>
          <p className="mt-3 max-w-[40em] text-sm text-muted">
            Backups are made at 3am, then opened and checked. To restore one, you’ll need the secret key {secretKeyId}, so keep a copy of it
            somewhere other than this server.
          </p>
        </>
      )}
    </section>
  )
}
