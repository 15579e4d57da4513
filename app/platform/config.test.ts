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
      port: 3000,
      host: 'localhost',
      siteUrl: 'http://localhost:3000',
      siteIsLoopback: true,
      dataDir: './data',
      databaseUrl: undefined,
      secretKeys: [],
      staffEmail: undefined,
      webhook: undefined,
      webhookAllowedDomains: ['hooks.zapier.com', 'make.com', 'n8n.cloud'],
      smtpUrl: undefined,
      mailFrom: 'Emergency Plumbers London <no-reply@localhost>',
      analyticsMeasurementId: undefined,
      postcodeLookupUrl: undefined,
      addressLookupUrl: undefined,
      apiAnonKey: undefined,
      apiServiceKey: undefined,
      auth: {
        signup: true,
        autoconfirm: false,
        anonymous: false,
        manualLinking: true,
        signingKeysFile: undefined,
        redirectOrigins: ['http://localhost:3000'],
        google: undefined,
        github: undefined,
      },
      stripe: undefined,
      twilio: undefined,
      devTools: true,
      sampleData: true,
      serviceWorker: true,
      warmPages: true,
      trustedProxies: 0,
      rateLimitScale: 1,
      monitorUrl: 'http://localhost:3000',
      metricsToken: undefined,
      otlpEndpoint: undefined,
      backup: { dir: 'data/backups', bucket: undefined, keys: [] },
      files: { dir: 'data/files', bucket: undefined },
      logLevel: 'info',
    })
  })

  it('is the same as one where every variable is empty', () => {
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(nothing)
  })
})

test('every variable is read', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    SITE_URL: 'https://www.example.co.uk/',
    DATA_DIR: '/var/lib/plumbers',
    DATABASE_URL: 'postgresql://plumbers:pw@db/plumbers',
    SECRET_KEY: `${secretKey} , old${secretKey}`,
    STAFF_EMAIL: 'desk@example.co.uk',
    WEBHOOK_URL: zapier,
    WEBHOOK_SECRET: webhookSecret,
    WEBHOOK_ALLOWED_DOMAINS: 'Hooks.Zapier.com , example.org',
    SMTP_URL: 'smtps://user:password@mail.example.co.uk',
    MAIL_FROM: 'Plumbers <help@example.co.uk>',
    ANALYTICS_MEASUREMENT_ID: 'G-AB12CD34EF',
    POSTCODE_LOOKUP_URL: 'https://api.postcodes.io',
    ADDRESS_LOOKUP_URL: 'https://api.ideal-postcodes.co.uk/v1/postcodes?api_key=ak_1',
    API_ANON_KEY: 'anon.0123456789abcdef',
    API_SERVICE_KEY: secretKey,
    AUTH_SIGNUP: 'off',
    AUTH_AUTOCONFIRM: 'off',
    AUTH_ANONYMOUS: 'on',
    AUTH_MANUAL_LINKING: 'off',
    AUTH_SIGNING_KEYS_FILE: '/etc/plumbers/keys.json',
    AUTH_REDIRECT_ORIGINS: 'https://App.example.co.uk/ , http://127.0.0.1:5173',
    GOOGLE_CLIENT_ID: '1234-abcd.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'GOCSPX-aBcDeF',
    GITHUB_CLIENT_ID: 'Iv1.0123456789abcdef',
    GITHUB_CLIENT_SECRET: secretKey,
    AUTH_GOOGLE_ISSUER: 'http://127.0.0.1:9000/openid',
    AUTH_GITHUB_URL: 'https://github.example.co.uk',
    STRIPE_SECRET_KEY: 'rk_live_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    STRIPE_PAYMENT_LINK: 'https://buy.stripe.com/test_abc123',
    STRIPE_API_URL: 'http://127.0.0.1:12111',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
    TEXT_FROM: '+442079460000',
    CALL_FROM: '+442079460002',
    CALLS_TO: '+442079460003, +447700900456',
    WHATSAPP_FROM: '+442079460001',
    WHATSAPP_TEMPLATES: `confirmation=HX${'1'.repeat(32)}, late=HX${'2'.repeat(32)}`,
    TWILIO_API_URL: 'http://127.0.0.1:12112',
    DEV_TOOLS: 'on',
    SAMPLE_DATA: 'off',
    SERVICE_WORKER: 'off',
    WARM_PAGES: 'off',
    TRUST_PROXY: '2',
    RATE_LIMIT_SCALE: '0.5',
    MONITOR_URL: 'http://127.0.0.1:3000',
    METRICS_TOKEN: 'a-token-for-prometheus-0123456789',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
    BACKUP_DIR: '/mnt/backups',
    BACKUP_URL: 'https://s3.example.co.uk/plumbers/',
    BACKUP_REGION: 'eu-west-2',
    BACKUP_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    BACKUP_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    BACKUP_KEY: `${secretKey} , old${secretKey}`,
    FILES_URL: 'https://s3.example.co.uk/photos',
    FILES_REGION: 'eu-west-1',
    FILES_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    FILES_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    LOG_LEVEL: 'silent',
  }
  expect(Object.keys(env).sort()).toEqual([...names].sort())
  expect(readConfig({ ...env, UNRELATED: 'x' })).toEqual({
    port: 8080,
    host: '0.0.0.0',
    siteUrl: 'https://www.example.co.uk',
    siteIsLoopback: false,
    dataDir: '/var/lib/plumbers',
    databaseUrl: env.DATABASE_URL,
    secretKeys: [secretKey, `old${secretKey}`],
    staffEmail: 'desk@example.co.uk',
    webhook: { url: zapier, secret: webhookSecret },
    webhookAllowedDomains: ['hooks.zapier.com', 'example.org'],
    smtpUrl: env.SMTP_URL,
    mailFrom: 'Plumbers <help@example.co.uk>',
    analyticsMeasurementId: 'G-AB12CD34EF',
    postcodeLookupUrl: 'https://api.postcodes.io',
    addressLookupUrl: env.ADDRESS_LOOKUP_URL,
    apiAnonKey: env.API_ANON_KEY,
    apiServiceKey: secretKey,
    auth: {
      signup: false,
      autoconfirm: false,
      anonymous: true,
      manualLinking: false,
      signingKeysFile: '/etc/plumbers/keys.json',
      redirectOrigins: ['https://www.example.co.uk', 'https://app.example.co.uk', 'http://127.0.0.1:5173'],
      google: { clientId: env.GOOGLE_CLIENT_ID, clientSecret: 'GOCSPX-aBcDeF', issuer: 'http://127.0.0.1:9000/openid' },
      github: {
        clientId: env.GITHUB_CLIENT_ID,
        clientSecret: secretKey,
        url: 'https://github.example.co.uk',
        apiUrl: 'https://github.example.co.uk/api/v3',
      },
    },
    stripe: {
      secretKey: 'rk_live_0123456789abcdef',
      webhookSecret: 'whsec_0123456789abcdef',
      paymentLink: 'https://buy.stripe.com/test_abc123',
      apiUrl: 'http://127.0.0.1:12111',
    },
    twilio: {
      accountSid: `AC${'0'.repeat(32)}`,
      authToken: '0123456789abcdef0123456789abcdef',
      from: '+442079460000',
      callFrom: '+442079460002',
      callsTo: ['+442079460003', '+447700900456'],
      whatsappFrom: '+442079460001',
      whatsappTemplates: { confirmation: `HX${'1'.repeat(32)}`, late: `HX${'2'.repeat(32)}` },
      apiUrl: 'http://127.0.0.1:12112',
    },
    devTools: true,
    sampleData: false,
    serviceWorker: false,
    warmPages: false,
    trustedProxies: 2,
    rateLimitScale: 0.5,
    monitorUrl: 'http://127.0.0.1:3000',
    metricsToken: 'a-token-for-prometheus-0123456789',
    otlpEndpoint: 'http://127.0.0.1:4318',
    backup: {
      dir: '/mnt/backups',
      bucket: {
        url: 'https://s3.example.co.uk/plumbers',
        region: 'eu-west-2',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      keys: [secretKey, `old${secretKey}`],
    },
    files: {
      dir: '/var/lib/plumbers/files',
      bucket: {
        url: 'https://s3.example.co.uk/photos',
        region: 'eu-west-1',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
    },
    logLevel: 'silent',
  })
})

test.each([
  ['https://www.example.co.uk', false, undefined],
  ['http://localhost:8080', true, 'localhost'],
  ['http://127.0.0.1', true, 'localhost'],
  ['http://[::1]:3000', true, 'localhost'],
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
  SITE_URL: [
    marker,
    `https://example.co.uk/${marker}`,
    `https://example.co.uk/?${marker}`,
    `ftp://${marker}.example`,
    `http://${marker}.example`,
  ],
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
  STRIPE_PAYMENT_LINK: [
    marker,
    `http://buy.stripe.com/${marker}`,
    `https://buy.stripe.com.${marker}.example/abc`,
    `https://${marker}@buy.stripe.com/abc`,
    `https://buy.stripe.com/abc?${marker}`,
  ],
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
  ['GOOGLE', 'google', { issuer: 'https://accounts.google.com' }],
  ['GITHUB', 'github', { url: 'https://github.com', apiUrl: 'https://api.github.com' }],
] as const)('%s_CLIENT_ID and its secret', (name, field, addresses) => {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]

  it('come together, and lead to the provider itself where nothing else is said', () => {
    expect(readConfig({ [id]: 'client-id', [secret]: 'client-secret' }).auth[field]).toEqual({
      clientId: 'client-id',
      clientSecret: 'client-secret',
      ...addresses,
    })
  })

  it('are a problem, once, where one is missing or bad', () => {
    expect(problemsOf({ [id]: 'client-id' })).toEqual([expect.stringMatching(`^${secret} is required with ${id}: .*e\\.g\\. `)])
    expect(problemsOf({ [secret]: 'client-secret' })).toEqual([expect.stringMatching(`^${id} is required with ${secret}: .*e\\.g\\. `)])
    expect(namesOf(problemsOf({ [id]: 'client-id', [secret]: 'x' }))).toEqual([secret])
    expect(namesOf(problemsOf({ [id]: 'x', [secret]: 'client-secret' }))).toEqual([id])
  })
})

describe('The keys of Stripe', () => {
  const [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET] = ['sk_test_0123456789', 'whsec_0123456789abcdef']
  const STRIPE_PAYMENT_LINK = 'https://buy.stripe.com/abc'

  it('come together; a payment link alone, or an address alone, takes no payments', () => {
    const keys = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }
    expect(readConfig(keys).stripe).toEqual({
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      paymentLink: undefined,
      apiUrl: undefined,
    })
    expect(readConfig({ STRIPE_API_URL: 'https://api.stripe.com' }).stripe).toBeUndefined()
    expect(problemsOf({ ...keys, STRIPE_PAYMENT_LINK })).toEqual([])
  })

  it('are a problem, once, where one is missing or bad', () => {
    expect(problemsOf({ STRIPE_SECRET_KEY })).toEqual([
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY: .*e\.g\. /),
    ])
    expect(problemsOf({ STRIPE_WEBHOOK_SECRET })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY is required with STRIPE_WEBHOOK_SECRET: .*e\.g\. /),
    ])
    expect(namesOf(problemsOf({ STRIPE_PAYMENT_LINK }))).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
    expect(namesOf(problemsOf({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'x' }))).toEqual(['STRIPE_WEBHOOK_SECRET'])
    expect(namesOf(problemsOf({ STRIPE_SECRET_KEY: 'x', STRIPE_WEBHOOK_SECRET }))).toEqual(['STRIPE_SECRET_KEY'])
  })
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
    expect(readConfig(bucket).backup.bucket).toEqual({
      url: 'http://127.0.0.1:9000/b',
      region: 'us-east-1',
      accessKeyId: 'test',
      secretAccessKey: 'test-secret',
    })
    expect(namesOf(problemsOf({ ...bucket, BACKUP_URL: '' }))).toEqual(['BACKUP_URL'])
    expect(namesOf(problemsOf({ BACKUP_URL: bucket.BACKUP_URL }))).toEqual(['BACKUP_ACCESS_KEY_ID', 'BACKUP_SECRET_ACCESS_KEY'])
    expect(namesOf(problemsOf({ ...bucket, BACKUP_SECRET_ACCESS_KEY: 'short' }))).toEqual(['BACKUP_SECRET_ACCESS_KEY'])
  })
})

describe('Photos', () => {
  it('are kept in the data folder, or in a bucket with all that it takes', () => {
    expect(readConfig({ DATA_DIR: '/data' }).files).toEqual({ dir: '/data/files', bucket: undefined })
    const bucket = { FILES_URL: 'http://127.0.0.1:9000/b/', FILES_ACCESS_KEY_ID: 'test', FILES_SECRET_ACCESS_KEY: 'test-secret' }
    expect(readConfig(bucket).files.bucket).toEqual({
      url: 'http://127.0.0.1:9000/b',
      region: 'us-east-1',
      accessKeyId: 'test',
      secretAccessKey: 'test-secret',
    })
    expect(namesOf(problemsOf({ FILES_URL: bucket.FILES_URL }))).toEqual(['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'])
  })
})

test('.env.example lists exactly the variables that are read, each of them commented out', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(15)
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
