/** The answer to a setting's form. */
export interface SettingAnswer {
  /** A toast with JavaScript, in the page without. */
  notice?: { title: string; text: string; tone: 'plain' | 'alarm' }
  problem?: string
  typed?: Record<string, string>
  isSaved?: boolean
  /** The webhook's signing secret, shown once. */
  secret?: string
}
