import { createDecipheriv, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'

type Part = { readonly kind: string; readonly name: string; readonly columns?: string[] }

/**
 * Reads a backup by what docs/backup.md says about its format, and by nothing of the portal: what it finds in a file does not depend on
 * the code that wrote it. Returns each table with its columns and its rows in the text format of COPY.
 */
export function readIndependently(file: string, passPhrase: string): Map<string, { columns: string[]; rows: string[] }> {
  const bytes = readFileSync(file)
  const head = bytes.subarray(0, 56)
  const key = scryptSync(passPhrase.normalize('NFC'), head.subarray(17, 33), 48, { N: 131072, r: 8, p: 1, maxmem: 256 * 1024 ** 2 })
  const chunks: Buffer[] = []
  for (let at = 56, number = 0; at < bytes.length; number += 1) {
    const length = bytes.readUInt32BE(at + 1)
    const sealed = bytes.subarray(at + 5, at + 5 + length)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(number)
    const nonce = Buffer.concat([head.subarray(33, 40), count, bytes.subarray(at, at + 1)])
    const cipher = createDecipheriv('aes-256-gcm', key.subarray(0, 32), nonce, { authTagLength: 16 })
    cipher.setAAD(head).setAuthTag(sealed.subarray(length - 16))
    chunks.push(Buffer.concat([cipher.update(sealed.subarray(0, length - 16)), cipher.final()]))
    at += 5 + length
  }
  const content = zstdDecompressSync(Buffer.concat(chunks))
  const tables = new Map<string, { columns: string[]; rows: string[] }>()
  let part: Part | undefined
  let data: Buffer[] = []
  for (let at = 0; at < content.length;) {
    const [kind, length] = [content[at], content.readUInt32BE(at + 1)]
    const frame = content.subarray(at + 5, at + 5 + length)
    at += 5 + length
    if (kind === 2) {
      part = JSON.parse(frame.toString('utf8')) as Part
      data = []
    } else if (kind === 3) data.push(frame)
    else if (kind === 4 && part?.kind === 'table') {
      const rows = Buffer.concat(data).toString('utf8').split('\n').slice(0, -1)
      tables.set(part.name, { columns: part.columns ?? [], rows })
    }
  }
  return tables
}
