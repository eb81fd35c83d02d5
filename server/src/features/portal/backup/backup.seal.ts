import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { AppError } from '../../../platform/errors.ts'
import { ByteReader } from './backup.bytes.ts'

/** The line endings show whether the file was changed as a text on its way. */
const MAGIC = Buffer.from('tenfour-backup\r\n')
const FORMAT = 1
const SALT_BYTES = 16
const PREFIX_BYTES = 7
const PROOF_BYTES = 16
const HEAD_BYTES = MAGIC.length + 1 + SALT_BYTES + PREFIX_BYTES + PROOF_BYTES
const TAG_BYTES = 16
const CHUNK_BYTES = 256 * 1024
/** 128 MB and a third of a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 ** 2 }

const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

async function keyOf(passPhrase: string, salt: Buffer): Promise<{ key: Buffer; proof: Buffer }> {
  const both = await derive(passPhrase.normalize('NFC'), salt, 32 + PROOF_BYTES, SCRYPT)
  return { key: both.subarray(0, 32), proof: both.subarray(32) }
}

/** Never the same for two chunks of a file; the last chunk has its own, so that a file can't be cut. */
function nonce(prefix: Buffer, index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  prefix.copy(bytes)
  bytes.writeUInt32BE(index, PREFIX_BYTES)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

/** Encrypts a stream in chunks, each with AES-256-GCM. `docs/backup.md` describes the format. */
export async function* sealed(source: AsyncIterable<Buffer>, passPhrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const prefix = randomBytes(PREFIX_BYTES)
  const { key, proof } = await keyOf(passPhrase, salt)
  const head = Buffer.concat([MAGIC, Buffer.of(FORMAT), salt, prefix, proof])
  yield head
  const seal = (chunk: Buffer, index: number, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(prefix, index, isLast), { authTagLength: TAG_BYTES }).setAAD(head)
    const content = Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    const start = Buffer.alloc(5)
    start[0] = isLast ? 1 : 0
    start.writeUInt32BE(content.length, 1)
    return Buffer.concat([start, content])
  }
  const reader = new ByteReader(source)
  for (let index = 0; ; index += 1) {
    const chunk = await reader.take(CHUNK_BYTES)
    const isLast = chunk.length < CHUNK_BYTES
    yield seal(chunk, index, isLast)
    if (isLast) return
  }
}

export const damaged = (what: string): AppError => new AppError('invalid_input', `The backup is damaged: ${what}`)

/** The first of these pass phrases that opens the file; undefined where none does. */
export async function phraseOf(file: string, phrases: readonly (string | undefined)[]): Promise<string | undefined> {
  const source = createReadStream(file, { end: HEAD_BYTES - 1 })
  const head = await new ByteReader(source).take(HEAD_BYTES)
  if (head.length < HEAD_BYTES) return undefined
  const salt = head.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES)
  for (const phrase of phrases) {
    if (phrase !== undefined && timingSafeEqual((await keyOf(phrase, salt)).proof, head.subarray(HEAD_BYTES - PROOF_BYTES))) return phrase
  }
  return undefined
}

/** Decrypts what `sealed` made. Nothing is passed on that was not sealed with this pass phrase, in this place of this file. */
export async function* opened(source: AsyncIterable<Buffer>, passPhrase: string): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source)
  const head = await reader.take(HEAD_BYTES)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC.subarray(0, head.length))) {
    throw new AppError('invalid_input', 'The file is not a backup of Tenfour')
  }
  if (head.length < HEAD_BYTES) throw damaged('it ends within its first bytes')
  const format = head[MAGIC.length] ?? 0
  if (format !== FORMAT) throw new AppError('invalid_input', `The backup has format ${format}, which this version of Tenfour does not know`)
  const salt = head.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES)
  const prefix = head.subarray(MAGIC.length + 1 + SALT_BYTES, HEAD_BYTES - PROOF_BYTES)
  const { key, proof } = await keyOf(passPhrase, salt)
  if (!timingSafeEqual(proof, head.subarray(HEAD_BYTES - PROOF_BYTES))) {
    throw new AppError('invalid_input', 'The pass phrase is not the one of this backup, or the first bytes of the file are damaged')
  }
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const at = reader.taken
    const start = await reader.take(5)
    const length = start.length === 5 ? start.readUInt32BE(1) : 0
    isLast = start[0] === 1
    if (start.length === 5 && (length < TAG_BYTES || length > CHUNK_BYTES + TAG_BYTES))
      throw damaged(`what is at byte ${at} is not as it was written`)
    const content = await reader.take(length)
    if (start.length < 5 || content.length < length) throw damaged(`it ends at byte ${reader.taken}, before its end`)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(prefix, index, isLast), { authTagLength: TAG_BYTES })
    decipher.setAAD(head).setAuthTag(content.subarray(length - TAG_BYTES))
    const chunk = decipher.update(content.subarray(0, length - TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw damaged(`what is at byte ${at} is not as it was written`)
    }
    if (chunk.length > 0) yield chunk
  }
  if ((await reader.take(1)).length > 0) throw damaged('something follows its end')
}
