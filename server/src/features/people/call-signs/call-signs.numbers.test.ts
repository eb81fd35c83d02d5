import { expect, test } from 'vitest'
import { freeCallSign } from './call-signs.numbers.ts'

const taken = (...all: string[]) => new Set(all.map((each) => each.toLowerCase()))

test.each([
  ['no template, no suggestion', '', taken(), '', null],
  ['each run of digits begins at one', '#L##', taken(), '', '1L01'],
  ['the first that is free', '#L##', taken('1L01', '1l02', '1L04'), '', '1L03'],
  ['what was asked for, where it is free', '#L##', taken('1L01'), '4l12', '4L12'],
  ['the next after what was asked for', '#L##', taken('4L12', '4L13'), '4L12', '4L14'],
  ['over to the next run', '#L##', taken('4L99'), '4L99', '5L01'],
  ['past the end it starts over', 'D-#', taken('D-9', 'D-1'), 'D-9', 'D-2'],
  ['what does not fit is not counted from', 'E##', taken(), 'Engine 7', 'E01'],
  ['all taken', 'D-#', taken(...Array.from({ length: 9 }, (_, n) => `D-${n + 1}`)), '', null],
  ['one without digits is free or not', 'CHIEF', taken('chief'), '', null],
  ['signs that mean something to a pattern are themselves', '(#).', taken('(1).'), '', '(2).'],
  ['longer than a number can count', '#'.repeat(16), taken('9'.repeat(16)), '9'.repeat(16), `${'0'.repeat(15)}1`],
])('%s', (_what, template, used, from, expected) => expect(freeCallSign(template, used, from)).toBe(expected))
