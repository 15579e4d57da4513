import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { type TemplateKind, templateKinds } from './text-carrier.ts'
import { defaultWebhookDomains, isLoopbackHost, type TargetPolicy, webhookUrlProblem } from './webhook-target.ts'

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).pathname === '/' && !new URL(url).search, 'has a path or a query')

/** Secrets are only sent over an encrypted connection, or to this machine. */
const isSafeTarget = (url: string) => URL.canParse(url) && (url.startsWith('https:') || isLoopbackHost(new URL(url).hostname))

function canSign(secret: string): boolean {
  try {
    new Webhook(secret)
    return true
  } catch {
    return false
  }
}

const clientPart = z.string().regex(/^[\w.~-]{6,300}$/)

const count = (max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int().max(max))

const bucketUrl = z
  .url({ protocol: /^https?$/ })
  .refine(isSafeTarget)
  .refine((url) => URL.canParse(url) && /^\/[^/]+\/?$/.test(new URL(url).pathname) && !/[?#@]/.test(url))
const bucketRegion = [z.string().regex(/^[a-z0-9-]{2,40}$/), "the bucket's region, e.g. eu-west-2"] as const
const bucketKeyId = [z.string().regex(/^[\w.-]{3,200}$/), 'the ID of an access key for the bucket, e.g. AKIAIOSFODNN7EXAMPLE'] as const
const bucketSecret = [
  z.string().regex(/^[!-~]{8,300}$/),
  'the secret that goes with that access key, e.g. wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
] as const

/** Each variable: its format, and an example for an error message. `.env.example` lists the same names. */
export const variables = {
  PORT: [count(65_535), 'a port number, e.g. 3000'],
  HOST: [z.string().min(1), 'a host name or address to listen on, e.g. 127.0.0.1'],
  // Over http, passwords and session cookies would be readable in transit.
  SITE_URL: [
    httpUrl.refine(isSafeTarget),
    'the address visitors use, without a path, on https unless it is this machine, e.g. https://www.example.co.uk',
  ],
  DATA_DIR: [z.string().min(1), 'a folder, e.g. ./data'],
  DATABASE_URL: [z.url({ protocol: /^postgres(ql)?$/ }), 'a PostgreSQL address, e.g. postgresql://user:password@host/plumbers'],
  MONITOR_URL: [httpUrl, 'the address at which the site reaches itself to check it, without a path, e.g. http://127.0.0.1:3000'],
  METRICS_TOKEN: [
    z.string().regex(/^[\w.~+/=-]{24,500}$/),
    'at least 24 characters without spaces, e.g. the output of: openssl rand -hex 32',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    z.url({ protocol: /^https?$/ }).refine((url) => !/[?#@]/.test(url)),
    'where a collector accepts OTLP over HTTP, without /v1/traces, e.g. http://127.0.0.1:4318',
  ],
  SECRET_KEY: [
    z.string().refine((keys) => keys.split(',').every((key) => key.trim().length >= 32)),
    'at least 32 characters (older keys after a comma), e.g. the output of: openssl rand -hex 32',
  ],
  STAFF_EMAIL: [z.email(), 'an email address, e.g. desk@example.co.uk'],
  WEBHOOK_URL: [z.url({ protocol: /^https?$/ }), 'an https address, e.g. https://hooks.zapier.com/hooks/catch/1/abc'],
  WEBHOOK_SECRET: [
    z
      .string()
      .regex(/^(whsec_)?(?=.{24,}$)[A-Za-z0-9+/]*={0,2}$/)
      .refine(canSign),
    'a base64 secret of at least 24 characters, e.g. whsec_ followed by the output of: openssl rand -base64 32',
  ],
  WEBHOOK_ALLOWED_DOMAINS: [
    z.string().regex(/^[a-z0-9.-]+(\s*,\s*[a-z0-9.-]+)*$/i),
    'domains separated by commas, e.g. hooks.zapier.com,make.com',
  ],
  SMTP_URL: [z.url({ protocol: /^smtps?$/ }), 'an SMTP address, e.g. smtps://user:password@mail.example.co.uk'],
  MAIL_FROM: [z.string().min(3).max(200), 'a sender, e.g. Emergency Plumbers London <help@example.co.uk>'],
  ANALYTICS_MEASUREMENT_ID: [z.string().regex(/^G-[A-Z0-9]{4,20}$/), 'a Google Analytics 4 measurement ID, e.g. G-AB12CD34EF'],
  POSTCODE_LOOKUP_URL: [z.url({ protocol: /^https?$/ }), 'a service with the postcodes.io API, e.g. https://api.postcodes.io'],
  ADDRESS_LOOKUP_URL: [
    z
      .url({ protocol: /^https?$/ })
      .refine(isSafeTarget)
      .refine((url) => !/[#@]/.test(url)),
    'a service with the API of Ideal Postcodes, on https, with its key, e.g. https://api.ideal-postcodes.co.uk/v1/postcodes?api_key=ak_0123456789',
  ],
  API_ANON_KEY: [
    z.string().regex(/^[\w.-]{16,500}$/),
    'at least 16 letters, digits, dots, dashes and underscores, e.g. the output of: openssl rand -hex 32',
  ],
  API_SERVICE_KEY: [
    z.string().regex(/^[\w.-]{32,500}$/),
    'at least 32 letters, digits, dots, dashes and underscores, e.g. the output of: openssl rand -hex 32',
  ],
  AUTH_SIGNUP: [onOff, 'on or off'],
  AUTH_AUTOCONFIRM: [onOff, 'on or off'],
  AUTH_ANONYMOUS: [onOff, 'on or off'],
  AUTH_MANUAL_LINKING: [onOff, 'on or off'],
  AUTH_SIGNING_KEYS_FILE: [
    z.string().min(1),
    'a file containing a JSON array of private JWKs, ES256 or RS256, with the signing key first, e.g. ./keys.json',
  ],
  AUTH_REDIRECT_ORIGINS: [
    z
      .string()
      .transform((list) => list.split(/\s*,\s*/))
      .pipe(z.array(httpUrl)),
    'other addresses that links in emails can lead to, without a path and separated by commas, e.g. https://app.example.co.uk',
  ],
  GOOGLE_CLIENT_ID: [clientPart, 'the Google client ID, e.g. 1234-abcd.apps.googleusercontent.com'],
  GOOGLE_CLIENT_SECRET: [clientPart, 'the client secret that goes with it, e.g. GOCSPX-aBcDeF'],
  GITHUB_CLIENT_ID: [clientPart, 'the GitHub client ID, e.g. Iv1.0123456789abcdef'],
  GITHUB_CLIENT_SECRET: [clientPart, 'the client secret that goes with it, e.g. 0123456789abcdef0123456789abcdef01234567'],
  AUTH_GOOGLE_ISSUER: [
    z
      .url({ protocol: /^https?$/ })
      .refine(isSafeTarget)
      .refine((url) => !/[?#]/.test(url)),
    'an OpenID issuer on https, e.g. https://accounts.google.com',
  ],
  AUTH_GITHUB_URL: [httpUrl.refine(isSafeTarget), 'an address on https, without a path, e.g. https://github.com'],
  STRIPE_SECRET_KEY: [
    z.string().regex(/^[rs]k_(test|live)_\w{10,300}$/),
    'a secret or restricted Stripe key from the Stripe dashboard, e.g. one starting with sk_test_',
  ],
  STRIPE_WEBHOOK_SECRET: [
    z.string().regex(/^whsec_[\w+/=-]{16,300}$/),
    "the signing secret of Stripe's webhook endpoint, from the Stripe dashboard, e.g. one starting with whsec_",
  ],
  STRIPE_PAYMENT_LINK: [
    z.url({ protocol: /^https$/, hostname: /^buy\.stripe\.com$/ }).refine((url) => !/[?#@]/.test(url)),
    'a Stripe payment link without a query, e.g. https://buy.stripe.com/abc123',
  ],
  STRIPE_API_URL: [httpUrl.refine(isSafeTarget), 'an address on https, without a path, e.g. https://api.stripe.com'],
  TWILIO_ACCOUNT_SID: [
    z.string().regex(/^AC[0-9a-f]{32}$/),
    'the account SID from the Twilio console, e.g. AC0123456789abcdef0123456789abcdef',
  ],
  TWILIO_AUTH_TOKEN: [z.string().regex(/^[\w-]{16,200}$/), 'the auth token from the Twilio console, e.g. 0123456789abcdef0123456789abcdef'],
  TEXT_FROM: [
    z.string().regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/),
    'the number that texts come from, or a messaging service, e.g. +442079460000',
  ],
  CALL_FROM: [z.string().regex(/^\+[1-9]\d{6,14}$/), 'the number that telephone calls come from, e.g. +442079460000'],
  CALLS_TO: [
    z
      .string()
      .transform((list) => list.split(/\s*,\s*/))
      .pipe(z.array(z.string().regex(/^\+[1-9]\d{6,14}$/)).max(10)),
    'the office’s telephones, to which calls to us are put through, separated by commas, e.g. +442079460003,+447700900456',
  ],
  WHATSAPP_FROM: [z.string().regex(/^\+[1-9]\d{6,14}$/), 'the number that WhatsApp messages come from, e.g. +442079460000'],
  WHATSAPP_TEMPLATES: [
    z
      .string()
      .transform((list) => list.split(/\s*,\s*/).map((pair) => pair.split('=')))
      .pipe(z.array(z.tuple([z.enum(templateKinds), z.string().regex(/^HX[0-9a-f]{32}$/)])))
      .transform((pairs): Partial<Record<TemplateKind, string>> => Object.fromEntries(pairs)),
    `the SIDs of approved WhatsApp templates (${templateKinds.join(', ')}), e.g. confirmation=HX0123456789abcdef0123456789abcdef`,
  ],
  TWILIO_API_URL: [httpUrl.refine(isSafeTarget), 'an address on https, without a path, e.g. https://api.twilio.com'],
  DEV_TOOLS: [onOff, 'on or off'],
  SAMPLE_DATA: [onOff, 'on or off'],
  SERVICE_WORKER: [onOff, 'on or off'],
  WARM_PAGES: [onOff, 'on or off'],
  TRUST_PROXY: [count(5), 'how many reverse proxies are in front of the server, e.g. 1'],
  RATE_LIMIT_SCALE: [
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .pipe(z.number().positive().max(1_000_000)),
    'a number that multiplies every rate limit, e.g. 1',
  ],
  BACKUP_DIR: [z.string().min(1), 'a folder, or off, e.g. /mnt/backups/plumbers'],
  BACKUP_URL: [bucketUrl, 'an S3-compatible bucket on https, as host and bucket, e.g. https://s3.eu-west-2.amazonaws.com/plumbers-backups'],
  BACKUP_REGION: bucketRegion,
  BACKUP_ACCESS_KEY_ID: bucketKeyId,
  BACKUP_SECRET_ACCESS_KEY: bucketSecret,
  BACKUP_KEY: [
    z.string().refine((keys) => keys.split(',').every((key) => key.trim().length >= 32)),
    'at least 32 characters (older keys after a comma), e.g. the output of: openssl rand -hex 32',
  ],
  FILES_URL: [bucketUrl, 'an S3-compatible bucket on https, as host and bucket, e.g. https://s3.eu-west-2.amazonaws.com/plumbers-photos'],
  FILES_REGION: bucketRegion,
  FILES_ACCESS_KEY_ID: bucketKeyId,
  FILES_SECRET_ACCESS_KEY: bucketSecret,
  LOG_LEVEL: [z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'debug, info, warn, error or silent'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Variables = { [Name in keyof typeof variables]?: z.output<(typeof variables)[Name][0]> }

/** The process's settings, read once at start. Every one of the environment's is optional. */
export interface Config {
  port: number
  host: string | undefined
  siteUrl: string
  /** True if visitors are on this machine: sample data, `http` cookies and developer tools depend on it. */
  siteIsLoopback: boolean
  dataDir: string
  databaseUrl: string | undefined
  secretKeys: string[]
  staffEmail: string | undefined
  webhook: { url: string; secret: string } | undefined
  webhookAllowedDomains: string[]
  smtpUrl: string | undefined
  mailFrom: string
  /** For public pages, unless the owner stored another; without either there is no analytics. */
  analyticsMeasurementId: string | undefined
  postcodeLookupUrl: string | undefined
  addressLookupUrl: string | undefined
  /** A bearer that means 'anyone', as some clients send it; and the one that may do everything. Neither is needed. */
  apiAnonKey: string | undefined
  apiServiceKey: string | undefined
  auth: AuthConfig
  /** Undefined until Stripe's keys are set. */
  stripe: StripeConfig | undefined
  /** Undefined until Twilio's account and a sender are set: no texts are sent. */
  twilio: TwilioConfig | undefined
  devTools: boolean
  /** Creates sample accounts in an empty database: only if no one else can reach the site. */
  sampleData: boolean
  /** Lets browsers keep public pages for use offline. If off, browsers delete their copies. */
  serviceWorker: boolean
  /** Renders and compresses every public page at start instead of on its first request. */
  warmPages: boolean
  trustedProxies: number
  rateLimitScale: number
  /** Base URL for the site's own checks: the public one, unless this machine reaches itself at another address. */
  monitorUrl: string
  /** The bearer token for /metrics; without it there is no /metrics. */
  metricsToken: string | undefined
  /** Without it, no traces are sent. */
  otlpEndpoint: string | undefined
  backup: BackupConfig
  /** Photos are stored in the bucket if there is one, else in the folder. */
  files: { dir: string; bucket: BucketConfig | undefined }
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** A bucket of an S3-compatible service, and the key that opens it. */
export interface BucketConfig {
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

interface BackupConfig {
  /** A folder of this machine; undefined: none. */
  dir: string | undefined
  /** An S3-compatible bucket. */
  bucket: BucketConfig | undefined
  /** The first encrypts, all decrypt; empty: keys derived from SECRET_KEY. */
  keys: string[]
}

export const targetPolicy = ({ webhookAllowedDomains, devTools }: Config): TargetPolicy => ({
  allowedDomains: webhookAllowedDomains,
  loopback: devTools,
})

export interface StripeConfig {
  secretKey: string
  /** Verifies the signatures of Stripe's webhooks. */
  webhookSecret: string
  /** A static payment link, used instead of a payment page for each booking. */
  paymentLink: string | undefined
  apiUrl: string | undefined
}

export interface TwilioConfig {
  accountSid: string
  /** The token also signs Twilio's requests to us. */
  authToken: string
  /** A number, or the SID of a messaging service. */
  from: string
  /** Undefined: calls come from `from`, if that is a number. */
  callFrom: string | undefined
  /** The office's telephones, to which calls to us are put through. */
  callsTo: string[]
  whatsappFrom: string | undefined
  /** The approved templates of WhatsApp messages. */
  whatsappTemplates: Partial<Record<TemplateKind, string>>
  apiUrl: string
}

/** Settings of accounts. */
interface AuthConfig {
  /** Anyone may sign up. */
  signup: boolean
  /** Addresses count as confirmed without an email. */
  autoconfirm: boolean
  anonymous: boolean
  /** A signed-in user may link another provider. */
  manualLinking: boolean
  signingKeysFile: string | undefined
  /** Origins that links may lead back to: the site's own, and the configured ones. */
  redirectOrigins: string[]
  /** Sign-in providers; undefined if not configured. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | undefined
}

/** All invalid values together, one line each: name, problem, example. */
export class ConfigProblems extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/**
 * The configuration from an environment. Throws `ConfigProblems` with every invalid value's name; values are never repeated, since they may
 * be secrets.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { values, problems } = readVariables(env)
  const siteUrl = new URL(values.SITE_URL ?? `http://localhost:${values.PORT ?? 3000}`)
  const siteIsLoopback = isLoopbackHost(siteUrl.hostname)
  if (values.DATABASE_URL && !values.SECRET_KEY && !problems.some((line) => line.startsWith('SECRET_KEY')))
    problems.push(`SECRET_KEY is required with DATABASE_URL, the same on every instance: ${variables.SECRET_KEY[1]}`)
  const devTools = values.DEV_TOOLS ?? siteIsLoopback
  // Bookings are shown to anyone who has confirmed their address, so an email must have proved it.
  if (values.AUTH_AUTOCONFIRM && !siteIsLoopback)
    problems.push('AUTH_AUTOCONFIRM is not valid. It can only be on if SITE_URL points to this machine. Leave it out, or set it to off')
  const mayHaveSamples = siteIsLoopback && !values.DATABASE_URL && isLoopbackHost(values.HOST ?? 'localhost')
  if (values.SAMPLE_DATA && !mayHaveSamples)
    problems.push(
      'SAMPLE_DATA is not valid. It can only be on if SITE_URL and HOST point to this machine and the database is embedded. Leave it out, or set it to off',
    )
  const webhookAllowedDomains = (values.WEBHOOK_ALLOWED_DOMAINS ?? defaultWebhookDomains).toLowerCase().split(/\s*,\s*/)
  const webhookProblem =
    values.WEBHOOK_URL && webhookUrlProblem(values.WEBHOOK_URL, { allowedDomains: webhookAllowedDomains, loopback: devTools })
  if (webhookProblem) problems.push(`WEBHOOK_URL is not valid: ${webhookProblem}. It should be ${variables.WEBHOOK_URL[1]}`)
  if (values.WEBHOOK_URL && !values.WEBHOOK_SECRET && !problems.some((line) => line.startsWith('WEBHOOK_SECRET')))
    problems.push(`WEBHOOK_SECRET is required with WEBHOOK_URL: ${variables.WEBHOOK_SECRET[1]}`)
  for (const provider of ['GOOGLE', 'GITHUB'] as const) problems.push(...halfClient(values, problems, provider))
  problems.push(...halfStripe(values, problems), ...halfTwilio(values, problems))
  for (const use of ['BACKUP', 'FILES'] as const) problems.push(...halfBucket(values, problems, use))
  if (problems.length > 0) throw new ConfigProblems(problems)
  return {
    port: values.PORT ?? 3000,
    host: values.HOST ?? (siteIsLoopback ? 'localhost' : undefined),
    siteUrl: siteUrl.origin,
    siteIsLoopback,
    dataDir: values.DATA_DIR ?? './data',
    databaseUrl: values.DATABASE_URL,
    secretKeys: values.SECRET_KEY?.split(',').map((key) => key.trim()) ?? [],
    staffEmail: values.STAFF_EMAIL,
    webhook: values.WEBHOOK_URL && values.WEBHOOK_SECRET ? { url: values.WEBHOOK_URL, secret: values.WEBHOOK_SECRET } : undefined,
    webhookAllowedDomains,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Emergency Plumbers London <no-reply@${siteUrl.hostname}>`,
    analyticsMeasurementId: values.ANALYTICS_MEASUREMENT_ID,
    postcodeLookupUrl: values.POSTCODE_LOOKUP_URL,
    addressLookupUrl: values.ADDRESS_LOOKUP_URL,
    apiAnonKey: values.API_ANON_KEY,
    apiServiceKey: values.API_SERVICE_KEY,
    auth: {
      signup: values.AUTH_SIGNUP ?? true,
      autoconfirm: values.AUTH_AUTOCONFIRM ?? false,
      anonymous: values.AUTH_ANONYMOUS ?? false,
      manualLinking: values.AUTH_MANUAL_LINKING ?? true,
      signingKeysFile: values.AUTH_SIGNING_KEYS_FILE,
      redirectOrigins: [siteUrl.origin, ...(values.AUTH_REDIRECT_ORIGINS ?? []).map((url) => new URL(url).origin)],
      google: googleOf(values),
      github: githubOf(values),
    },
    stripe: stripeOf(values),
    twilio: twilioOf(values),
    devTools,
    sampleData: mayHaveSamples && (values.SAMPLE_DATA ?? true),
    serviceWorker: values.SERVICE_WORKER ?? true,
    warmPages: values.WARM_PAGES ?? true,
    trustedProxies: values.TRUST_PROXY ?? 0,
    rateLimitScale: values.RATE_LIMIT_SCALE ?? 1,
    monitorUrl: new URL(values.MONITOR_URL ?? siteUrl).origin,
    metricsToken: values.METRICS_TOKEN,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ''),
    backup: backupOf(values),
    files: { dir: join(values.DATA_DIR ?? './data', 'files'), bucket: bucketOf(values, 'FILES') },
    logLevel: values.LOG_LEVEL ?? 'info',
  }
}

/** A client's id without its secret, or the reverse, is a mistake; invalid ones are reported already. */
function halfClient(values: Variables, problems: readonly string[], provider: 'GOOGLE' | 'GITHUB'): string[] {
  const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const
  const [given, missing] = values[id] ? [id, secret] : [secret, id]
  if (!values[given] || values[missing] || problems.some((line) => line.startsWith(missing))) return []
  return [`${missing} is required with ${given}: ${variables[missing][1]}`]
}

/** Payments need both a key and a webhook secret, and not just a link. */
function halfStripe(values: Variables, problems: readonly string[]): string[] {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PAYMENT_LINK'] as const
  const given = names.find((name) => values[name])
  if (!given) return []
  return names
    .slice(0, 2)
    .filter((name) => !values[name] && !problems.some((line) => line.startsWith(name)))
    .map((name) => `${name} is required with ${given}: ${variables[name][1]}`)
}

/** Texts need an account, its token and a sender. */
function halfTwilio(values: Variables, problems: readonly string[]): string[] {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TEXT_FROM'] as const
  const others = ['WHATSAPP_FROM', 'WHATSAPP_TEMPLATES', 'CALL_FROM', 'CALLS_TO'] as const
  const given = [...names, ...others].find((name) => values[name])
  if (!given) return []
  return [...names, ...(values.WHATSAPP_TEMPLATES ? (['WHATSAPP_FROM'] as const) : [])]
    .filter((name) => !values[name] && !problems.some((line) => line.startsWith(name)))
    .map((name) => `${name} is required with ${given}: ${variables[name][1]}`)
}

/** A bucket without its access key, or the reverse, would only fail at night. */
function halfBucket(values: Variables, problems: readonly string[], use: 'BACKUP' | 'FILES'): string[] {
  const names = [`${use}_URL`, `${use}_ACCESS_KEY_ID`, `${use}_SECRET_ACCESS_KEY`] as const
  const given = names.find((name) => values[name])
  if (!given) return []
  return names
    .filter((name) => !values[name] && !problems.some((line) => line.startsWith(name)))
    .map((name) => `${name} is required with ${given}: ${variables[name][1]}`)
}

/** Embedded data is backed up beside itself unless another folder is set; PostgreSQL only if asked for. */
function backupOf(values: Variables): BackupConfig {
  const dir = values.BACKUP_DIR ?? (values.DATABASE_URL ? 'off' : join(values.DATA_DIR ?? './data', 'backups'))
  return {
    dir: dir === 'off' ? undefined : dir,
    bucket: bucketOf(values, 'BACKUP'),
    keys: values.BACKUP_KEY?.split(',').map((key) => key.trim()) ?? [],
  }
}

function bucketOf(values: Variables, use: 'BACKUP' | 'FILES'): BucketConfig | undefined {
  const [url, accessKeyId, secretAccessKey] = [values[`${use}_URL`], values[`${use}_ACCESS_KEY_ID`], values[`${use}_SECRET_ACCESS_KEY`]]
  if (!url || !accessKeyId || !secretAccessKey) return undefined
  return { url: url.replace(/\/$/, ''), region: values[`${use}_REGION`] ?? 'us-east-1', accessKeyId, secretAccessKey }
}

function stripeOf(values: Variables): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  if (!secretKey || !webhookSecret) return undefined
  return { secretKey, webhookSecret, paymentLink: values.STRIPE_PAYMENT_LINK, apiUrl: values.STRIPE_API_URL }
}

function twilioOf(values: Variables): TwilioConfig | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TEXT_FROM: from } = values
  if (!accountSid || !authToken || !from) return undefined
  return {
    accountSid,
    authToken,
    from,
    callFrom: values.CALL_FROM,
    callsTo: values.CALLS_TO ?? [],
    whatsappFrom: values.WHATSAPP_FROM,
    whatsappTemplates: values.WHATSAPP_TEMPLATES ?? {},
    apiUrl: values.TWILIO_API_URL ?? 'https://api.twilio.com',
  }
}

function googleOf(values: Variables): AuthConfig['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, AUTH_GOOGLE_ISSUER: issuer } = values
  return clientId && clientSecret ? { clientId, clientSecret, issuer: issuer ?? 'https://accounts.google.com' } : undefined
}

/** GitHub's API has a separate address; GitHub Enterprise's has a path. */
function githubOf(values: Variables): AuthConfig['github'] {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = values
  const url = new URL(values.AUTH_GITHUB_URL ?? 'https://github.com').origin
  const apiUrl = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  return clientId && clientSecret ? { clientId, clientSecret, url, apiUrl } : undefined
}

function readVariables(env: Record<string, string | undefined>) {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, [schema, example]] of Object.entries(variables)) {
    const result = optional(schema).safeParse(env[name])
    if (result.success) values[name] = result.data
    else problems.push(`${name} is not valid. It should be ${example}`)
  }
  return { values: values as Variables, problems }
}
