import { expect, test } from 'vitest'
import { buildJpeg, buildPng, buildWebp } from './testing/build-image.ts'
import { sniffImage } from './image-size.ts'

test('type and size of an image are detected from its bytes', () => {
  expect(sniffImage(buildPng(1200, 800))).toEqual({ type: 'image/png', width: 1200, height: 800 })
  expect(sniffImage(buildJpeg(640, 480))).toEqual({ type: 'image/jpeg', width: 640, height: 480 })
  expect(sniffImage(buildWebp('VP8 ', 300, 200))).toEqual({ type: 'image/webp', width: 300, height: 200 })
  expect(sniffImage(buildWebp('VP8L', 301, 201))).toEqual({ type: 'image/webp', width: 301, height: 201 })
  expect(sniffImage(buildWebp('VP8X', 9000, 70))).toEqual({ type: 'image/webp', width: 9000, height: 70 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a drawing in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
  ['the first bytes of a PNG', buildPng(10, 10).subarray(0, 12)],
  ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['a JPEG that ends in a segment', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])],
  ['another RIFF', Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt ')],
])('%s is not an image', (_what, bytes) => {
  expect(sniffImage(bytes)).toBeUndefined()
})
