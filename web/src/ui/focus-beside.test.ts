// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { besideRow } from './focus-beside.ts'

afterEach(() => document.body.replaceChildren())

function build() {
  document.body.innerHTML = '<button id="add"></button><ul><li><button id="a"></button></li><li><button id="b"></button></li></ul>'
  const byId = (id: string) => document.querySelector<HTMLElement>(`#${id}`)
  const remove = (id: string) => {
    const row = byId(id)?.closest('li') ?? null
    byId(id)?.focus()
    const moveOn = besideRow(row, byId('add'))
    row?.remove()
    moveOn()
    return document.activeElement?.id
  }
  return { byId, remove }
}

test('the focus goes to the next row, then to the one before, then to where another is added', () => {
  const { remove } = build()
  expect(remove('a')).toBe('b')
  expect(remove('b')).toBe('add')
})

test('someone who has moved on stays where they are', () => {
  const { byId } = build()
  const moveOn = besideRow(byId('a')?.closest('li') ?? null, byId('b'))
  byId('add')?.focus()
  moveOn()
  expect(document.activeElement?.id).toBe('add')
})
