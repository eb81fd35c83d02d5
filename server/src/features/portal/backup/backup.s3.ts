import { createHash, createHmac } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AppError } from '../../../platform/errors.ts'

/** A bucket of a service that speaks the protocol of Amazon S3. */
export type S3Place = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Larger files go in parts. Services take parts from 5 MB on, and 10,000 of them. */
const PART_BYTES = 16 * 1024 ** 2
const MAX_PARTS = 10_000
const TRIES = 3
/** For one part, not for a file: a slow line may take as long as it needs. */
const REQUEST_MS = 300_000
const ANSWER_BYTES = 64 * 1024
const EMPTY = Buffer.alloc(0)

const hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, value: string): Buffer => createHmac('sha256', key).update(value).digest()
const encoded = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

type Request = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

type Unsigned = { readonly method: string; readonly host: string; readonly path: string; readonly search: string; readonly body: Buffer }

/** The headers of a request with version 4 of Amazon's signature. */
export function signedHeaders({ region, accessKeyId, secretAccessKey }: S3Place, request: Unsigned, now = new Date()) {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = stamp.slice(0, 8)
  const sent = { 'x-amz-content-sha256': hex(request.body), 'x-amz-date': stamp }
  const headers = { host: request.host, ...sent }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([key, value]) => `${key}:${value}\n`)
  const canonical = [request.method, request.path, request.search, lines.join(''), names, sent['x-amz-content-sha256']].join('\n')
  const scope = [day, region, 's3', 'aws4_request']
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  const text = ['AWS4-HMAC-SHA256', stamp, scope.join('/'), hex(Buffer.from(canonical))].join('\n')
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`
  return { ...sent, authorization }
}

function signed(place: S3Place, { method, name, query = {}, body = EMPTY }: Request) {
  const path = `/${[place.bucket, ...`${place.prefix}${name}`.split('/')].map(encoded).join('/')}`
  const search = Object.entries(query)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const url = new URL(path + (search ? `?${search}` : ''), place.endpoint)
  return { url, headers: signedHeaders(place, { method, host: url.host, path, search, body }) }
}

const refused = (place: S3Place, what: string): AppError =>
  new AppError('unavailable', `The bucket ${place.bucket} at ${new URL(place.endpoint).host} ${what}`)

/** Sends a request, again after failures of the network or the service. The answer of the service is named where it refuses. */
async function send(place: S3Place, request: Request, signal?: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const { url, headers } = signed(place, request)
    const limit = AbortSignal.timeout(REQUEST_MS)
    const isLast = attempt === TRIES || signal?.aborted === true
    try {
      const response = await fetch(url, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(request.body ? { body: new Uint8Array(request.body) } : {}),
      })
      if (response.ok) return response
      const text = (await response.text()).slice(0, ANSWER_BYTES)
      if (response.status < 500 || isLast) {
        const [, code] = /<Code>([\w.]{1,80})<\/Code>/.exec(text) ?? []
        throw refused(place, `refused it: ${code ?? `status ${response.status}`}`)
      }
    } catch (error) {
      if (error instanceof AppError) throw error
      const { cause } = error as { cause?: unknown }
      const reason = cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error)
      if (isLast) throw refused(place, `can’t be reached: ${reason}`)
    }
  }
}

/** Sends a file under this name. It is there once all of it is. */
export async function sendFile(
  place: S3Place,
  file: string,
  name: string,
  onProgress: (share: number) => void = () => undefined,
  leastPartBytes = PART_BYTES,
): Promise<void> {
  const { size } = await stat(file)
  const partBytes = Math.max(leastPartBytes, Math.ceil(size / MAX_PARTS))
  const handle = await open(file)
  const read = async (at: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(Math.min(partBytes, size - at))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    return buffer.subarray(0, bytesRead)
  }
  try {
    if (size <= partBytes) {
      await send(place, { method: 'PUT', name, body: await read(0) })
      return
    }
    const begun = await (await send(place, { method: 'POST', name, query: { uploads: '' } })).text()
    const [, uploadId] = /<UploadId>([^<]+)<\/UploadId>/.exec(begun) ?? []
    if (uploadId === undefined) throw refused(place, 'began no upload')
    try {
      const tags: string[] = []
      for (let at = 0; at < size; at += partBytes) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const { headers } = await send(place, { method: 'PUT', name, query, body: await read(at) })
        const tag = headers.get('etag')
        if (tag === null) throw refused(place, 'confirmed no part of the upload')
        tags.push(tag)
        onProgress(Math.min(1, (at + partBytes) / size))
      }
      const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')
      const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`)
      const done = await (await send(place, { method: 'POST', name, query: { uploadId }, body })).text()
      // The service may notice only now, after the status was sent.
      if (done.includes('<Error>')) throw refused(place, 'did not put the parts of the upload together')
    } catch (error) {
      await send(place, { method: 'DELETE', name, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  } finally {
    await handle.close()
  }
}

export async function fetchFile(place: S3Place, name: string): Promise<Readable> {
  const { body } = await send(place, { method: 'GET', name })
  if (!body) throw refused(place, 'sent nothing')
  return Readable.fromWeb(body)
}

export async function removeFile(place: S3Place, name: string): Promise<void> {
  await send(place, { method: 'DELETE', name })
}

/** Writes, reads and deletes a small file. */
export async function tryPlace(place: S3Place): Promise<void> {
  const name = 'tenfour-trial'
  const body = Buffer.from('A trial of Tenfour, which may be deleted')
  await send(place, { method: 'PUT', name, body })
  const read = await (await send(place, { method: 'GET', name })).text()
  if (read !== body.toString()) throw refused(place, 'gave back something else than was sent')
  await removeFile(place, name)
}
