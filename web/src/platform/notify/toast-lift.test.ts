import { expect, test } from 'vitest'
import { liftOver } from './toast-lift.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })
const toasts = box(16, 780, 380, 52)

test('toasts go over the field in use, and stay where they are otherwise', () => {
  expect(liftOver(toasts, [])).toBe(0)
  expect(liftOver(toasts, [box(20, 790, 300, 30)])).toBe(832 - 790 + 8)
  expect(liftOver(toasts, [box(20, 840, 300, 30), box(20, 700, 300, 30), box(400, 790, 300, 30)])).toBe(0)
})

test('over one field, they may come to the next; where there is no room above, they stay', () => {
  expect(liftOver(toasts, [box(20, 740, 300, 30), box(20, 790, 300, 30)])).toBe(832 - 740 + 8)
  expect(liftOver(toasts, [box(20, 0, 300, 820)])).toBe(0)
})
