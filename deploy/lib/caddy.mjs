import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { business, defaultDetails } from '#content/business.ts'
import { runQuiet, StepError } from '#scripts/run.mjs'
import { put } from './system.mjs'

const MARK = '# Made by deploy/install of Emergency Plumbers London'
const IMPORT = 'import plumbers.caddy'
/** Caddy's settings as they were before the installation. */
const before = ({ caddyfile }) => `${caddyfile}.before-plumbers`

/**
 * Writes Caddy's part: the site, the page for when it doesn't answer, and the file that imports the site. A Caddyfile with other sites keeps
 * them and gets one line. Returns what changed, in words. Throws if Caddy refuses it, with the Caddyfile as before.
 */
export async function writeCaddy(paths, { domain, email, port, phone = defaultDetails.emergencyPhone }) {
  const kept = existsSync(paths.caddyfile) ? readFileSync(paths.caddyfile, 'utf8') : ''
  const isOurs = kept === '' || kept.startsWith(MARK) || (await isDebians(kept, paths))
  if (isOurs && kept && !kept.startsWith(MARK)) writeFileSync(before(paths), kept)
  const text = isOurs ? ownCaddyfile(email) : kept.includes(IMPORT) ? kept : `${kept.trimEnd()}\n\n${MARK}\n${IMPORT}\n`
  const changes = [
    put(join(paths.down, 'index.html'), downPage(phone)),
    put(paths.site, siteBlock(paths, { domain, port })),
    put(paths.caddyfile, text),
  ].filter(Boolean)
  if (!paths.root) await validate(paths, kept)
  return changes
}

/** Removes Caddy's part. Returns true if Caddy still has other sites. */
export function removeCaddy(paths) {
  const text = existsSync(paths.caddyfile) ? readFileSync(paths.caddyfile, 'utf8') : ''
  if (text.startsWith(MARK)) {
    rmSync(paths.caddyfile)
    if (existsSync(before(paths))) renameSync(before(paths), paths.caddyfile)
  } else if (text.includes(IMPORT)) writeFileSync(paths.caddyfile, text.replace(`\n${MARK}\n${IMPORT}\n`, ''))
  rmSync(paths.site, { force: true })
  return text !== '' && !text.startsWith(MARK)
}

/** The file that Debian's package brings, unchanged: a page that says that Caddy works. */
async function isDebians(text, { caddyfile }) {
  const { output } = await runQuiet('dpkg', ['--status', 'caddy'], { cwd: '/' })
  return output.includes(`${caddyfile} ${createHash('md5').update(text).digest('hex')}`)
}

async function validate({ caddyfile }, kept) {
  const args = ['-u', 'caddy', '--', 'env', 'HOME=/var/lib/caddy', 'caddy', 'validate', '--adapter', 'caddyfile', '--config', caddyfile]
  const { code, output } = await runQuiet('runuser', args, { cwd: '/' })
  if (code === 0) return
  writeFileSync(caddyfile, kept)
  throw new StepError(`Caddy refuses its settings. ${caddyfile} is as before: add “${IMPORT}” where it fits, then start again.`, output)
}

/** Without the interface for changes that any user of the machine could reach, so changes need a restart. */
const ownCaddyfile = (email) => `${MARK}, which replaces it.
{
	admin off
	email ${email}
}
${IMPORT}
`

/**
 * The site behind Caddy. A restart or an update takes seconds, and requests wait for it; forms too, which Caddy 2.6 can only send again if
 * it keeps them in memory: so only those below 100 KB, and not photos. Node closes idle connections after 65 seconds, so Caddy closes them
 * before. What the site itself answers passes unchanged, with its security headers.
 */
const siteBlock = ({ down }, { domain, port }) => `${MARK}, which replaces it.
(plumbers-waiting) {
	lb_try_duration 30s
	lb_try_interval 250ms
	transport http {
		keepalive 60s
	}
}

${domain} {
	@form header_regexp Content-Length ^[0-9]{1,5}$
	reverse_proxy @form 127.0.0.1:${port} {
		buffer_requests
		import plumbers-waiting
	}
	reverse_proxy 127.0.0.1:${port} {
		import plumbers-waiting
	}
	handle_errors {
		root * ${down}
		rewrite * /index.html
		header Retry-After 30
		header Cache-Control no-store
		file_server {
			status 503
		}
	}
}
`

const downPage = ({ text, href }) => `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Back in a moment | ${business.name}</title>
<style>body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}a{color:#9b1c1c}</style>
<h1>Our website will be back in a moment</h1>
<p>For an emergency, call <a href="${href}"><b>${text}</b></a>, ${business.hours.toLowerCase()}. Or try this page again in a minute.</p>
<p>If you smell gas, leave the building and call the ${business.gasEmergency.name} on <a href="${business.gasEmergency.href}">${business.gasEmergency.text}</a>.</p>
</html>
`
