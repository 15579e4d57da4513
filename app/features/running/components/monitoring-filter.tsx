import { Button } from '#app/ui/button.tsx'
import { Options, Select } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type Chosen, deviceWords, kindWords } from '../monitoring-view.ts'
import { devices, errorKinds } from '../vitals-and-errors.ts'

/** Filters the page; a form that works without JavaScript. */
export function MonitoringFilter({ chosen: { page, device, kind, by }, pages }: { chosen: Chosen; pages: readonly string[] }) {
  return (
    <form
      method="get"
      action={'/staff/monitoring' satisfies SitePath}
      className="grid items-end gap-x-4 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]"
    >
      <Select name="kind" label="Errors" defaultValue={kind ?? ''} key={`kind-${kind}`}>
        <option value="">All</option>
        <Options of={errorKinds.map((each) => [each, kindWords[each]])} />
      </Select>
      <Select name="page" label="Page" defaultValue={page ?? ''} key={`page-${page}`}>
        <option value="">All</option>
        {pages.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
      <Select name="device" label="Visitors using" defaultValue={device ?? ''} key={`device-${device}`}>
        <option value="">All screens</option>
        <Options of={devices.map((each) => [each, deviceWords[each]])} />
      </Select>
      <Select name="by" label="Responses" defaultValue={by} key={`by-${by}`}>
        <option value="hour">By hour</option>
        <option value="day">By day</option>
      </Select>
      <Button look="outline" className="mt-5">
        Show
      </Button>
    </form>
  )
}
