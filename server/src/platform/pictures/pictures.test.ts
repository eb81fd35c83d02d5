import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPictureMaker } from './pictures.ts'
import { buildPng } from './testing/build-image.ts'

const make = createPictureMaker()
const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#336699' } })

test('any picture is stored as WebP of at most 1,024 pixels on a side, with a square thumbnail', async () => {
  const picture = await make(await photo(3000, 2000).jpeg().toBuffer())
  expect([picture.width, picture.height]).toEqual([1024, 683])
  expect(await sharp(picture.content).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 683 })
  expect(await sharp(picture.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 })
})

test('a small picture is not made larger, and the same picture has the same digest', async () => {
  const file = await photo(40, 30).png().toBuffer()
  const [one, again] = [await make(file), await make(file)]
  expect([one.width, one.height]).toEqual([40, 30])
  expect(one.digest).toBe(again.digest)
})

test("location and camera are not stored; the camera's rotation is applied", async () => {
  const exif = { IFD0: { Make: 'Camera of mine', Copyright: 'Me' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  const file = await photo(200, 100).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect((await sharp(file).metadata()).exif).toBeDefined()
  const picture = await make(file)
  const kept = await sharp(picture.content).metadata()
  expect([kept.exif, kept.icc, kept.xmp]).toEqual([undefined, undefined, undefined])
  expect([picture.width, picture.height]).toEqual([100, 200])
  expect(picture.content.includes('Camera of mine')).toBe(false)
})

test.each([
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Choose a PNG, JPEG or WebP picture'],
  ['no picture', Buffer.from('hello'), 'Choose a PNG, JPEG or WebP picture'],
  ['a header of a huge picture', buildPng(6000, 5000), 'The picture has 6000 × 5000 pixels: at most 24 million'],
  ['a header and nothing behind it', buildPng(60, 50), 'This picture is damaged and can’t be read'],
])('%s is refused at its field', async (_what, file, message) => {
  await expect(make(file, 'photo')).rejects.toMatchObject({ code: 'invalid_input', field: 'photo', message })
})

test('many at once wait for each other; more than that are refused', async () => {
  const file = await photo(1500, 1500).png().toBuffer()
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => make(file)))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } })
  expect((await make(file)).width, 'and they can').toBe(1024)
})
