import { expect, test } from 'vitest'
import { diffText, withContext } from './text-diff.ts'

const marked = (before: string, after: string) =>
  diffText(before, after)
    .map(({ type, text }) => (type === 'same' ? text : type === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

test('a changed word is shown between the unchanged words', () => {
  expect(marked('He drove a red car.', 'He drove a blue car.')).toBe('He drove a [-red -][+blue +]car.')
})

test('text added or removed at either end is shown', () => {
  expect(marked('b c', 'a b c d')).toBe('[+a +]b c [+d+]')
  expect(marked('', 'All of it')).toBe('[+All of it+]')
  expect(marked('All of it', '')).toBe('[-All of it-]')
  expect(marked('Same', 'Same')).toBe('Same')
})

test('several words at one place are one change', () => {
  expect(marked('stopped at the old bank today', 'stopped at Legion Square today')).toBe(
    'stopped at [-the old bank -][+Legion Square +]today',
  )
})

test('the parts give the later text back, and the earlier one but for its spaces', () => {
  const before = 'One two\n\nthree  four five. Six seven.'
  const after = 'Zero one two\n\nthree four\nfive. Seven.'
  const parts = diffText(before, after)
  const textOf = (other: string) => parts.flatMap(({ type, text }) => (type === other ? [] : [text])).join('')
  expect(textOf('removed')).toBe(after)
  expect(textOf('added').split(/\s+/u)).toEqual(before.split(/\s+/u))
})

test('a new line break alone is a change', () => {
  expect(marked('One. Two.', 'One.\n\nTwo.')).toBe('[-One. -][+One.\n\n+]Two.')
})

test('very long texts without a word in common are compared by paragraphs', () => {
  const before = `${'a '.repeat(5000)}\nthe same line\n`
  const after = `${'b '.repeat(5000)}\nthe same line\n`
  expect(diffText(before, after).map(({ type }) => type)).toEqual(['removed', 'added', 'same'])
})

test('an unchanged stretch is cut to whole words near the change', () => {
  const [many, more] = ['near '.repeat(500), 'far '.repeat(500)]
  const parts = withContext(diffText(`${many}old ${more}last`, `${many}now ${more}end`))
  expect(parts.map(({ type }) => type)).toEqual(['same', 'removed', 'added', 'same', 'removed', 'added'])
  const [first, , , middle] = parts.map(({ text }) => text)
  expect(first).toMatch(/^…( near){20,24} $/u)
  expect(middle).toMatch(/^(far ){25,30}…( far){25,30} $/u)
})
