import { z } from 'zod'

/** The status of a part of the protection. */
const checkStatuses = ['secure', 'warning', 'critical'] as const
export type CheckStatus = (typeof checkStatuses)[number]

export const SecurityCheck = z.strictObject({
  id: z.enum(['encryption', 'session', 'csp', 'https', 'monitoring']),
  name: z.string(),
  status: z.enum(checkStatuses),
  description: z.string(),
  value: z.string(),
})
export type SecurityCheck = z.infer<typeof SecurityCheck>

/** One of the five inputs of the threat test, and the detector's result. */
export const ProbeResult = z.strictObject({ label: z.string(), input: z.string(), found: z.array(z.string()) })
export type ProbeResult = z.infer<typeof ProbeResult>

export const ThreatTest = z.strictObject({ detected: z.number().int(), of: z.number().int(), probes: z.array(ProbeResult) })
export type ThreatTest = z.infer<typeof ThreatTest>

/** 'met': done here; 'open': not yet; 'yours': only you can do it. */
export const Recommendation = z.strictObject({ id: z.string(), text: z.string(), state: z.enum(['met', 'open', 'yours']) })
export type Recommendation = z.infer<typeof Recommendation>

/** A row of details that only staff see. */
export const Detail = z.strictObject({ id: z.string(), label: z.string(), status: z.enum([...checkStatuses, 'unknown']), text: z.string() })
export type Detail = z.infer<typeof Detail>

/** A finding of 'Start Monitoring'; never the typed text. */
export const PageEvent = z.strictObject({ at: z.iso.datetime(), kind: z.enum(['policy', 'script', 'input']), text: z.string() })
export type PageEvent = z.infer<typeof PageEvent>

/** The page's own findings about its browser. */
export const PageState = z.strictObject({
  monitoring: z.enum(['inactive', 'active']),
  encryption: z.enum(['not tested', 'passed', 'failed']),
  events: z.array(PageEvent),
})
export type PageState = z.infer<typeof PageState>

/** The security report: as JSON on the page, and at /security-dashboard/report.json. */
export const SecurityReport = z.strictObject({
  site: z.url(),
  checkedAt: z.iso.datetime(),
  checks: z.array(SecurityCheck).length(5),
  /** True while a limit or a lock blocks someone. */
  isHoldingBack: z.boolean(),
  threatTest: ThreatTest,
  recommendations: z.array(Recommendation),
  /** For staff alone. */
  details: z.array(Detail).optional(),
  /** On the page alone. */
  page: PageState.optional(),
})
export type SecurityReport = z.infer<typeof SecurityReport>

/** The actions of the page's buttons, by form value. */
export const actions = ['monitor', 'threats', 'encryption', 'refresh'] as const
export type Action = (typeof actions)[number]

/** The result of an action, in words for the page and the toast. */
export interface ActionResult {
  action: Action
  title: string
  text?: string
  isAlarm?: true
}
