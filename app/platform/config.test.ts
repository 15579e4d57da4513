import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, test } from 'vitest'
import { ConfigProblems, readConfig, variables } from './config.ts'

const secretKey = '0123456789abcdef0123456789abcdef'
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const zapier = 'https://hooks.zapier.com/hooks/catch/1/abc'

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error
    expect(error.message).toBe(error.lines.join('\n'))
    return error.lines
  }
}
const namesOf = (lines: string[]) => lines.map((line) => line.split(' ')[0])

const names = Object.keys(variables)

describe('an environment with nothing in it', () => {
  const nothing = readConfig({})

  it('gives a quiet site on this machine', () => {
    expect(nothing).toEqual({
      ...{ port: 3000, host: 'localhost', siteUrl: 'http://localhost:3000', siteIsLoopback: true, monitorUrl: 'http://localhost:3000' },
      ...{ dataDir: './data', secretKeys: [], logLevel: 'info', trustedProxies: 0, rateLimitScale: 1 },
      ...{ devTools: true, sampleData: true, serviceWorker: true, warmPages: true },
      webhookAllowedDomains: ['hooks.zapier.com', 'make.com', 'n8n.cloud'],
      mailFrom: 'Emergency Plumbers London <no-reply@localhost>',
      auth: { signup: true, autoconfirm: false, anonymous: false, manualLinking: true, redirectOrigins: ['http://localhost:3000'] },
      backup: { dir: 'data/backups', keys: [] },
      files: { dir: 'data/files' },
    })
  })

  it('is the same as one where every variable is empty', () => {
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(nothing)
  })
})

/** A value of every variable, its path in the configuration, and its parsed value if that differs. */
const read: Record<string, [value: string, path: string, as?: unknown]> = {
  PORT: ['8080', 'port', 8080],
  HOST: ['0.0.0.0', 'host'],
  SITE_URL: ['https://www.example.co.uk/', 'siteUrl', 'https://www.example.co.uk'],
  DATA_DIR: ['/var/lib/plumbers', 'dataDir'],
  DATABASE_URL: ['postgresql://plumbers:pw@db/plumbers', 'databaseUrl'],
  SECRET_KEY: [`${secretKey} , old${secretKey}`, 'secretKeys', [secretKey, `old${secretKey}`]],
  STAFF_EMAIL: ['desk@example.co.uk', 'staffEmail'],
  WEBHOOK_URL: [zapier, 'webhook.url'],
  WEBHOOK_SECRET: [webhookSecret, 'webhook.secret'],
  WEBHOOK_ALLOWED_DOMAINS: ['Hooks.Zapier.com , example.org', 'webhookAllowedDomains', ['hooks.zapier.com', 'example.org']],
  SMTP_URL: ['smtps://user:password@mail.example.co.uk', 'smtpUrl'],
  MAIL_FROM: ['Plumbers <help@example.co.uk>', 'mailFrom'],
  ANALYTICS_MEASUREMENT_ID: ['G-AB12CD34EF', 'analyticsMeasurementId'],
  POSTCODE_LOOKUP_URL: ['https://api.postcodes.io', 'postcodeLookupUrl'],
  ADDRESS_LOOKUP_URL: ['https://api.ideal-postcodes.co.uk/v1/postcodes?api_key=ak_1', 'addressLookupUrl'],
  API_ANON_KEY: ['anon.0123456789abcdef', 'apiAnonKey'],
  API_SERVICE_KEY: [secretKey, 'apiServiceKey'],
  AUTH_SIGNUP: ['off', 'auth.signup', false],
  AUTH_AUTOCONFIRM: ['off', 'auth.autoconfirm', false],
  AUTH_ANONYMOUS: ['on', 'auth.anonymous', true],
  AUTH_MANUAL_LINKING: ['off', 'auth.manualLinking', false],
  AUTH_SIGNING_KEYS_FILE: ['/etc/plumbers/keys.json', 'auth.signingKeysFile'],
  AUTH_REDIRECT_ORIGINS: [
    'https://App.example.co.uk/ , http://127.0.0.1:5173',
    'auth.redirectOrigins',
    ['https://www.example.co.uk', 'https://app.example.co.uk', 'http://127.0.0.1:5173'],
  ],
  GOOGLE_CLIENT_ID: ['1234-abcd.apps.googleusercontent.com', 'auth.google.clientId'],
  GOOGLE_CLIENT_SECRET: ['GOCSPX-aBcDeF', 'auth.google.clientSecret'],
  GITHUB_CLIENT_ID: ['Iv1.0123456789abcdef', 'auth.github.clientId'],
  GITHUB_CLIENT_SECRET: [secretKey, 'auth.github.clientSecret'],
  AUTH_GOOGLE_ISSUER: ['http://127.0.0.1:9000/openid', 'auth.google.issuer'],
  AUTH_GITHUB_URL: ['https://github.example.co.uk', 'auth.github.url'],
  STRIPE_SECRET_KEY: ['rk_live_0123456789abcdef', 'stripe.secretKey'],
  STRIPE_WEBHOOK_SECRET: ['whsec_0123456789abcdef', 'stripe.webhookSecret'],
  STRIPE_PAYMENT_LINK: ['https://buy.stripe.com/test_abc123', 'stripe.paymentLink'],
  STRIPE_API_URL: ['http://127.0.0.1:12111', 'stripe.apiUrl'],
  TWILIO_ACCOUNT_SID: [`AC${'0'.repeat(32)}`, 'twilio.accountSid'],
  TWILIO_AUTH_TOKEN: [secretKey, 'twilio.authToken'],
  TEXT_FROM: ['+442079460000', 'twilio.from'],
  CALL_FROM: ['+442079460002', 'twilio.callFrom'],
  CALLS_TO: ['+442079460003, +447700900456', 'twilio.callsTo', ['+442079460003', '+447700900456']],
  WHATSAPP_FROM: ['+442079460001', 'twilio.whatsappFrom'],
  WHATSAPP_TEMPLATES: [
    `confirmation=HX${'1'.repeat(32)}, late=HX${'2'.repeat(32)}`,
    'twilio.whatsappTemplates',
    { confirmation: `HX${'1'.repeat(32)}`, late: `HX${'2'.repeat(32)}` },
  ],
  TWILIO_API_URL: ['http://127.0.0.1:12112', 'twilio.apiUrl'],
  DEV_TOOLS: ['on', 'devTools', true],
  SAMPLE_DATA: ['off', 'sampleData', false],
  SERVICE_WORKER: ['off', 'serviceWorker', false],
  WARM_PAGES: ['off', 'warmPages', false],
  TRUST_PROXY: ['2', 'trustedProxies', 2],
  RATE_LIMIT_SCALE: ['0.5', 'rateLimitScale', 0.5],
  MONITOR_URL: ['http://127.0.0.1:3000', 'monitorUrl'],
  METRICS_TOKEN: ['a-token-for-prometheus-0123456789', 'metricsToken'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://127.0.0.1:4318/', 'otlpEndpoint', 'http://127.0.0.1:4318'],
  BACKUP_DIR: ['/mnt/backups', 'backup.dir'],
  BACKUP_URL: ['https://s3.example.co.uk/plumbers/', 'backup.bucket.url', 'https://s3.example.co.uk/plumbers'],
  BACKUP_REGION: ['eu-west-2', 'backup.bucket.region'],
  BACKUP_ACCESS_KEY_ID: ['AKIAIOSFODNN7EXAMPLE', 'backup.bucket.accessKeyId'],
  BACKUP_SECRET_ACCESS_KEY: ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'backup.bucket.secretAccessKey'],
  BACKUP_KEY: [`${secretKey} , old${secretKey}`, 'backup.keys', [secretKey, `old${secretKey}`]],
  FILES_URL: ['https://s3.example.co.uk/photos', 'files.bucket.url'],
  FILES_REGION: ['eu-west-1', 'files.bucket.region'],
  FILES_ACCESS_KEY_ID: ['AKIAIOSFODNN7PHOTOS', 'files.bucket.accessKeyId'],
  FILES_SECRET_ACCESS_KEY: ['photosFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'files.bucket.secretAccessKey'],
  LOG_LEVEL: ['silent', 'logLevel'],
}

test('every variable is read', () => {
  expect(Object.keys(read).sort()).toEqual([...names].sort())
  const config = readConfig({ ...Object.fromEntries(Object.entries(read).map(([name, [value]]) => [name, value])), UNRELATED: 'x' })
  for (const [name, [value, path, as = value]] of Object.entries(read)) expect(config, name).toHaveProperty(path, as)
  expect(config.auth.github?.apiUrl).toBe('https://github.example.co.uk/api/v3')
  expect(config.files.dir).toBe('/var/lib/plumbers/files')
})

test.each([
  ['https://www.example.co.uk', false, undefined],
  ['http://127.0.0.1', true, 'localhost'],
  ['https://plumbers.localhost', true, 'localhost'],
  ['https://localhost.example.com', false, undefined],
  ['https://192.168.1.20:3000', false, undefined],
])('a site at %s turns developer tools on: %s', (SITE_URL, onThisMachine, host) => {
  expect(readConfig({ SITE_URL })).toMatchObject({ siteIsLoopback: onThisMachine, devTools: onThisMachine, host })
  expect(readConfig({ SITE_URL, DEV_TOOLS: 'off' }).devTools).toBe(false)
})

test('addresses count without a mail on this machine only: elsewhere everyone could see everyone’s bookings', () => {
  expect(readConfig({ AUTH_AUTOCONFIRM: 'on' }).auth.autoconfirm).toBe(true)
  for (const SITE_URL of ['https://www.example.co.uk', 'https://192.168.1.20:3000'])
    expect(() => readConfig({ SITE_URL, AUTH_AUTOCONFIRM: 'on' })).toThrow('AUTH_AUTOCONFIRM is not valid')
})

const marker = 'S3cret-M4rker'
/** Values that each variable refuses. */
const refused: Record<string, string[]> = {
  PORT: [marker, '65536', '-1', ' 80', '1e3'],
  SITE_URL: [marker, `https://example.co.uk/${marker}`, `https://example.co.uk/?${marker}`, `http://${marker}.example`],
  DATABASE_URL: [marker, `mysql://root:${marker}@db/x`],
  SECRET_KEY: [marker, `${secretKey},${marker}`, `${secretKey},`],
  MONITOR_URL: [marker, `https://example.co.uk/${marker}`, `http://127.0.0.1/${marker}`],
  METRICS_TOKEN: [`${marker} with spaces in it`, 'short'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [marker, `http://127.0.0.1:4318/?${marker}`],
  STAFF_EMAIL: [marker],
  WEBHOOK_URL: [marker, `ftp://${marker}.example`],
  WEBHOOK_SECRET: [`${marker}-with-characters-beyond-base64`, 'c2hvcnQ='],
  WEBHOOK_ALLOWED_DOMAINS: [`https://${marker}`, 'a.com,,b.com'],
  SMTP_URL: [`http://${marker}`],
  MAIL_FROM: [marker.repeat(20), 'x'],
  ANALYTICS_MEASUREMENT_ID: [marker, 'UA-12345-1', 'g-ab12cd34ef', `G-">${marker}`],
  POSTCODE_LOOKUP_URL: [marker],
  ADDRESS_LOOKUP_URL: [marker, `http://${marker}.example/?api_key=ak_1`, `https://${marker}@api.example/`],
  API_ANON_KEY: [`${marker} with spaces`, 'short'],
  API_SERVICE_KEY: [marker],
  AUTH_SIGNUP: [marker],
  AUTH_AUTOCONFIRM: [marker],
  AUTH_ANONYMOUS: [marker],
  AUTH_MANUAL_LINKING: [marker],
  AUTH_REDIRECT_ORIGINS: [marker, `https://app.example.co.uk,https://app.example.co.uk/${marker}`, '*'],
  GOOGLE_CLIENT_ID: [`${marker} with spaces`],
  GOOGLE_CLIENT_SECRET: [`${marker}\r\n`],
  GITHUB_CLIENT_ID: [`${marker} with spaces`],
  GITHUB_CLIENT_SECRET: ['short'],
  AUTH_GOOGLE_ISSUER: [marker, `http://${marker}.example`, `https://accounts.google.com/?${marker}`],
  AUTH_GITHUB_URL: [`http://${marker}.example`, `https://github.com/${marker}`],
  STRIPE_SECRET_KEY: [marker, `pk_live_${marker}`],
  STRIPE_WEBHOOK_SECRET: [marker],
  STRIPE_PAYMENT_LINK: [marker, `http://buy.stripe.com/${marker}`, `https://buy.stripe.com.${marker}.example/abc`],
  STRIPE_API_URL: [marker, `http://${marker}.example`],
  TWILIO_ACCOUNT_SID: [`AC${marker}`],
  TWILIO_AUTH_TOKEN: [`${marker} with spaces`],
  TEXT_FROM: [marker],
  CALL_FROM: [marker],
  CALLS_TO: [marker, '+442079460003,'],
  WHATSAPP_FROM: [`MG${marker}`],
  WHATSAPP_TEMPLATES: [marker, `confirmation=${marker}`, `${marker}=HX${'1'.repeat(32)}`],
  TWILIO_API_URL: [`http://${marker}.example`],
  DEV_TOOLS: [marker, 'true'],
  SAMPLE_DATA: [marker, 'true'],
  SERVICE_WORKER: [marker],
  WARM_PAGES: [marker],
  TRUST_PROXY: [marker, '6'],
  RATE_LIMIT_SCALE: [marker, '0', '-1'],
  BACKUP_URL: [marker, `http://${marker}.example/bucket`, `https://${marker}.example`, `https://${marker}@s3.example/bucket`],
  BACKUP_REGION: [marker],
  BACKUP_ACCESS_KEY_ID: [`${marker} with spaces`],
  BACKUP_SECRET_ACCESS_KEY: ['short'],
  BACKUP_KEY: [marker],
  FILES_URL: [`http://${marker}.example/bucket`],
  FILES_REGION: [marker],
  FILES_ACCESS_KEY_ID: [`${marker} with spaces`],
  FILES_SECRET_ACCESS_KEY: ['short'],
  LOG_LEVEL: [marker],
}
const bad = Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const))

describe('a bad value', () => {
  it('is named in one line with what it should be, and not repeated', () => {
    for (const [name, value] of bad) {
      const lines = problemsOf({ [name]: value, ...(name === 'DATABASE_URL' ? { SECRET_KEY: secretKey } : {}) })
      expect(lines, value).toEqual([expect.stringMatching(new RegExp(`^${name} is not valid\\. It should be .{6,}$`))])
      expect(lines.join()).not.toContain(marker)
    }
  })

  it('hides none of the others', () => {
    const all = Object.fromEntries([...bad].reverse())
    const anyText = ['HOST', 'DATA_DIR', 'AUTH_SIGNING_KEYS_FILE', 'BACKUP_DIR']
    expect(namesOf(problemsOf(all))).toEqual(names.filter((name) => !anyText.includes(name)))
    expect(problemsOf(all).join('\n')).not.toContain(marker)
  })
})

describe('SECRET_KEY', () => {
  const DATABASE_URL = 'postgresql://plumbers:pw@db/plumbers'

  it.each<Record<string, string>>([{}, { SECRET_KEY: '' }])('is required with DATABASE_URL (%j)', (env) => {
    expect(problemsOf({ DATABASE_URL, ...env })).toEqual([
      expect.stringMatching(/^SECRET_KEY is required with DATABASE_URL.*e\.g\. .*openssl rand/),
    ])
  })

  it('may be 32 characters, and have older ones behind it', () => {
    expect(problemsOf({ DATABASE_URL, SECRET_KEY: secretKey })).toEqual([])
    expect(namesOf(problemsOf({ DATABASE_URL, SECRET_KEY: 'short' }))).toEqual(['SECRET_KEY'])
    expect(problemsOf({ DATABASE_URL, SECRET_KEY: secretKey.slice(1) })).toHaveLength(1)
  })
})

describe('WEBHOOK_URL', () => {
  const site = { SITE_URL: 'https://www.example.co.uk', WEBHOOK_SECRET: webhookSecret }

  it('is judged as every target is, and never repeated', () => {
    expect(problemsOf({ ...site, WEBHOOK_URL: zapier })).toEqual([])
    const lines = problemsOf({ ...site, WEBHOOK_URL: `https://user:${marker}@hooks.zapier.com/x` })
    expect(lines).toEqual([expect.stringMatching(/^WEBHOOK_URL is not valid: .*not in allowed list.*e\.g\. https:\/\//)])
    expect(lines.join()).not.toContain(marker)
  })

  it('may be this machine, over http, only with developer tools on', () => {
    const WEBHOOK_URL = 'http://127.0.0.1:9000/hook'
    expect(readConfig({ WEBHOOK_URL, WEBHOOK_SECRET: webhookSecret }).webhook?.url).toBe(WEBHOOK_URL)
    expect(namesOf(problemsOf({ WEBHOOK_URL, WEBHOOK_SECRET: webhookSecret, DEV_TOOLS: 'off' }))).toEqual(['WEBHOOK_URL'])
  })

  it('follows WEBHOOK_ALLOWED_DOMAINS', () => {
    const allowed = { ...site, WEBHOOK_ALLOWED_DOMAINS: 'Example.ORG' }
    expect(problemsOf({ ...allowed, WEBHOOK_URL: 'https://hooks.example.org/x' })).toEqual([])
    expect(namesOf(problemsOf({ ...allowed, WEBHOOK_URL: zapier }))).toEqual(['WEBHOOK_URL'])
  })

  it('needs a secret', () => {
    for (const WEBHOOK_SECRET of ['', 'short'])
      expect(namesOf(problemsOf({ WEBHOOK_URL: zapier, WEBHOOK_SECRET }))).toEqual(['WEBHOOK_SECRET'])
    expect(readConfig({ WEBHOOK_SECRET: webhookSecret }).webhook).toBeUndefined()
  })

  it.each([webhookSecret, 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=', '=======================/', 'ab=cab=cab=cab=cab=cab=c', '='.repeat(24)])(
    'is taken with the secret %s only if that can sign',
    (WEBHOOK_SECRET) => {
      const signs = () => new Webhook(WEBHOOK_SECRET).sign('id', new Date(0), '{}')
      if (problemsOf({ WEBHOOK_URL: zapier, WEBHOOK_SECRET }).length === 0) expect(signs).not.toThrow()
      else expect(signs).toThrow()
    },
  )
})

describe.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'client-id', 'client-secret'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', 'client-id', 'client-secret'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'sk_test_0123456789', 'whsec_0123456789abcdef'],
])('%s and %s', (first, second, one, other) => {
  it('come together, and are a problem, once, where one is missing or bad', () => {
    expect(problemsOf({ [first]: one, [second]: other })).toEqual([])
    expect(problemsOf({ [first]: one })).toEqual([expect.stringMatching(`^${second} is required with ${first}: .*e\\.g\\. `)])
    expect(problemsOf({ [second]: other })).toEqual([expect.stringMatching(`^${first} is required with ${second}: .*e\\.g\\. `)])
    expect(namesOf(problemsOf({ [first]: one, [second]: 'x' }))).toEqual([second])
    expect(namesOf(problemsOf({ [first]: 'x', [second]: other }))).toEqual([first])
  })
})

test('Google and GitHub are where they are, unless something else is said', () => {
  const google = { GOOGLE_CLIENT_ID: 'client-id', GOOGLE_CLIENT_SECRET: 'client-secret' }
  const github = { GITHUB_CLIENT_ID: 'client-id', GITHUB_CLIENT_SECRET: 'client-secret' }
  expect(readConfig({ ...google, ...github }).auth).toMatchObject({
    google: { clientId: 'client-id', clientSecret: 'client-secret', issuer: 'https://accounts.google.com' },
    github: { clientId: 'client-id', clientSecret: 'client-secret', url: 'https://github.com', apiUrl: 'https://api.github.com' },
  })
})

test('A link or an address of Stripe alone takes no payments', () => {
  expect(namesOf(problemsOf({ STRIPE_PAYMENT_LINK: 'https://buy.stripe.com/abc' }))).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
  expect(readConfig({ STRIPE_API_URL: 'https://api.stripe.com' }).stripe).toBeUndefined()
})

describe('Backups', () => {
  const bucket = { BACKUP_URL: 'http://127.0.0.1:9000/b', BACKUP_ACCESS_KEY_ID: 'test', BACKUP_SECRET_ACCESS_KEY: 'test-secret' }

  it('go beside embedded data by themselves, elsewhere where it is said; of PostgreSQL only where it is asked for', () => {
    const DATABASE_URL = 'postgresql://plumbers:pw@db/plumbers'
    expect(readConfig({ DATA_DIR: '/data' }).backup.dir).toBe('/data/backups')
    expect(readConfig({ DATA_DIR: '/data', BACKUP_DIR: '/mnt' }).backup.dir).toBe('/mnt')
    expect(readConfig({ BACKUP_DIR: 'off' }).backup.dir).toBeUndefined()
    expect(readConfig({ DATABASE_URL, SECRET_KEY: secretKey }).backup.dir).toBeUndefined()
    expect(readConfig({ DATABASE_URL, SECRET_KEY: secretKey, BACKUP_DIR: '/mnt' }).backup.dir).toBe('/mnt')
  })

  it('go to a bucket with all that it takes, and half of it is a problem', () => {
    expect(readConfig(bucket).backup.bucket).toMatchObject({ url: 'http://127.0.0.1:9000/b', region: 'us-east-1' })
    expect(namesOf(problemsOf({ BACKUP_URL: bucket.BACKUP_URL }))).toEqual(['BACKUP_ACCESS_KEY_ID', 'BACKUP_SECRET_ACCESS_KEY'])
    expect(namesOf(problemsOf({ ...bucket, BACKUP_SECRET_ACCESS_KEY: 'short' }))).toEqual(['BACKUP_SECRET_ACCESS_KEY'])
  })
})

describe('Photos', () => {
  it('are kept in the data folder, or in a bucket with all that it takes', () => {
    expect(readConfig({ DATA_DIR: '/data' }).files).toEqual({ dir: '/data/files', bucket: undefined })
    const bucket = { FILES_URL: 'http://127.0.0.1:9000/b/', FILES_ACCESS_KEY_ID: 'test', FILES_SECRET_ACCESS_KEY: 'test-secret' }
    expect(readConfig(bucket).files.bucket).toMatchObject({ url: 'http://127.0.0.1:9000/b', region: 'us-east-1' })
    expect(namesOf(problemsOf({ FILES_URL: bucket.FILES_URL }))).toEqual(['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'])
  })
})

test('.env.example lists exactly the variables that are read, each of them commented out', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  expect([...listed].sort()).toEqual([...names].sort())
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
})

describe('Sample data', () => {
  const local = 'http://localhost:3000'
  it.each([
    [true, { SITE_URL: local }],
    [true, { SITE_URL: 'http://[::1]:3000', HOST: '::1' }],
    [false, { SITE_URL: local, SAMPLE_DATA: 'off' }],
    [false, { SITE_URL: local, HOST: '0.0.0.0' }],
    [false, { SITE_URL: local, DATABASE_URL: 'postgresql://plumbers:pw@db/plumbers', SECRET_KEY: secretKey }],
    [false, { SITE_URL: 'https://www.example.co.uk' }],
    [false, { SITE_URL: 'https://192.168.1.20:3000', HOST: '127.0.0.1' }],
  ])('is %s with %o', (made, env) => expect(readConfig(env).sampleData).toBe(made))

  it.each<Record<string, string>>([{ SITE_URL: 'https://www.example.co.uk' }, { SITE_URL: local, HOST: '0.0.0.0' }])(
    'cannot be switched on with %o',
    (env) => expect(namesOf(problemsOf({ ...env, SAMPLE_DATA: 'on' }))).toEqual(['SAMPLE_DATA']),
  )
})
