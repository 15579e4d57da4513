import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { StepError } from '#scripts/run.mjs'

/** The service's settings, as its environment has them; empty before the installation. */
export const readSettings = ({ settings }) => (existsSync(settings) ? parseEnv(readFileSync(settings, 'utf8')) : {})

/** The first settings file of a server, with a new key. `port`: where the service listens, behind Caddy. */
export function firstSettings(paths, { domain, email, port, databaseUrl }) {
  return `# The site's settings. docs/configuration.md lists all. After a change: systemctl restart plumbers
SITE_URL=https://${domain}
STAFF_EMAIL=${email}
HOST=127.0.0.1
PORT=${port}
TRUST_PROXY=1
DATA_DIR=${paths.data}
BACKUP_DIR=${paths.backups}
${databaseUrl ? `DATABASE_URL=${databaseUrl}\n` : ''}# Opens the backups, and what is stored encrypted. Without it they can't be read.
SECRET_KEY=${randomBytes(32).toString('hex')}

# Email and texts aren't sent until these are set.
#SMTP_URL=smtps://user:password@mail.example.co.uk
#TWILIO_ACCOUNT_SID=
#TWILIO_AUTH_TOKEN=
#TEXT_FROM=
`
}

/** Replaces one setting's line in the text of the file, or adds it. */
export function withSetting(text, name, value) {
  const line = new RegExp(`^${name}=.*$`, 'm')
  return line.test(text) ? text.replace(line, () => `${name}=${value}`) : `${text.trimEnd()}\n${name}=${value}\n`
}

/** A domain as typed, also as an address: `https://www.example.co.uk/` is www.example.co.uk. Throws a sentence if it is none. */
export function readDomain(typed) {
  const domain = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
  if (/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z]$/.test(domain)) return domain
  throw new StepError(`“${typed}” is not a domain. Enter the site’s domain, like www.example.co.uk.`)
}

/** An email address as typed. Throws a sentence if it is none. */
export function readEmail(typed) {
  const email = typed.trim()
  if (/^[\w.!#%&'*+/=?^`{|}~-]{1,64}@([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]+$/i.test(email)) return email
  throw new StepError(`“${typed}” is not an email address. Enter one like name@example.co.uk.`)
}
