import { expect, test } from 'vitest'
import { diffText, withContext } from './text-diff.ts'

const marked = (before: string, after: string) =>
  diffText(before, after)
    .map(({ type, text }) => (type === 'same' ? text : type === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

test('a changed word is shown between what stayed', () => {
  expect(marked('He drove a red car.', 'He drove a blue car.')).toBe('He drove a [-red -][+blue +]car.')
})

test('what was added or removed at either end is shown', () => {
  expect(marked('b c', 'a b c d')).toBe('[+a +]b [-c-][+c d+]')
  expect(marked('', 'All of it')).toBe('[+All of it+]')
  expect(marked('All of it', '')).toBe('[-All of it-]')
  expect(marked('Same', 'Same')).toBe('Same')
})

test('several words at one place are one change', () => {
  expect(marked('stopped at the old bank today', 'stopped at Legion Square today')).toBe(
    'stopped at [-the old bank -][+Legion Square +]today',
  )
})

test('the parts give both texts back', () => {
  const before = 'One two\n\nthree  four five. Six seven.'
  const after = 'Zero one two\n\nthree four\nfive. Seven.'
  const parts = diffText(before, after)
  const textOf = (other: string) => parts.flatMap(({ type, text }) => (type === other ? [] : [text])).join('')
  expect(textOf('added')).toBe(before)
  expect(textOf('removed')).toBe(after)
})

test('very long texts without a word in common are compared by paragraphs', () => {
  const before = `${'a '.repeat(5000)}\nthe same line\n`
  const after = `${'b '.repeat(5000)}\nthe same line\n`
  expect(diffText(before, after).map(({ type }) => type)).toEqual(['removed', 'added', 'same'])
})

test('an unchanged stretch is cut to what is near the change', () => {
  const parts = withContext(diffText(`${'x '.repeat(500)}old ${'y '.repeat(500)}new`, `${'x '.repeat(500)}now ${'y '.repeat(500)}newer`))
  expect(parts.map(({ type, text }) => [type, text.length])).toEqual([
    ['same', 123],
    ['removed', 4],
    ['added', 4],
    ['same', 243],
    ['removed', 3],
    ['added', 5],
  ])
})
