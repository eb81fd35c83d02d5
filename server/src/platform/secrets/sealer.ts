import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const FORMAT = 1
const ID_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES + IV_BYTES + TAG_BYTES

/** Keeps stored secrets, such as tokens, unreadable for someone who has only the database. */
export type Sealer = {
  /** `purpose` is part of the seal: a value sealed for one purpose can't be opened for another. */
  readonly seal: (purpose: string, secret: string) => Buffer
  /** Undefined if the value was sealed with another key or for another purpose, or is damaged. */
  readonly open: (purpose: string, sealed: Uint8Array) => string | undefined
}

/** AES-256-GCM. The key's id is part of each value, so that another key is recognised at once. */
export function createSealer(key: string): Sealer {
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', key, 'tenfour-secrets', info, length))
  const cipherKey = derive('cipher', 32)
  const keyId = derive('id', ID_BYTES)
  const context = (purpose: string) => Buffer.concat([Buffer.of(FORMAT), keyId, Buffer.from(purpose)])

  return {
    seal: (purpose, secret) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv, { authTagLength: TAG_BYTES }).setAAD(context(purpose))
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(FORMAT), keyId, iv, cipher.getAuthTag(), content])
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed)
      if (bytes.length < HEAD_BYTES || bytes[0] !== FORMAT || !bytes.subarray(1, 1 + ID_BYTES).equals(keyId)) return undefined
      const iv = bytes.subarray(1 + ID_BYTES, 1 + ID_BYTES + IV_BYTES)
      const tag = bytes.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, iv, { authTagLength: TAG_BYTES }).setAAD(context(purpose)).setAuthTag(tag)
      const content = decipher.update(bytes.subarray(HEAD_BYTES))
      try {
        return Buffer.concat([content, decipher.final()]).toString('utf8')
      } catch {
        // The tag does not match, so the content can't be trusted.
        return undefined
      }
    },
  }
}
