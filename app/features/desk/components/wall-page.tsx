import type { ReactNode } from 'react'
import { askEveryMs } from '#app/platform/follow-feed.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import type { Line } from '#app/platform/use-live-page.ts'
import type { WallRow, WallView } from '../wall-view.ts'
import { leftText, minutesLeftUntil } from './board-clock.ts'

/** The board on a wall, readable from three metres, without interaction. It fills its screen and never scrolls. */
export function WallPage({ view, nowMs, line }: { view: WallView; nowMs: number; line: Line }) {
  const { day, needed, onTheRoad, late, rows, more } = view
  return (
    <main id="main" className="wall">
      <title>Wall board | Emergency Plumbers London</title>
      <h1 className="sr-only">Wall board</h1>
      <ul className="wall-figures">
        <Figure figure={londonTimeText(nowMs)}>{day}</Figure>
        <Figure figure={needed}>{needed === 1 ? 'job needs an engineer' : 'jobs need an engineer'}</Figure>
        <Figure figure={onTheRoad}>on the road</Figure>
        <Figure figure={late} isAlarm={late > 0}>
          late
        </Figure>
      </ul>
      {rows.length === 0 ? (
        <p className="wall-row">No open jobs.</p>
      ) : (
        <table className="wall-jobs">
          <thead className="sr-only">
            <tr>
              <th scope="col">Time left</th>
              <th scope="col">Postcode district</th>
              <th scope="col">Job</th>
              <th scope="col">Status</th>
              <th scope="col">Engineer</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Job key={row.key} row={row} nowMs={nowMs} />
            ))}
          </tbody>
        </table>
      )}
      <p role="status" className="wall-foot">
        {more > 0 && <span>{more === 1 ? 'And one more job.' : `And ${more} more jobs.`}</span>}
        <Connection line={line} />
      </p>
    </main>
  )
}

function Figure({ figure, isAlarm = false, children }: { figure: string | number; isAlarm?: boolean; children: ReactNode }) {
  return (
    <li className={isAlarm ? 'bg-alarm-wash text-alarm-text' : undefined}>
      <b>{figure}</b>
      <span>{children}</span>
    </li>
  )
}

function Job({ row, nowMs }: { row: WallRow; nowMs: number }) {
  const { dueAt, district, isRedLine, isLate, isToCall, service, status, engineer, next } = row
  return (
    <tr className={isLate ? 'bg-alarm-wash text-alarm-text' : undefined}>
      <td className={isRedLine ? 'border-l-[0.3em] border-l-alarm' : undefined}>
        <b>{dueAt ? leftText(minutesLeftUntil(dueAt, nowMs)) : ''}</b>
      </td>
      <td>
        <b>{district}</b>
      </td>
      <td>{isRedLine ? `Red Line: ${service}` : service}</td>
      <td>{isToCall ? <b>{`${status}, call customer`}</b> : status}</td>
      <td>{engineer ?? <span className="text-muted">{next ?? 'No engineer yet'}</span>}</td>
    </tr>
  )
}

/** The problem with the screen's connection, if any: a wall with old data must show that. */
function Connection({ line }: { line: Line }) {
  if (line.state === 'lost') return <b className="wall-alarm">No updates since {line.since}. Check this screen’s connection.</b>
  if (line.state === 'ended') return <b className="wall-alarm">This screen has been removed. Ask at the office for a new link.</b>
  if (line.state === 'asking') return <span>{`Updates every ${askEveryMs / 1_000} seconds.`}</span>
  return <noscript>This screen needs JavaScript to keep itself up to date.</noscript>
}
