import type { Attachment } from '../types.ts'

const HEADERS_END = Buffer.from('\r\n\r\n')

function* partsOf(raw: Buffer, boundary: string): Generator<{ readonly headers: string; readonly content: Buffer }> {
  const mark = Buffer.from(`--${boundary}`)
  let start = raw.indexOf(mark)
  for (let next = raw.indexOf(mark, start + 1); start >= 0 && next >= 0; start = next, next = raw.indexOf(mark, start + 1)) {
    const headersEnd = raw.indexOf(HEADERS_END, start)
    // A line break stands before the next mark.
    yield {
      headers: raw.toString('utf8', start + mark.length, headersEnd),
      content: raw.subarray(headersEnd + HEADERS_END.length, next - 2),
    }
  }
}

/** A message with files: `payload_json` is its body, each other part an attachment. */
export function readForm(
  raw: Buffer,
  contentType: string,
  newId: () => string,
): { readonly payload: string | undefined; readonly files: Attachment[] } {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? ''
  const files: Attachment[] = []
  let payload: string | undefined
  for (const { headers, content } of partsOf(raw, boundary)) {
    const filename = /filename="([^"]*)"/.exec(headers)?.[1]
    const type = /content-type: *([^\r\n]+)/i.exec(headers)?.[1] ?? 'application/octet-stream'
    if (filename !== undefined) files.push({ id: newId(), filename, contentType: type, content: Buffer.from(content) })
    else if (/name="payload_json"/.test(headers)) payload = content.toString()
  }
  return { payload, files }
}
