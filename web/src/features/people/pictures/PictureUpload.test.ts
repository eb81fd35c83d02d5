import { expect, test } from 'vitest'
import { pictureProblem } from './PictureUpload.tsx'

test.each([
  ['image/png', 5_000_000, undefined],
  ['image/png', 5_100_000, 'This picture has 5.1 MB: at most 5 MB.'],
  ['image/svg+xml', 100, 'Choose a PNG, JPEG or WebP picture.'],
  ['', 100, 'Choose a PNG, JPEG or WebP picture.'],
])('%s of %d bytes: %s', (type, size, problem) => {
  expect(pictureProblem({ type, size })).toBe(problem)
})
