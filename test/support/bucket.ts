import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { bodyOf, listenHere } from './listen.ts'

export const bucketAccess = { region: 'eu-west-2', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

/** An S3-compatible bucket over real HTTP. It accepts requests with a valid AWS Signature Version 4, which it computes itself. */
export interface Bucket {
  url: string
  objects: Map<string, Buffer>
  /** Methods and paths of accepted requests, and of refused ones. */
  taken: string[]
  refused: string[]
  /** The service is full or overloaded: every request fails with this. */
  isDown: boolean
  /** An attacker's answer in the bucket's place. If it returns false, the bucket answers. */
  lie?: (key: string, response: ServerResponse, query: URLSearchParams) => unknown
}

/** Opens an empty bucket. It is closed when the test ends. */
export async function openBucket(): Promise<Bucket> {
  const bucket: Bucket = { url: '', objects: new Map(), taken: [], refused: [], isDown: false }
  const server = createServer(async (request, response) => {
    const sent = await bodyOf(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const asked = `${request.method} ${pathname}`
    const isSigned = request.headers.authorization === signatureOf(request)
    ;(isSigned ? bucket.taken : bucket.refused).push(asked)
    if (!isSigned || !pathname.startsWith('/plumbers')) return response.writeHead(403).end(errorXml('SignatureDoesNotMatch'))
    if (bucket.isDown) return response.writeHead(503).end(errorXml('SlowDown'))
    const key = decodeURIComponent(pathname.slice('/plumbers/'.length))
    if (bucket.lie && request.method === 'GET' && bucket.lie(key, response, searchParams) !== false) return
    const object = bucket.objects.get(key)
    if (request.method === 'PUT') {
      bucket.objects.set(key, sent)
      return response.writeHead(200, { etag: '"etag"' }).end()
    }
    if (request.method === 'DELETE') {
      bucket.objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') return response.writeHead(200, { 'content-type': 'application/xml' }).end(listXml(bucket, searchParams))
    return object ? response.writeHead(200).end(object) : response.writeHead(404).end(errorXml('NoSuchKey'))
  })
  bucket.url = `${await listenHere(server)}/plumbers`
  return bucket
}

/** The right Authorization header of a request (AWS Signature Version 4, docs.aws.amazon.com, "Create a signed AWS API request"). */
function signatureOf({ method, url = '', headers }: IncomingMessage): string {
  const { pathname, search } = new URL(url, 'http://bucket')
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
  // If these weren't signed, they could be replaced.
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.split(';').includes(name))) return 'unsigned headers'
  const time = String(headers['x-amz-date'])
  const scope = [time.slice(0, 8), bucketAccess.region, 's3', 'aws4_request']
  const query = search.slice(1).split('&').filter(Boolean).toSorted().join('&')
  const lines = signed.split(';').map((name) => `${name}:${headers[name]}\n`)
  const request = [method, pathname, query, lines.join(''), signed, headers['x-amz-content-sha256']].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(request).digest('hex')].join('\n')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${bucketAccess.secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${bucketAccess.accessKeyId}/${scope.join('/')}, SignedHeaders=${signed}, Signature=${signature}`
}

/** Two objects per page, so that a full list needs several requests. */
function listXml({ objects }: Bucket, query: URLSearchParams): string {
  const from = Number(query.get('continuation-token') ?? 0)
  const keys = [...objects.keys()].toSorted()
  const page = keys.slice(from, from + 2)
  const more = from + 2 < keys.length
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-11-22T03:00:00.000Z</LastModified><ETag>"etag"</ETag><Size>${objects.get(key)?.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  )
  const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>plumbers</Name><Prefix></Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
}

const errorXml = (code: string) => `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
