import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestS3 } from '../../../testing/test-s3.ts'
import { fetchFile, removeFile, sendFile, signedHeaders, tryPlace } from './backup.s3.ts'

const PART_BYTES = 100_000
let s3: Awaited<ReturnType<typeof startTestS3>>
let folder: string
beforeAll(async () => {
  s3 = await startTestS3()
  folder = mkdtempSync(join(tmpdir(), 'tenfour-s3-'))
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

// Examples of Amazon's own documentation of the signature.
test.each([
  ['lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('a request for ?%s is signed as Amazon signs it', (search, signature) => {
  const place = {
    ...s3.place,
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const request = { method: 'GET', host: 'examplebucket.s3.amazonaws.com', path: '/', search, body: Buffer.alloc(0) }
  const { authorization } = signedHeaders(place, request, new Date('2013-05-24T00:00:00Z'))
  expect(authorization.endsWith(`Signature=${signature}`)).toBe(true)
})

test('a place is tried with a small file, of which nothing stays', async () => {
  await tryPlace(s3.place)
  expect(s3.files.size).toBe(0)
})

test('a small file goes at once, a large one in parts, and both come back as they were', async () => {
  for (const bytes of [1000, 250_000]) {
    const [file, content] = [join(folder, 'one'), randomBytes(bytes)]
    writeFileSync(file, content)
    const shares: number[] = []
    await sendFile(s3.place, file, 'one.backup', (share) => shares.push(share), PART_BYTES)
    expect([...s3.files.keys()]).toEqual(['/tenfour/our backups/one.backup'])
    expect((await buffer(await fetchFile(s3.place, 'one.backup'))).equals(content)).toBe(true)
    expect(shares.at(-1) ?? 1).toBe(1)
    await removeFile(s3.place, 'one.backup')
    expect([s3.files.size, s3.uploads.size]).toEqual([0, 0])
  }
})

test('a failure of the service is tried again, a refusal is not, and names its reason', async () => {
  const file = join(folder, 'two')
  writeFileSync(file, 'two')
  s3.refuse('InternalError', 'InternalError')
  await sendFile(s3.place, file, 'two')
  expect(s3.files.size).toBe(1)
  s3.requests.length = 0
  s3.refuse('QuotaExceeded')
  await expect(sendFile(s3.place, file, 'two')).rejects.toThrow('The bucket tenfour at 127.0.0.1')
  expect(s3.requests).toHaveLength(1)
  const wrong = { ...s3.place, secretAccessKey: 'another' }
  await expect(tryPlace(wrong)).rejects.toThrow('refused it: SignatureDoesNotMatch')
  await removeFile(s3.place, 'two')
})

test('parts of an upload that fails halfway are given up, and nothing is there', async () => {
  const file = join(folder, 'three')
  writeFileSync(file, randomBytes(250_000))
  const refuseSecond = () => s3.refuse('SlowDownForEver')
  await expect(sendFile(s3.place, file, 'three', refuseSecond, PART_BYTES)).rejects.toThrow('SlowDownForEver')
  expect([s3.files.size, s3.uploads.size]).toEqual([0, 0])
})
