import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const S3_KEY = { accessKeyId: 'AKIATENFOURTEST', secretAccessKey: 'a secret/of+the tests'.replaceAll(' ', '_') } as const
const REGION = 'eu-test-1'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const mac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Why a request is refused, as Amazon's documentation of its signature asks for; undefined if it is signed. */
function refusalOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  if (!given) return 'AccessDenied'
  const [, keyId, day = '', region = '', names = '', signature] = given
  if (keyId !== S3_KEY.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  const stamp = String(headers['x-amz-date'])
  if (!stamp.startsWith(day) || !names.split(';').includes('host')) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const [path = '', search = ''] = url.split('?')
  const query = search
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .toSorted()
    .join('&')
  const listed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = `${method}\n${path}\n${query}\n${listed.join('')}\n${names}\n${sha256(body)}`
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${day}/${region}/s3/aws4_request\n${sha256(request)}`
  const key = mac(mac(mac(mac(`AWS4${S3_KEY.secretAccessKey}`, day), region), 's3'), 'aws4_request')
  return mac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

/** A bucket that checks signatures, and takes files whole or in parts. */
export async function startTestS3() {
  const files = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let refusals: readonly string[] = []
  const requests: string[] = []

  const answer = (request: IncomingMessage, body: Buffer): { status: number; text?: string | Buffer; etag?: string } => {
    const refused = refusalOf(request, body)
    if (refused !== undefined) return { status: 403, text: `<Error><Code>${refused}</Code></Error>` }
    const url = new URL(request.url ?? '', 'http://s3')
    const name = decodeURIComponent(url.pathname)
    const [failure, ...later] = refusals
    refusals = later
    if (failure !== undefined) return { status: failure === 'InternalError' ? 500 : 403, text: `<Error><Code>${failure}</Code></Error>` }
    const uploadId = url.searchParams.get('uploadId') ?? ''
    switch (request.method) {
      case 'PUT':
        if (uploadId) uploads.get(uploadId)?.set(Number(url.searchParams.get('partNumber')), body)
        else files.set(name, body)
        return { status: 200, etag: `"${sha256(body).slice(0, 32)}"` }
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          const id = `upload-${uploads.size + 1}`
          uploads.set(id, new Map())
          return { status: 200, text: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` }
        }
        const parts = [...(uploads.get(uploadId) ?? [])].toSorted(([a], [b]) => a - b)
        const listed = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag>/g)].map(([, tag]) => tag)
        if (listed.join() !== parts.map(([, part]) => `"${sha256(part).slice(0, 32)}"`).join())
          return { status: 400, text: '<Code>InvalidPart</Code>' }
        files.set(name, Buffer.concat(parts.map(([, part]) => part)))
        uploads.delete(uploadId)
        return { status: 200, text: '<CompleteMultipartUploadResult/>' }
      }
      case 'DELETE':
        if (uploadId) uploads.delete(uploadId)
        else files.delete(name)
        return { status: 204 }
      default: {
        const found = files.get(name)
        return found ? { status: 200, text: found } : { status: 404, text: '<Error><Code>NoSuchKey</Code></Error>' }
      }
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`)
      const { status, text, etag } = answer(request, Buffer.concat(chunks))
      response.writeHead(status, etag === undefined ? {} : { etag }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** As it is entered in the plan. */
    place: { endpoint, region: REGION, bucket: 'tenfour', prefix: 'our backups/', ...S3_KEY },
    files,
    uploads,
    requests,
    /** Answers the next requests with these errors. */
    refuse: (...codes: string[]) => {
      refusals = codes
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
