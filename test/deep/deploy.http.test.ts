// @module-tag never-again
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bareDebian, bootMachine, type Machine, packedRelease } from '#test/support/machine.ts'
import { bookingBody } from '#test/support/world.ts'

/* A release on a bare Debian with its own systemd, by the commands that an owner types. The domain ends in .local, so that Caddy signs. */

const domain = 'plumbers.local'
const install = `cd /root/release && deploy/install`
const site = `--domain ${domain} --email owner@example.co.uk`
const current = '/opt/plumbers/current'
const limit = { timeout: 20 * 60_000 }
let tarball: string

beforeAll(() => {
  tarball = packedRelease()
}, limit.timeout)

async function machineFor(suite: 'bookworm' | 'trixie' = 'bookworm'): Promise<Machine> {
  const machine = await bootMachine(bareDebian(suite), tarball)
  onTestFinished(() => machine.remove(), limit.timeout)
  machine.run(`echo 127.0.0.1 localhost ${domain} > /etc/hosts`)
  return machine
}

/** Runs a command that must succeed, and returns what it printed. */
function succeed(machine: Machine, command: string): string {
  const { status, output } = machine.run(command)
  if (status !== 0) throw new Error(`${command}: ${output}`)
  return output
}

/** Requests a page of the machine through Caddy, over https. Returns its status, some headers and its body. */
function request(machine: Machine, path: string, body?: unknown) {
  const program = `
    const body = ${JSON.stringify(body === undefined ? undefined : JSON.stringify(body)) ?? 'undefined'}
    const headers = body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID().repeat(2) }
    const response = await fetch('https://${domain}${path}', { method: body ? 'POST' : 'GET', headers, body })
    const text = await response.text()
    console.log(JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers), text }))`
  const { output } = machine.run(
    `NODE_EXTRA_CA_CERTS=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt /root/release/node/bin/node --input-type=module -`,
    program,
  )
  const line = output.split('\n').find((one) => one.startsWith('{'))
  if (!line) throw new Error(output)
  return JSON.parse(line) as { status: number; headers: Record<string, string>; text: string }
}

const book = (machine: Machine, email: string) => request(machine, '/functions/v1/submit-booking', bookingBody({ email }))
/** The site's database, from its backup: it must be restorable. */
const bookingsIn = (machine: Machine) => Number(/: (\d+) bookings? in/.exec(machine.run(`${current}/deploy/backup`).output)?.[1])
/** Every file that an installation writes, with the time of its last change; not data, logs and caches. */
const files = (machine: Machine) =>
  machine.run(`find /etc /opt /usr /var/lib/plumbers -maxdepth 4 -not -path '*/plumbers/data*' -printf '%p %m %u %C@\\n' | sort`).output

/** Packs the same release under a later name. */
const laterRelease = `cp -a /root/release /root/later && cd /root/later &&
  sed -i 's/^version=.*/version=9.0.0-later/; s/^date=.*/date=2099-12-31T00:00:00.000Z/' RELEASE &&
  sed -i "s/^.*  RELEASE$/$(sha256sum RELEASE)/" SHA256SUMS &&
  cd .. && tar --create --use-compress-program 'gzip -1' --file later.tar.gz later && sha256sum later.tar.gz > later.tar.gz.sha256`

describe('a bare Debian', () => {
  test.each(['bookworm', 'trixie'] as const)(
    '%s becomes the site by one command, and changes nothing by the second; it survives a power cut and an update, and its removal leaves the data',
    limit,
    async (suite) => {
      const machine = await machineFor(suite)
      const first = succeed(machine, `${install} ${site}`)
      expect(first).toContain(`https://${domain}/auth/first-owner?token=`)
      expect(request(machine, '/book').headers['strict-transport-security']).toContain('max-age')
      expect(book(machine, 'first@example.com').status).toBe(201)
      expect(machine.run('systemctl show -p User --value plumbers').output).toBe('plumbers\n')
      expect(machine.run('systemd-analyze verify plumbers.service').output).not.toContain('plumbers')
      const exposure = Number(
        /exposure level for plumbers\.service: ([\d.]+)/.exec(machine.run('systemd-analyze security plumbers').output)?.[1],
      )
      expect(exposure).toBeLessThan(2)

      const before = files(machine)
      expect(succeed(machine, install)).toContain('Nothing to change')
      expect(files(machine)).toBe(before)

      await machine.cutPower()
      await machine.boot()
      expect(succeed(machine, install)).toContain('Nothing to change')
      expect(bookingsIn(machine)).toBe(1)
      const { output } = machine.run(`${current}/deploy/status`)
      expect(output.trim().split('\n')).toHaveLength(10)
      expect(output).toMatch(/Backup +\/var\/backups\/plumbers: The last good backup/)

      succeed(machine, laterRelease)
      expect(succeed(machine, `${current}/deploy/update /root/later.tar.gz`)).toContain('The site runs on 9.0.0-later')
      expect(succeed(machine, `${current}/deploy/install`)).toContain('Nothing to change')
      expect(book(machine, 'second@example.com').status).toBe(201)
      expect(bookingsIn(machine)).toBe(2)

      for (const times of [1, 2])
        expect([times, succeed(machine, '/root/release/deploy/uninstall')]).toMatchObject([
          times,
          expect.stringContaining('kept in /var/lib/plumbers/data'),
        ])
      expect(machine.run('systemctl is-active plumbers; ls /opt /etc/systemd/system').output).not.toMatch(/^active|plumbers$/m)
      succeed(machine, '/root/later/deploy/install')
      expect(bookingsIn(machine)).toBe(2)
    },
  )

  test('holds requests while the site restarts, and shows the phone number when it stays down', limit, async () => {
    const machine = await machineFor()
    succeed(machine, `${install} ${site}`)
    machine.run('systemctl restart --no-block plumbers')
    expect(book(machine, 'during@example.com')).toMatchObject({ status: 201 })
    machine.run('systemctl stop plumbers')
    const down = request(machine, '/')
    expect(down).toMatchObject({ status: 503, headers: { 'retry-after': '30', 'cache-control': 'no-store' } })
    expect(down.text).toContain('0800 644 2633')
    expect(machine.run(`${current}/deploy/status`).status).toBe(3)
    // The commands for the data work with the release's own Node.
    succeed(machine, 'systemctl start plumbers')
    expect(bookingsIn(machine)).toBe(1)
    machine.run('systemctl stop plumbers')
    expect(succeed(machine, `${current}/deploy/restore latest`)).toContain('Checked: 1 booking')
    machine.run('systemctl start plumbers')
    expect(book(machine, 'after@example.com').status).toBe(201)
  })

  test('with PostgreSQL has its own database there, in which a backup can be restored', limit, async () => {
    const machine = await machineFor()
    succeed(machine, `${install} ${site} --postgres`)
    expect(book(machine, 'first@example.com').status).toBe(201)
    expect(succeed(machine, `${install} --postgres`)).toContain('Nothing to change')
    expect(bookingsIn(machine)).toBe(1)
    machine.run('systemctl stop plumbers')
    succeed(machine, `${current}/deploy/restore latest`)
    machine.run('systemctl start plumbers')
    expect(machine.run(`${current}/deploy/status`).output).toContain('PostgreSQL at 127.0.0.1')
  })

  test('says what to do when something is in the way, and continues from there', limit, async () => {
    const machine = await machineFor()
    const node = '/root/release/node/bin/node'
    const listen = (port: number) =>
      machine.run(`systemd-run --unit taken-${port} ${node} -e 'net.createServer().listen(${port})'; sleep 1`)
    const free = (port: number) => machine.run(`systemctl stop taken-${port}`)
    listen(80)
    expect(machine.run(`${install} ${site}`)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/Port 80 is taken by node \(process \d+\)/),
    })
    free(80)

    machine.run('mount -t tmpfs -o size=200m tmpfs /opt')
    expect(machine.run(`${install} ${site}`)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/The disk of \/opt is full: \d+ MB free/),
    })
    machine.run('umount /opt')

    // A port that only the site and Caddy use is chosen automatically.
    listen(3000)
    for (const seconds of [3, 6, 9, 12]) machine.run(`cd /root/release; timeout -s KILL ${seconds} deploy/install ${site}`)
    succeed(machine, `${install} ${site}`)
    expect(machine.run('grep PORT /etc/plumbers/settings.env').output).toBe('PORT=3001\n')
    expect(book(machine, 'first@example.com').status).toBe(201)
  })
})
